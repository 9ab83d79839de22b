import type { ToolContext } from "../codebase.ts";
import { type Corpus, KEY, KIND } from "../corpus/corpus.ts";
import type { StoredCorpus } from "../corpus/stored_corpus.ts";
import { hashOf, isSame } from "../files/file_identity.ts";
import { fileKind, fileName } from "../files/file_kind.ts";
import type { Differences } from "../files/freshness.ts";
import { isAside, isTest, isUntold, mayBeSource } from "../files/languages.ts";
import { type SourceFile, sourceReader } from "../files/source_file.ts";
import type { Session } from "../session.ts";
import type { Defined } from "../structure/hierarchy.ts";
import { inItsLanguage } from "../structure/other_languages.ts";
import type { References } from "../structure/references.ts";
import { MAX_TEST_FILES, MAX_USAGE_FILES, wordPattern } from "../structure/usages.ts";
import { timeLeft } from "../tool_request.ts";
import type { ChangedWith, Lookup, Naming } from "./lookup.ts";
import { importedBy, listedFiles } from "./tree_files.ts";
import { folderOf } from "../files/folder_of.ts";

/** Part of the time left that comparing the index with the tree may take. */
const FRESHNESS_SHARE = 0.2;
/** Files that define one name, or extend one type, beyond which the rest is left out. */
const MAX_DEFINERS = 12;
const MAX_HEIRS = 60;
/** Files that changed since the index was built and are read for a name. */
const MAX_CHANGED = 300;
/** Files, and tests, that are read for calls alone. */
const MAX_CALLERS = 30;
const MAX_TEST_CALLERS = 8;
/** Files that have a name, beyond which nobody wants to know all who call it. */
const MAX_HOLDERS = 200;
/** Commits of one file, the newest, that are asked what else they changed. */
const MAX_COMMITS = 200;

/** Names that a file's tests have: `test_x`, `x_test`, `XTest`, `x.spec`. */
function testNames(path: string): string[] {
  const name = fileName(path);
  const own = (fileKind(path) & KIND.hub) === 0 ? [name] : [];
  return [...own, `test${name}`, `${name}test`, `${name}tests`, `${name}spec`, `${name}it`];
}

const MAX_TESTS = 3;

