import { importLine, testsOf } from "../excerpts/relations.ts";
import { isTest } from "../files/languages.ts";
import { folderOf } from "../files/file_system.ts";
import type { SourceFile } from "../files/source_file.ts";
import { type Definition, enclosing, isCallable, isType, qualifiedName } from "../structure/definition.ts";
import { isFamily } from "../structure/language_table.ts";
import { IMPORT_LINE, wordPattern } from "../structure/line_patterns.ts";
import type { CodeIndex, Defined } from "./code_index.ts";
import { resolve } from "./resolve.ts";

/** A place that hangs together with a definition, and how. */
export interface Related {
  file: SourceFile;
  line: number;
  /** The function or type around it; undefined at the top of a file. */
  symbol?: Definition | undefined;
  /** `calls priceOf`, `inherits from Place`. */
  says: string;
  /** 0..1. */
  sure: number;
}

/** A definition on the way; `says` is empty for the first ones. */
export interface Origin extends Defined {
  says: string;
  sure: number;
}

export interface Step extends Related {
  depth: number;
}

/** What is reached over at most `depth` levels; from each, the `width` surest lead on of those that `leadsOn` lets. No definition leads on twice. */
export function walk(
  from: readonly Defined[],
  { depth, width, leadsOn = () => true }: {
    depth: number;
    width: number;
    leadsOn?: (step: Related) => boolean;
  },
  next: (at: Origin) => readonly Related[],
): Step[] {
  const steps: Step[] = [];
  const seen = new Set(from.map(({ definition }) => definition));
  let front: Origin[] = from.map((each) => ({ ...each, says: "", sure: 1 }));
  for (let level = 1; level <= depth; level++) {
    const origins = new Map<Definition, Origin>();
    for (const at of front) {
      for (const step of next(at)) {
        const { file, symbol, says } = step;
        if (symbol !== undefined && seen.has(symbol)) continue;
        const sure = step.sure * at.sure;
        steps.push({ ...step, sure, depth: level });
        if (symbol !== undefined && !origins.has(symbol) && leadsOn(step)) {
          origins.set(symbol, { file, definition: symbol, says, sure });
        }
      }
    }
    for (const symbol of origins.keys()) seen.add(symbol);
    front = [...origins.values()].sort((a, b) => b.sure - a.sure).slice(0, width);
  }
  return steps;
}

/** Names of constructors: they are called by their type's name. */
const CONSTRUCTOR = /^(?:__init__|__new__|constructor|initialize|__construct|init|new)$/;
/** Least sureness that is worth telling. */
const LEAST = 0.3;

export function callersOf(target: Origin, index: CodeIndex): Related[] {
  const { name, container } = target.definition;
  const made = container !== undefined && CONSTRUCTOR.test(name) ? container : undefined;
  const callers: Related[] = [];
  for (const file of index.naming(made ?? name, target.file.path)) {
    for (const call of file.calls) {
      if (call.name !== name && call.name !== made) continue;
      const caller = enclosing(file.definitions, call.line, isCallable);
      // The head of a function looks like a call to patterns, and an overload calls its like.
      if (caller?.name === name && caller.container === container) continue;
      const meant = resolve({ call, file, caller }, index);
      const sure = call.name === made
        ? meant[0]?.sure ?? 0
        : meant.find(({ definition }) => definition === target.definition)?.sure ?? 0;
      if (sure < LEAST) continue;
      const symbol = caller ?? enclosing(file.definitions, call.line);
      // `calls total, which calls priceOf`
      const says = [`calls ${call.name}`, target.says].filter((each) => each !== "").join(", which ");
      callers.push({ file, line: call.line, symbol, says, sure });
    }
  }
  return callers;
}

/** How surely a change of a definition breaks what hangs together with it. */
const VALUE = { inherits: 0.95, overrides: 0.92, calls: 0.9, refers: 0.75, outside: 0.65, named: 0.75 };

/** What depends on a definition: who calls it, speaks of it, extends and overrides it. */
export function dependentsOf(target: Defined, index: CodeIndex): Related[] {
  const { file: home, definition } = target;
  const { name, container = "" } = definition;
  const callers = callersOf({ ...target, says: "", sure: 1 }, index)
    .filter(({ file, line }) => file !== home || line < definition.line || definition.endLine < line)
    .map((each) => ({ ...each, sure: VALUE.calls * each.sure }));
  const overriding = index.definers(name).filter(({ file, definition: { container: type = "" } }) =>
    isFamily(file.language, home.language) && index.supertypes(type).has(container)
  ).map((each) => related(each, `overrides ${qualifiedName(definition)}`, VALUE.overrides));
  const isExtended = isType(definition.kind) || definition.kind === "module";
  const isMethod = isCallable(definition) && container !== "";
  return [
    ...isExtended ? subtypes(target, index) : [],
    ...overriding,
    ...callers,
    ...isMethod ? [] : mentions(target, index),
  ];
}

export function related({ file, definition }: Defined, says: string, sure: number) {
  return { file, line: definition.line, symbol: definition, says, sure };
}

/** Types that extend a type, and those that extend them. */
function subtypes(base: Defined, index: CodeIndex, seen = new Set([base.definition.name])): Related[] {
  const { name } = base.definition;
  return index.subtypes(name).flatMap((each) => {
    if (!isFamily(each.file.language, base.file.language) || seen.has(each.definition.name)) return [];
    seen.add(each.definition.name);
    return [related(each, `inherits from ${name}`, VALUE.inherits), ...subtypes(each, index, seen)];
  });
}

/** A line of each file that sees a definition and names it, other than to import it: in a function or type, where one is. */
function mentions({ file: home, definition: { name } }: Defined, index: CodeIndex): Related[] {
  const word = wordPattern(name);
  return [...index.naming(name, home.path)].flatMap((file) => {
    const own = file.definitions.filter((each) => each.name === name);
    const isSeen = index.imports(file, home) || folderOf(file.path) === folderOf(home.path);
    if (file !== home && (!isSeen || own.length > 0)) return [];
    const lines = file.code.flatMap((text, at) =>
      text.includes(name) && word.test(text) && !IMPORT_LINE.test(text) &&
        !own.some(({ line, endLine }) => line <= at + 1 && at < endLine)
        ? [at + 1]
        : []
    );
    const line = lines.find((line) => enclosing(file.definitions, line) !== undefined) ?? lines[0];
    if (line === undefined) return [];
    const symbol = enclosing(file.definitions, line, isCallable) ?? enclosing(file.definitions, line);
    const sure = symbol === undefined ? VALUE.outside : VALUE.refers;
    return [{ file, line, symbol, says: `refers to ${name}`, sure }];
  });
}

/** Tests that are named like a file: worth running whether or not they name what changes. */
export function testsToRun(path: string, index: CodeIndex): Related[] {
  const document = index.corpus.document(path);
  if (document === undefined || isTest(path)) return [];
  return testsOf(index.corpus, document).flatMap((test) => {
    const file = index.read(index.corpus.path(test));
    const says = `named like ${path}`;
    return file === undefined
      ? []
      : [{ file, line: importLine(file.lines, path) ?? 1, says, sure: VALUE.named }];
  });
}
