/** What a definition is; languages' own words are mapped to these, `struct` and `trait` to `class` and `interface`. */
export type DefinitionKind =
  | "function"
  | "method"
  | "class"
  | "interface"
  | "type"
  | "enum"
  | "constant"
  | "property"
  | "module"
  | "macro"
  /** Not a name of its own but more of one: Rust `impl`, Swift `extension`, Objective-C `@implementation`. */
  | "implementation";

/** A place where a name gets its meaning. Lines are 1-based; `endLine` is an estimate from braces or indentation. */
export interface Definition {
  name: string;
  kind: DefinitionKind;
  line: number;
  endLine: number;
  /** The line as written, trimmed, at most 200 characters. */
  signature: string;
  /** The class, object or module it stands in. */
  container?: string;
  /** Last parts of the names of superclasses and interfaces. */
  bases?: string[];
}

/** A call as it is written: the last part of what is called, and where. */
export interface Call {
  name: string;
  /** 1-based. */
  line: number;
  /** What stands before the name's dot, arrow or colons, where it is one plain name: `this`, `self`, a variable, a type. */
  receiver?: string;
}

/** What a parser finds in one file. Lines are 1-based. */
export interface Outline {
  /** In order of lines, outer before inner; `line` and `endLine` are exact. */
  definitions: Definition[];
  /** In order of lines; calls of constructors and macros among them. */
  calls: Call[];
  /** Lines that hold nothing but comment (a Python docstring is one), as first and last line of each run. */
  comments: [number, number][];
}

export const MAX_SIGNATURE = 200;
/** Definitions of one file beyond which it is generated data. */
export const MAX_DEFINITIONS = 20_000;
/** What a name may stand behind without belonging to it. */
export const NO_CONTAINER = /^(?:exports|module|this|self|prototype)$/;

const TYPES: ReadonlySet<DefinitionKind> = new Set(["class", "interface", "enum", "type", "implementation"]);
const CALLABLE: ReadonlySet<DefinitionKind> = new Set(["function", "method", "macro"]);

/** Whether functions inside are its methods. */
export function isType(kind: DefinitionKind): boolean {
  return TYPES.has(kind);
}

/** The innermost of the `wanted` definitions around a 1-based line. `definitions` are in order of lines. */
export function enclosing(
  definitions: readonly Definition[],
  line: number,
  wanted: (definition: Definition) => boolean = () => true,
): Definition | undefined {
  let found: Definition | undefined;
  for (const definition of definitions) {
    if (definition.line > line) break;
    if (definition.endLine >= line && wanted(definition)) found = definition;
  }
  return found;
}

/** `enclosing` for many of the 1-based lines of a file with so many `lines`, of those definitions that are `wanted`. */
export function enclosingOf(
  definitions: readonly Definition[],
  lines: number,
  wanted: (definition: Definition) => boolean = () => true,
): (line: number) => Definition | undefined {
  const innermost = new Uint32Array(lines + 1);
  definitions.forEach((definition, index) => {
    if (wanted(definition)) innermost.fill(index + 1, definition.line, definition.endLine + 1);
  });
  return (line) => definitions[(innermost[line] ?? 0) - 1];
}

export function isCallable({ kind }: Definition): boolean {
  return CALLABLE.has(kind);
}

/** `Class.method`, or the name alone. */
export function qualifiedName({ name, container }: Definition): string {
  return container === undefined ? name : `${container}.${name}`;
}

/** The name of what holds a definition that stands in `around`. `isSpace`: whether a module only is a space of names. */
export function containerIn(around: Definition | undefined, isSpace: boolean): string | undefined {
  if (around === undefined) return undefined;
  const holds = isType(around.kind) || around.kind === "constant" || (around.kind === "module" && !isSpace);
  return holds ? around.name : undefined;
}
