import type { ToolContext } from "../codebase.ts";
import { type Corpus, documentsOf, isOfKind, KEY, KIND, layered } from "../corpus/corpus.ts";
import type { StoredCorpus } from "../corpus/stored_corpus.ts";
import { importersOf, imports } from "../imports/import_targets.ts";
import { readChanges } from "../files/freshness.ts";
import { type SourceFile, sourceFiles } from "../files/source_file.ts";
import { type Session, session, within } from "../session.ts";
import { type Definition, isType } from "../structure/definition.ts";
import { type Answer, counted, timeLeft } from "../tool_request.ts";

export interface Defined {
  file: SourceFile;
  definition: Definition;
}

/** Files that define one name, or extend one type, beyond which the rest is left out. */
const MAX_DEFINERS = 40;
/** Files and tests read for one name; tests have places of their own, so that neither crowds the other out. */
const MAX_FILES = 60;
const MAX_TESTS = 20;
const MAX_LEVELS = 4;
/** Part of the time left that comparing the index with the tree may take. */
const FRESHNESS_SHARE = 0.3;

/** Runs `work` on the index. Where there is none, the answer is empty and [Limits] says so. */
export async function withCodeIndex(context: ToolContext, work: (index: CodeIndex) => Answer) {
  const here = session(context);
  if (here.stored !== undefined) return work(await openCodeIndex(here, here.stored, context));
  const summary = "needs the index, which is not there yet";
  return { summary, limits: [summary] };
}

async function openCodeIndex(here: Session, stored: StoredCorpus, context: ToolContext): Promise<CodeIndex> {
  const until = performance.now() + timeLeft(context) * FRESHNESS_SHARE;
  const found = await here.differences(until);
  const listing = await within(here.listing, until);
  const { newer, masked, unread } = readChanges(stored, here.files, found, /(?:)/, until);
  const corpus = layered(stored, newer, masked);
  const isBehind = listing === undefined || found.cutOff || unread > 0;
  return new CodeIndex(corpus, stored, sourceFiles(context), context.deadline, isBehind);
}

/** Who defines, names, extends and imports what: the index, with what changed since laid over it. */
export class CodeIndex {
  readonly #definers = new Map<string, readonly Defined[]>();
  readonly #supertypes = new Map<string, ReadonlySet<string>>();
  /** Files that hold a name and were not read. */
  readonly #left = new Map<string, number>();
  #cutOff = false;

  constructor(
    readonly corpus: Corpus,
    readonly stored: StoredCorpus,
    readonly read: (path: string) => SourceFile | undefined,
    readonly deadline: number,
    readonly isBehind: boolean,
  ) {}

  definers(name: string): readonly Defined[] {
    const found = this.#definers.get(name) ??
      this.#holding(KEY.definition + name, (each) => each.name === name && !REQUIRED.test(each.signature));
    this.#definers.set(name, found);
    return found;
  }

  subtypes(name: string): Defined[] {
    return this.#holding(KEY.base + name, ({ bases }) => bases?.includes(name) === true);
  }

  /** Names of the types that one extends, those they extend, and so on. */
  supertypes(name: string): ReadonlySet<string> {
    const found = this.#supertypes.get(name) ?? this.#climb(name);
    this.#supertypes.set(name, found);
    return found;
  }

  /** Source files that hold a name as a word, those near `home` first, until time is up. */
  *naming(name: string, home: string): Generator<SourceFile> {
    const { corpus } = this;
    const near = new Set(importersOf(corpus, home));
    const rank = (document: number) =>
      (corpus.path(document) === home ? 0 : near.has(document) ? 1 : 2) + 3 * this.#priority(document);
    // Marks at the end of a name are no part of its token.
    const holders = documentsOf(corpus, [name.replace(/[?!]$/, "").toLowerCase()])
      .filter((document) => isOfKind(corpus, document, KIND.source)).sort((a, b) =>
        rank(a) - rank(b) || a - b
      );
    const { tests = [], others = [] } = Object.groupBy(
      holders,
      (document) => isOfKind(corpus, document, KIND.test) ? "tests" : "others",
    );
    const chosen = [...others.slice(0, MAX_FILES), ...tests.slice(0, MAX_TESTS)];
    if (chosen.length < holders.length) this.#left.set(name, holders.length - chosen.length);
    for (const document of chosen) {
      if (this.isOver()) return;
      const file = this.read(corpus.path(document));
      if (file !== undefined) yield file;
    }
  }

  /** Whether a file imports another, or the header that stands beside it. */
  imports({ path }: SourceFile, home: SourceFile): boolean {
    const document = this.corpus.document(path);
    const header = home.path.replace(/\.(c|m)\w*$/, ".h");
    return document !== undefined && [home.path, header].some((each) => imports(this.corpus, document, each));
  }

  importers(path: string): string[] {
    return importersOf(this.corpus, path).map((document) => this.corpus.path(document));
  }

  /** Whether time is up, which [Limits] then says. */
  isOver(): boolean {
    this.#cutOff ||= performance.now() > this.deadline;
    return this.#cutOff;
  }

  /** What could not be looked at, for [Limits]. `what` may be missing for that. */
  limits(what: string): string[] {
    const left = [...this.#left.values()].reduce((sum, each) => sum + each, 0);
    const names = [...this.#left.keys()].join(", ");
    return [
      ...this.isBehind ? ["not every file could be compared with the index in time"] : [],
      ...this.isOver() ? [`cut off by time; ${what} may be missing`] : [],
      ...left > 0 ? [`${counted(left, "file")} that name ${names} not read; ${what} may be missing`] : [],
    ];
  }

  #holding(key: string, wanted: (definition: Definition) => boolean): Defined[] {
    return documentsOf(this.corpus, [key]).sort((a, b) => this.#priority(a) - this.#priority(b) || a - b)
      .slice(0, MAX_DEFINERS).flatMap((document) => {
        const file = this.read(this.corpus.path(document));
        return file?.definitions.filter(wanted).map((definition) => ({ file, definition })) ?? [];
      });
  }

  #priority(document: number): number {
    const isOf = (kind: number) => isOfKind(this.corpus, document, kind);
    return isOf(KIND.aside) ? 2 : isOf(KIND.test) ? 1 : 0;
  }

  #climb(name: string): ReadonlySet<string> {
    const found = new Set<string>();
    let front = [name];
    for (let level = 0; level < MAX_LEVELS; level++) {
      const above = front.flatMap((each) => this.definers(each)).flatMap((
        { definition: { kind, bases = [] } },
      ) => isType(kind) || kind === "module" ? bases : []);
      front = [...new Set(above)].filter((each) => each !== name && !found.has(each));
      for (const each of front) found.add(each);
    }
    return found;
  }
}

/** A variable that only takes in what a module gives: `const a = require("./a")`. */
const REQUIRED = /^(?:const|let|var)\b.*\brequire\s*\(/;
