import { folderOf } from "../files/folder_of.ts";
import type { SourceFile } from "../files/source_file.ts";
import { type Definition, isType } from "../structure/definition.ts";
import { enclosing, enclosingCallable, isCallable, qualifiedName } from "../structure/enclosing.ts";
import { isFamily } from "../structure/language_families.ts";
import { IMPORT_LINE, wordPattern } from "../structure/words.ts";
import { callersOf } from "./callers.ts";
import type { CodeIndex, Defined } from "./code_index.ts";
import { imports } from "./resolve.ts";

/** A place that a change reaches, and how. */
export interface Dependent {
  file: SourceFile;
  line: number;
  symbol?: Definition | undefined;
  /** `calls priceOf`, `inherits from Place, which inherits from Shop`. */
  says: string;
  /** 0..1: how surely the change breaks it. */
  value: number;
  by: "inheritance" | "use";
}

const VALUE = { inherits: 0.95, overrides: 0.92, calls: 0.9, refers: 0.75 };
/** What a type is worth that inherits over another one. */
const FURTHER = 0.85;
/** What a mention is worth in a file that neither imports the definition's nor lies beside it. */
const UNTIED = 0.6;
/** What one is worth that stands in no function or type. */
const OUTSIDE = 0.9;
const MAX_LEVELS = 3;
const MAX_SUBTYPES = 60;

/** What depends on a definition: who calls it, speaks of it, extends and overrides it. Stops at `deadline` (a `performance.now()` value). */
export function dependentsOf(
  target: Defined,
  index: CodeIndex,
  deadline: number,
): { found: Dependent[]; left: number; cutOff: boolean } {
  const { definition } = target;
  const subtypes = isType(definition.kind) || definition.kind === "module"
    ? below(target, definition.name, index)
    : [];
  const { callers, left, cutOff } = callersOf(target, index, deadline);
  const isOwn = (file: SourceFile, line: number) =>
    file === target.file && definition.line <= line && line <= definition.endLine;
  const calls = callers.filter(({ file, line }) => !isOwn(file, line)).map(
    ({ file, line, symbol, sure }): Dependent => {
      const doubt = sure <= UNTIED ? ", by its name alone" : "";
      const says = `calls ${definition.name}${doubt}`;
      return { file, line, symbol, says, value: VALUE.calls * sure, by: "use" };
    },
  );
  const refers = isCallable(definition) && definition.container !== undefined
    ? []
    : mentions(target, index, deadline);
  return { found: [...subtypes, ...overrides(target, index), ...calls, ...refers], left, cutOff };
}

function below(target: Defined, asked: string, index: CodeIndex): Dependent[] {
  const found = new Map<Definition, Dependent>();
  let front = [{ base: target, way: "", value: VALUE.inherits }];
  for (let level = 0; level < MAX_LEVELS; level++) {
    const next: typeof front = [];
    for (const { base, way, value } of front) {
      for (const { file, definition } of index.subtypes(base.definition.name)) {
        if (found.size >= MAX_SUBTYPES || found.has(definition) || definition.name === asked) continue;
        if (!isFamily(file.language, base.file.language)) continue;
        const isImplemented = base.definition.kind === "interface" && definition.kind !== "interface";
        const says = `${isImplemented ? "implements" : "inherits from"} ${base.definition.name}${way}`;
        found.set(definition, {
          file,
          line: definition.line,
          symbol: definition,
          says,
          value,
          by: "inheritance",
        });
        next.push({ base: { file, definition }, way: `, which ${says}`, value: value * FURTHER });
      }
    }
    front = next;
  }
  return [...found.values()];
}

/** Methods of subtypes that override a method. */
function overrides({ file: home, definition }: Defined, index: CodeIndex): Dependent[] {
  const { name, container } = definition;
  if (container === undefined || name === container) return [];
  const own = index.definers(container).find(({ file, definition: { kind } }) =>
    file === home && isType(kind)
  );
  return (own === undefined ? [] : below(own, container, index)).flatMap(({ file, symbol: type }) =>
    file.definitions.filter((each) => each.name === name && each.container === type?.name).map((symbol) => ({
      file,
      line: symbol.line,
      symbol,
      says: `overrides ${qualifiedName(definition)}`,
      value: VALUE.overrides,
      by: "inheritance" as const,
    }))
  );
}

/** The first line of each function or type that names a definition, other than to import or call it. */
function mentions({ file: home, definition }: Defined, index: CodeIndex, deadline: number): Dependent[] {
  const { name } = definition;
  const word = wordPattern(name);
  const found: Dependent[] = [];
  for (const file of index.naming(name, [home.path]).files) {
    if (performance.now() > deadline) break;
    if (!isFamily(file.language, home.language)) continue;
    const own = file !== home && file.definitions.some((each) => each.name === name);
    const isTied = file === home || imports(file, home, index) || folderOf(file.path) === folderOf(home.path);
    if (own && !isTied) continue;
    const seen = new Set<Definition | undefined>();
    for (const [at, text] of file.lines.entries()) {
      if (!text.includes(name) || IMPORT_LINE.test(text)) continue;
      const line = at + 1;
      if (
        !word.test(file.codeLine(line)) || file.calls.some((call) => call.line === line && call.name === name)
      ) {
        continue;
      }
      if (file === home && definition.line <= line && line <= definition.endLine) continue;
      const symbol = enclosingCallable(file.definitions, line) ?? enclosing(file.definitions, line);
      if (symbol?.name === name || symbol?.bases?.includes(name) || seen.has(symbol)) continue;
      seen.add(symbol);
      const value = VALUE.refers * (isTied ? 1 : UNTIED) * (symbol === undefined ? OUTSIDE : 1);
      found.push({ file, line, symbol, says: `refers to ${name}`, value, by: "use" });
    }
  }
  return found;
}
