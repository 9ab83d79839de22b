import { importLine } from "../excerpts/proof.ts";
import { testsOf } from "../excerpts/relations.ts";
import { isSource, isTest } from "../files/languages.ts";
import { folderOf } from "../files/paths.ts";
import type { SourceFile } from "../files/source_file.ts";
import {
  type Definition,
  enclosing,
  enclosingCallable,
  isCallable,
  isType,
  qualifiedName,
} from "../structure/definition.ts";
import { isFamily } from "../structure/language_families.ts";
import { IMPORT_LINE, wordPattern } from "../structure/line_patterns.ts";
import type { CodeIndex, Defined } from "./code_index.ts";
import { callersOf, type Related, saidBefore, walk } from "./walk.ts";

/** How surely a change of a definition breaks what hangs together with it. */
const VALUE = { inherits: 0.95, overrides: 0.92, calls: 0.9, refers: 0.75 };
/** What a type is worth that inherits over another one. */
const FURTHER = 0.85;
/** What a mention is worth in a file that neither imports the definition's nor lies beside it; a call that is no surer is one by its name alone. */
const UNTIED = 0.6;
/** What one is worth that stands in no function or type. */
const OUTSIDE = 0.9;
const LEVELS = { depth: 3, width: 60 };

/** What depends on a definition: who calls it, speaks of it, extends and overrides it. */
export function dependentsOf(target: Defined, index: CodeIndex): Related[] {
  const { file: home, definition } = target;
  const callers = callersOf({ ...target, says: "", sure: 1 }, index)
    .filter(({ file, line }) => file !== home || line < definition.line || definition.endLine < line)
    .map((each) => ({
      ...each,
      says: `calls ${definition.name}${each.sure <= UNTIED ? ", by its name alone" : ""}`,
      sure: VALUE.calls * each.sure,
    }));
  const isExtended = isType(definition.kind) || definition.kind === "module";
  const isMethod = isCallable(definition) && definition.container !== undefined;
  return [
    ...isExtended ? subtypes(target, index) : [],
    ...overrides(target, index),
    ...callers,
    ...isMethod ? [] : mentions(target, index),
  ];
}

function subtypes(target: Defined, index: CodeIndex): Related[] {
  const steps = walk([target], LEVELS, (base) => {
    const { name, kind } = base.definition;
    return index.subtypes(name).filter(({ file, definition }) =>
      isFamily(file.language, base.file.language) && definition.name !== target.definition.name
    ).map(({ file, definition }) => {
      const isImplemented = kind === "interface" && definition.kind !== "interface";
      const says = saidBefore(`${isImplemented ? "implements" : "inherits from"} ${name}`, base);
      return { file, line: definition.line, symbol: definition, says, sure: FURTHER };
    });
  });
  return steps.map((step) => ({ ...step, sure: VALUE.inherits * step.sure / FURTHER }));
}

/** Methods of subtypes that override a method. */
function overrides({ file: home, definition }: Defined, index: CodeIndex): Related[] {
  const { name, container } = definition;
  if (container === undefined || name === container) return [];
  const own = index.definers(container).find(({ file, definition: { kind } }) =>
    file === home && isType(kind)
  );
  return (own === undefined ? [] : subtypes(own, index)).flatMap(({ file, symbol: type }) =>
    file.definitions.filter((each) => each.name === name && each.container === type?.name).map((symbol) => ({
      file,
      line: symbol.line,
      symbol,
      says: `overrides ${qualifiedName(definition)}`,
      sure: VALUE.overrides,
    }))
  );
}

/** The first line of each function or type that names a definition, other than to import or call it. */
function mentions({ file: home, definition }: Defined, index: CodeIndex): Related[] {
  const { name } = definition;
  const word = wordPattern(name);
  const found: Related[] = [];
  for (const file of index.naming(name, home.path)) {
    if (!isFamily(file.language, home.language)) continue;
    const isTied = file === home || index.imports(file, home) ||
      folderOf(file.path) === folderOf(home.path);
    if (!isTied && file.definitions.some((each) => each.name === name)) continue;
    const seen = new Set<Definition | undefined>();
    for (const [at, text] of file.lines.entries()) {
      const line = at + 1;
      if (!text.includes(name) || IMPORT_LINE.test(text) || !word.test(file.code[at] ?? "")) continue;
      if (file.calls.some((call) => call.line === line && call.name === name)) continue;
      if (file === home && definition.line <= line && line <= definition.endLine) continue;
      const symbol = enclosingCallable(file.definitions, line) ?? enclosing(file.definitions, line);
      if (symbol?.name === name || symbol?.bases?.includes(name) || seen.has(symbol)) continue;
      seen.add(symbol);
      const sure = VALUE.refers * (isTied ? 1 : UNTIED) * (symbol === undefined ? OUTSIDE : 1);
      found.push({ file, line, symbol, says: `refers to ${name}`, sure });
    }
  }
  return found;
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

/** Tests that are worth running whether or not they name what changes: those named like a file, or changed in the same commits. A test may come for several reasons. */
export function testsToRun(path: string, index: CodeIndex): Related[] {
  const document = index.corpus.document(path);
  if (document === undefined || isTest(path)) return [];
  const named = testsOf(index.corpus, document).map((test) => ({
    test: index.corpus.path(test),
    says: `named like ${path}`,
    sure: NAMED,
  }));
  return [...named, ...changedWith(path, index)].flatMap(({ test, says, sure }) => {
    const file = index.read(test);
    return file === undefined ? [] : [{ file, ...placeIn(file, path), says, sure }];
  });
}

/** The import of the file, else the first test. */
function placeIn({ lines, definitions }: SourceFile, path: string): Pick<Related, "line" | "symbol"> {
  const imported = importLine(lines, path);
  if (imported !== undefined) return { line: imported };
  const symbol = definitions.find(isCallable) ?? definitions[0];
  return { line: symbol?.line ?? 1, symbol };
}

/** Tests that changed in the commits that changed a file, most often first. */
function changedWith(path: string, { stored: { history } }: CodeIndex) {
  const own = history.commitsOf(path).slice(0, MAX_COMMITS);
  const counts = new Map<string, number>();
  for (const commit of own) {
    for (const other of history.filesOf(commit)) counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  return [...counts].filter(([test, together]) =>
    isTest(test) && isSource(test) && together >= Math.max(MIN_TOGETHER, MIN_SHARE * own.length)
  ).sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, MAX_CHANGED)
    .map(([test, together]) => ({
      test,
      says: `changed with ${path} in ${together} of its ${own.length} commits`,
      sure: CHANGED_LEAST + (CHANGED - CHANGED_LEAST) * together / own.length,
    }));
}
