import { importLine } from "../excerpts/proof.ts";
import { testsOf } from "../excerpts/relations.ts";
import { isSource, isTest } from "../files/languages.ts";
import type { SourceFile } from "../files/source_file.ts";
import type { StoredHistory } from "../corpus/stored_history.ts";
import type { Definition } from "../structure/definition.ts";
import { isCallable } from "../structure/enclosing.ts";
import type { CodeIndex } from "./code_index.ts";

/** A test that is worth running, whether or not it names what changes. */
export interface TestToRun {
  file: SourceFile;
  line: number;
  symbol?: Definition;
  /** `named like src/price.ts`, `changed with src/price.ts in 5 of its 12 commits`. */
  why: string[];
  value: number;
}

const NAMED = 0.75;
/** A test that changed whenever the file did, and the least that one is worth that changed with it at all. */
const CHANGED = 0.8;
const CHANGED_LEAST = 0.35;
/** Commits together, and share of the file's commits, below which it is chance. */
const MIN_TOGETHER = 2;
const MIN_SHARE = 0.15;
const MAX_CHANGED = 5;
/** Commits of one file, the newest, that are asked what else they changed. */
const MAX_COMMITS = 200;

/** Tests that are named like one of these files, or that changed in the same commits. */
export function testsToRun(paths: readonly string[], index: CodeIndex): TestToRun[] {
  const found = new Map<string, TestToRun>();
  const add = (test: string, path: string, why: string, value: number) => {
    const known = found.get(test);
    if (known !== undefined) {
      known.why.push(why);
      known.value = 1 - (1 - known.value) * (1 - value / 2);
      return;
    }
    const file = index.read(test);
    if (file !== undefined) found.set(test, { file, ...placeIn(file, path), why: [why], value });
  };
  for (const path of paths.filter((each) => !isTest(each))) {
    const document = index.corpus.document(path);
    for (const test of document === undefined ? [] : testsOf(index.corpus, document)) {
      add(index.corpus.path(test), path, `named like ${path}`, NAMED);
    }
    const changed = changedWith(index.stored.history, path).filter((other) =>
      isTest(other.path) && isSource(other.path) && other.together >= MIN_TOGETHER &&
      other.together >= MIN_SHARE * other.of
    ).slice(0, MAX_CHANGED);
    for (const { path: test, together, of } of changed) {
      const value = CHANGED_LEAST + (CHANGED - CHANGED_LEAST) * together / of;
      add(test, path, `changed with ${path} in ${together} of its ${of} commits`, value);
    }
  }
  return [...found.values()];
}

/** The import of the file, else the first test. */
function placeIn({ lines, definitions }: SourceFile, path: string): Pick<TestToRun, "line" | "symbol"> {
  const imported = importLine(lines, path);
  if (imported !== undefined) return { line: imported };
  const first = definitions.find(isCallable) ?? definitions[0];
  return first === undefined ? { line: 1 } : { line: first.line, symbol: first };
}

/** How often other files changed in the commits that changed a file, most often first. */
function changedWith(history: StoredHistory, path: string): { path: string; together: number; of: number }[] {
  const own = history.commitsOf(path).slice(0, MAX_COMMITS);
  const counts = new Map<string, number>();
  for (const commit of own) {
    for (const other of history.filesOf(commit)) {
      if (other !== path) counts.set(other, (counts.get(other) ?? 0) + 1);
    }
  }
  return [...counts].map(([path, together]) => ({ path, together, of: own.length }))
    .sort((a, b) => b.together - a.together || (a.path < b.path ? -1 : 1));
}