/** Everything from the index; files that differ from it are read as they are. */
export async function indexedLookup(
  here: Session,
  stored: StoredCorpus,
  context: ToolContext,
): Promise<Lookup> {
  const until = performance.now() + timeLeft(context) * FRESHNESS_SHARE;
  const found: Differences = await here.differences(until) ??
    { gone: new Set(), changed: new Set(), stale: true, cutOff: false };
  const changed = [...found.changed].filter(mayBeSource).sort().sort((a, b) =>
    Number(isUntold(a)) - Number(isUntold(b))
  )
    .slice(0, MAX_CHANGED);
  const read = sourceReader(here.files, (path, now, text) => {
    const known = stored.file(path);
    if (known === undefined) return undefined;
    const same = isSame(known, now) ||
      stored.hash(known.id) === hashOf({ kind: "text", text: text(), ...now });
    return same ? stored.outline(known.id) : undefined;
  });
  const files = listedFiles(here, context);
  const alive = (key: string): number[] => {
    const documents: number[] = [];
    stored.each(key, (document) => {
      if (!found.gone.has(document)) documents.push(document);
    });
    return documents;
  };
  const holding = (name: string) => changed.filter((path) => read(path)?.text.includes(name));
  const inFiles = (
    paths: readonly string[],
    wanted: (definition: Defined["definition"]) => boolean,
  ): Defined[] =>
    paths.flatMap((path) => {
      const file = read(path);
      return file === undefined
        ? []
        : file.definitions.filter(wanted).map((definition) => ({ file, definition }));
    });
  const sourceFirst = (documents: readonly number[], most: number): string[] =>
    [...documents].sort((a, b) => priority(stored, a) - priority(stored, b) || a - b).slice(0, most).map((
      document,
    ) => stored.path(document));
  const definers = remembered((name) =>
    inFiles(
      union(sourceFirst(alive(KEY.definition + name), MAX_DEFINERS), holding(name)),
      (definition) => definition.name === name,
    )
  );
  const heirs = remembered((name) =>
    inFiles(
      union(sourceFirst(alive(KEY.base + name), MAX_HEIRS), holding(name)),
      ({ bases }) => bases?.includes(name) === true,
    )
  );
  const index = found.changed.size > 0 ? await files() : undefined;
  const imported = new Map<string, readonly string[]>();
  const importsNow = (file: SourceFile): readonly string[] => {
    const known = stored.file(file.path);
    if (known !== undefined && !found.changed.has(file.path)) return stored.imports(known.id);
    return index === undefined ? [] : importedBy(file, index);
  };
  return {
    indexed: true,
    read,
    definers,
    heirs,
    files,
    naming: (names, only) => Promise.resolve(naming(names, only)),
    learn: () => Promise.resolve(),
    imports: (file) => {
      let known = imported.get(file.path);
      if (known === undefined) imported.set(file.path, known = importsNow(file));
      return known;
    },
    importers: (path) =>
      union(
        alive(KEY.importer + path).map((document) => stored.path(document)),
        changed.filter((each) => {
          const file = read(each);
          return file !== undefined && index !== undefined && importedBy(file, index).includes(path);
        }),
      ),
    testsOf: (path) => {
      if (isTest(path)) return [];
      const tests = testNames(path).flatMap((name) => alive(KEY.fileName + name)).filter((document) =>
        stored.kind(document) & KIND.test
      ).map((document) => stored.path(document));
      // Go runs nothing else as a test, whatever stands in folders for tests.
      const run = path.endsWith(".go") ? tests.filter((test) => test.endsWith("_test.go")) : tests;
      return inItsLanguage(union(run, []), path, (test) => test).slice(0, MAX_TESTS);
    },
    changedWith: (path) => changedWith(stored, path),
  };

  /** Reads the files that the postings of the names lead to, the most promising ones, and gives their lines. */
  function naming(names: readonly string[], only?: "calls"): Naming {
    const places = names.flatMap((name) => definers(name));
    const homes = new Set(places.map(({ file }) => file.path));
    const folders = new Set([...homes].map(folderOf));
    const near = new Set([...homes].flatMap((path) => alive(KEY.importer + path)));
    const worth = new Map<number, number>();
    for (const name of names) {
      const holders: [document: number, count: number][] = [];
      stored.each(plainToken(name), (document, count) => {
        if (!found.gone.has(document) && stored.kind(document) & KIND.source) holders.push([document, count]);
      });
      if (only !== undefined && holders.length > MAX_HOLDERS) continue;
      for (const [document, count] of holders) {
        if (!worth.has(document)) worth.set(document, near.has(document) ? 1000 : 0);
        worth.set(document, (worth.get(document) ?? 0) + Math.min(count, 100));
      }
    }
    const ranked = [...worth].map(([document, value]) => {
      const path = stored.path(document);
      const home = homes.has(path) ? 2000 : folders.has(folderOf(path)) ? 500 : 0;
      return { path, aside: Number(isAside(path)), value: value + home };
    }).sort((a, b) => a.aside - b.aside || b.value - a.value || (a.path < b.path ? -1 : 1));
    const paths = union(changed, ranked.map(({ path }) => path));
    const lines: References["found"] = [];
    const patterns = names.map((name) => ({ name, word: wordPattern(name) }));
    let complete = !found.cutOff;
    let without = 0;
    const room = only === undefined
      ? { tests: MAX_TEST_FILES, rest: MAX_USAGE_FILES }
      : { tests: MAX_TEST_CALLERS, rest: MAX_CALLERS };
    for (const path of paths) {
      const kind = isTest(path) ? "tests" : "rest";
      if (room[kind] === 0) continue;
      if (timeLeft(context) === 0) {
        complete = false;
        break;
      }
      const file = read(path);
      const own = file === undefined
        ? []
        : only !== undefined && file.parsed
        ? linesCalling(file, names)
        : linesWith(file, patterns);
      if (own.length === 0) without++;
      else room[kind]--;
      lines.push(...own);
    }
    return { found: lines, complete, files: paths.length - without };
  }
}

function linesWith(
  { path, text, lines }: SourceFile,
  patterns: readonly { name: string; word: RegExp }[],
): References["found"] {
  const here = patterns.filter(({ name }) => text.includes(name));
  return here.length === 0
    ? []
    : lines.flatMap((text, at) =>
      here.some(({ name, word }) => text.includes(name) && word.test(text))
        ? [{ path, line: at + 1, text }]
        : []
    );
}

function linesCalling({ path, calls }: SourceFile, names: readonly string[]): References["found"] {
  const lines = new Set(calls.filter(({ name }) => names.includes(name)).map(({ line }) => line));
  return [...lines].map((line) => ({ path, line, text: "" }));
}

function changedWith({ history }: StoredCorpus, path: string): ChangedWith[] {
  const own = history.commitsOf(path).slice(0, MAX_COMMITS);
  const counts = new Map<string, number>();
  for (const commit of own) {
    for (const other of history.filesOf(commit)) {
      if (other !== path) counts.set(other, (counts.get(other) ?? 0) + 1);
    }
  }
  return [...counts].map(([path, together]) => ({ path, together, of: own.length })).sort((a, b) =>
    b.together - a.together || (a.path < b.path ? -1 : 1)
  );
}

/** The token that stands for a name in the postings; marks at its end are no part of it. */
function plainToken(name: string): string {
  return name.replace(/[?!]$/, "").toLowerCase();
}

function priority(corpus: Corpus, document: number): number {
  const kind = corpus.kind(document);
  return kind & KIND.aside ? 2 : kind & KIND.test ? 1 : 0;
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])];
}

function remembered(find: (name: string) => Defined[]): (name: string) => Defined[] {
  const known = new Map<string, Defined[]>();
  return (name) => {
    let found = known.get(name);
    if (found === undefined) known.set(name, found = find(name));
    return found;
  };
}
