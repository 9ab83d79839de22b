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
  top?: boolean;
  /** What stands in it does not belong to it. */
  leaf?: boolean;
  /** Its name stands at its end: it is found at its first line. */
  whole?: boolean;
}

/** How the node types of a language's grammars are to be read. Those that no grammar of it has do no harm. */
export interface Dialect {
  /** Comments, by the path that has to lead somewhere for a node to be one. */
  comments: Readonly<Record<string, string>>;
  /** Passed over with all that is in them: imports are told elsewhere. */
  skipped?: string;
  /** Their insides are local. */
  functions: string;
  /** A rule a line, `types|of|nodes: kind name=path top`, read by `rulesOf`. */
  defines: string;
  /** Paths to what is called. */
  calls: Readonly<Record<string, string>>;
  /** Whether a module is a namespace only: then it is no container. */
  namespaces?: true;
}

/** The rules of a dialect by node type; the first that applies holds. */
export function rulesOf({ defines }: Dialect): Map<string, Rule[]> {
  const rules = new Map<string, Rule[]>();
  for (const line of defines.trim().split("\n")) {
    const [, types = "", kind = "", parts = ""] = /^\s*([\w|]+): (\w+) ?(.*)$/.exec(line) ?? [];
    const said = parts.split(" ").filter((part) => part !== "").map((part) => {
      const [key = "", ...value] = part.split("=");
      return [key, value.length === 0 ? true : value.join("=")];
    });
    const rule: Rule = { kind: kind as DefinitionKind, ...Object.fromEntries(said) };
    for (const type of types.split("|")) rules.set(type, [...rules.get(type) ?? [], rule]);
  }
  return rules;
}
