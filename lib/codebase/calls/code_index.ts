import type { ToolOutput } from "../../contract/finding.ts";
import type { ToolContext } from "../codebase.ts";
import { type Corpus, KEY, KIND, LayeredCorpus } from "../corpus/corpus.ts";
import type { StoredCorpus } from "../corpus/stored_corpus.ts";
import { readChanges } from "../files/freshness.ts";
import type { SourceFile } from "../files/source_file.ts";
import { isSqliteError } from "../index/index_database.ts";
import { importersOf } from "../ranking/graph_signals.ts";
import { type Session, session, within } from "../session.ts";
import { sourceFiles } from "../source_files.ts";
import type { Definition } from "../structure/definition.ts";
import { timeLeft } from "../tool_request.ts";

/** A definition and the file it stands in. */
export interface Defined {
  file: SourceFile;
  definition: Definition;
}

/** Who defines, names, extends and imports what: the index, with what changed since laid over it. */
export interface CodeIndex {
  corpus: Corpus;
  stored: StoredCorpus;
  read(path: string): SourceFile | undefined;
  /** All definitions of a name. */
  definers(name: string): readonly Defined[];
  /** Types that name this one as their base. */
  subtypes(name: string): readonly Defined[];
  /** Source files that hold a name as a word, those near `homes` first, and how many more there are. */
  naming(name: string, homes: readonly string[]): { files: SourceFile[]; left: number };
  importers(path: string): string[];
  /** What could not be looked at, for [Limits]. */
  limits: string[];
}

/** Files that define one name, or extend one type, beyond which the rest is left out. */
const MAX_DEFINERS = 40;
/** Files and tests read for one name; tests have places of their own, so that neither crowds the other out. */
const MAX_FILES = 60;
const MAX_TESTS = 20;
/** Part of the time left that comparing the index with the tree may take. */
const FRESHNESS_SHARE = 0.3;

/** Runs `work` on the index. Where there is none, the answer is empty and [Limits] says so. */
export async function withCodeIndex(
  tool: string,
  context: ToolContext,
  work: (index: CodeIndex) => ToolOutput,
): Promise<ToolOutput> {
  const here = session(context);
  try {
    if (here.stored !== undefined) return work(await openCodeIndex(here, here.stored, context));
  } catch (error) {
    // Damaged or locked: as good as none.
    if (!isSqliteError(error)) throw error;
  }
  const summary = "needs the index, which is not there yet";
  return { summary, findings: [], data: {}, limits: [`${tool}: ${summary}`], truncated: false };
}

async function openCodeIndex(here: Session, stored: StoredCorpus, context: ToolContext): Promise<CodeIndex> {
  const until = performance.now() + timeLeft(context) * FRESHNESS_SHARE;
  const found = await here.differences(until);
  const listing = await within(here.listing, until);
  const none = { gone: new Set<number>(), changed: new Set<string>(), stale: true, cutOff: true };
  const all = /(?:)/;
  const { newer, masked, unread } = readChanges(stored, here.files, listing, found ?? none, all, until);
  const corpus = new LayeredCorpus(stored, newer, masked);
  const read = sourceFiles(context);
  const documents = (key: string): number[] => {
    const each: number[] = [];
    corpus.each(key, (document) => each.push(document));
    return each;
  };
  const holding = (key: string, wanted: (definition: Definition) => boolean): Defined[] =>
    documents(key).sort((a, b) => priority(corpus, a) - priority(corpus, b) || a - b).slice(0, MAX_DEFINERS)
      .flatMap((document) => {
        const file = read(corpus.path(document));
        return file?.definitions.filter(wanted).map((definition) => ({ file, definition })) ?? [];
      });
  return {
    corpus,
    stored,
    read,
    definers: remembered((name) =>
      holding(KEY.definition + name, (definition) => definition.name === name && !isRequired(definition))
    ),
    subtypes: remembered((name) => holding(KEY.base + name, ({ bases }) => bases?.includes(name) === true)),
    naming: (name, homes) => naming(name, homes, { corpus, documents, read }),
    importers: (path) => {
      const document = corpus.document(path);
      return document === undefined ? [] : importersOf(corpus, document).map((each) => corpus.path(each));
    },
    limits: found === undefined || found.cutOff || unread > 0
      ? ["not every file could be compared with the index in time"]
      : [],
  };
}

function naming(
  name: string,
  homes: readonly string[],
  { corpus, documents, read }: Pick<CodeIndex, "corpus" | "read"> & { documents(key: string): number[] },
): { files: SourceFile[]; left: number } {
  const near = new Set(homes.flatMap((home) => documents(KEY.importer + home)));
  const rank = (document: number) =>
    (homes.includes(corpus.path(document)) ? 0 : near.has(document) ? 1 : 2) + 3 * priority(corpus, document);
  // Marks at the end of a name are no part of its token.
  const holders = documents(name.replace(/[?!]$/, "").toLowerCase())
    .filter((document) => corpus.kind(document) & KIND.source).sort((a, b) => rank(a) - rank(b) || a - b);
  const isTest = (document: number) => (corpus.kind(document) & KIND.test) !== 0;
  const chosen = [
    ...holders.filter((document) => !isTest(document)).slice(0, MAX_FILES),
    ...holders.filter(isTest).slice(0, MAX_TESTS),
  ];
  return {
    files: chosen.flatMap((document) => read(corpus.path(document)) ?? []),
    left: holders.length - chosen.length,
  };
}

/** A variable that only takes in what a module gives: `const a = require("./a")`. */
function isRequired({ signature }: Definition): boolean {
  return /^(?:const|let|var)\b.*\brequire\s*\(/.test(signature);
}

function priority(corpus: Corpus, document: number): number {
  const kind = corpus.kind(document);
  return kind & KIND.aside ? 2 : kind & KIND.test ? 1 : 0;
}

function remembered(find: (name: string) => Defined[]): (name: string) => readonly Defined[] {
  const known = new Map<string, Defined[]>();
  return (name) => {
    const found = known.get(name) ?? find(name);
    known.set(name, found);
    return found;
  };
}
