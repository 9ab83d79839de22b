import type { DefinitionKind } from "../structure/definition.ts";

/** One way in which a node defines a name. All that is written as text is a path down from the node (`nodePath`). */
export interface Rule {
  kind: DefinitionKind;
  /** Where its names are; `name` unless said. */
  name?: string;
  /** It applies only where these lead somewhere, or nowhere, or to a node whose parent is of one of these types. */
  needs?: string;
  unless?: string;
  in?: string;
  /** The type that it belongs to, where that stands before the name. */
  container?: string;
  /** Types that it extends. */
  bases?: string;
  /** Not in functions, where a value is nobody else's business. */
  top?: true;
  /** What stands in it does not belong to it. */
  leaf?: true;
  /** Its name stands at its end: it is found at its first line. */
  whole?: true;
}

/** How the node types of a language's grammars are to be read. Those that no grammar of it has do no harm. */
export interface Dialect {
  /** Comments, by the path that has to lead somewhere for a node to be one. */
  comments: Readonly<Record<string, string>>;
  /** Passed over with all that is in them: imports are told elsewhere. */
  skipped?: string;
  /** Their insides are local. */
  functions: string;
  /** By node type; the first rule that applies holds. */
  defines: Readonly<Record<string, Rule | readonly Rule[]>>;
  /** Paths to what is called. */
  calls: Readonly<Record<string, string>>;
  /** Whether a module is a namespace only: then it is no container. */
  namespaces?: true;
}
