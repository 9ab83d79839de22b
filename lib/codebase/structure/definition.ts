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

/** What a line or statement was found to define, before it is known where it ends. */
export interface Candidate {
  /** Empty where the name follows the body, as in a C `typedef struct { … } name;`. */
  name: string;
  kind: DefinitionKind;
  container?: string;
  bases?: string[];
}

const TYPES: ReadonlySet<DefinitionKind> = new Set(["class", "interface", "enum", "type", "implementation"]);

/** Whether functions inside are its methods. */
export function isType(kind: DefinitionKind): boolean {
  return TYPES.has(kind);
}
