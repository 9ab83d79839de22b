import { importLine } from "../excerpts/proof.ts";
import { testsOf } from "../excerpts/relations.ts";
import { isTest } from "../files/languages.ts";
import { folderOf } from "../files/file_system.ts";
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
import { resolve } from "./resolve.ts";

/** A place that hangs together with a definition, and how. */
export interface Related {
  file: SourceFile;
  line: number;
  /** The function or type around it; undefined at the top of a file. */
  symbol?: Definition | undefined;
  /** `calls priceOf`, `inherits from Place, which inherits from Shop`. */
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

/** `calls total, which calls priceOf`: what is said of a step, behind `says`, which is its own. */
export function saidBefore(says: string, { says: before }: Origin): string {
  return before === "" ? says : `${says}, which ${before}`;
}

/** Names of constructors: they are called by their type's name. */
const CONSTRUCTOR = /^(?:__init__|__new__|constructor|initialize|__construct|init|new)$/;
/** Least sureness that is worth telling. */
const LEAST = 0.3;

/** Who calls a definition. */
export function callersOf(target: Origin, index: CodeIndex): Related[] {
  const { name, container } = target.definition;
  const made = container !== undefined && CONSTRUCTOR.test(name) ? container : undefined;
  const callers: Related[] = [];
  for (const file of index.naming(made ?? name, target.file.path)) {
    for (const call of file.calls) {
      if (call.name !== name && call.name !== made) continue;
      const caller = enclosingCallable(file.definitions, call.line);
      // The head of a function looks like a call to patterns, and an overload calls its like.
      if (caller?.name === name && caller.container === container) continue;
      const meant = resolve({ call, file, caller }, index);
      const sure = call.name === made
        ? meant[0]?.sure ?? 0
        : meant.find(({ definition }) => definition === target.definition)?.sure ?? 0;
      if (sure < LEAST) continue;
      const symbol = caller ?? enclosing(file.definitions, call.line);
      callers.push({ file, line: call.line, symbol, says: saidBefore(`calls ${call.name}`, target), sure });
    }
  }
  return callers;
}

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

/** Tests that are named like a file: worth running whether or not they name what changes. */
export function testsToRun(path: string, index: CodeIndex): Related[] {
  const document = index.corpus.document(path);
  if (document === undefined || isTest(path)) return [];
  return testsOf(index.corpus, document).flatMap((test) => {
    const file = index.read(index.corpus.path(test));
    const says = `named like ${path}`;
    return file === undefined ? [] : [{ file, line: importLine(file.lines, path) ?? 1, says, sure: NAMED }];
  });
}
