import type { DefinitionKind } from "../structure/definition.ts";
import { type NodePath, nodePath } from "./node_path.ts";
import type { Vocabulary } from "./syntax_tree.ts";

/** Node types of all grammars: those of one are nothing else in another. */
const COMMENTS = "comment line_comment block_comment html_comment hash_bang_line shebang".split(" ");
/** Passed over with all that is in them: imports are told elsewhere. */
const SKIPPED = (
  "using_declaration using_directive extern_alias_directive import_declaration package_clause " +
  "package_declaration import_statement export_clause import package_header namespace_use_declaration " +
  "namespace_name import_from_statement future_import_statement use_declaration " +
  "extern_crate_declaration attribute_item inner_attribute_item"
).split(" ");
/** Their insides are local. */
const FUNCTIONS = (
  "function_definition lambda_expression method_declaration constructor_declaration " +
  "destructor_declaration operator_declaration conversion_operator_declaration local_function_statement " +
  "anonymous_method_expression accessor_list arrow_expression_clause global_statement " +
  "function_declaration func_literal compact_constructor_declaration static_initializer " +
  "generator_function_declaration function_expression generator_function arrow_function " +
  "method_definition class_static_block secondary_constructor anonymous_initializer anonymous_function " +
  "lambda_literal getter setter lambda method singleton_method function_item closure_expression"
).split(" ");

/** How the node types of a language's grammars are to be read. Those that no grammar of it has do no harm. */
export interface Dialect {
  /** A rule a line, `types|of|nodes: kind name=path top`. The first that applies holds. */
  defines: string;
  /** Paths to what is called. */
  calls: Readonly<Record<string, string>>;
  /** What is a comment where a path leads somewhere. */
  remarks?: Readonly<Record<string, string>>;
  /** Whether a module is a namespace only: then it is no container. */
  namespaces?: true;
}

/** One way in which a node defines a name. */
export interface Rule {
  kind: DefinitionKind;
  /** Where its names are; `name` unless said. */
  name: NodePath;
  /** It applies only where these lead somewhere, or nowhere, or to a node whose parent is of one of these types (`in`). */
  needs: NodePath | undefined;
  unless: NodePath | undefined;
  parents: readonly string[] | undefined;
  /** The type that it belongs to, where that stands before the name. */
  container: NodePath | undefined;
  /** Types that it extends. */
  bases: NodePath | undefined;
  /** Not in functions, where a value is nobody else's business. */
  top: boolean;
  /** What stands in it does not belong to it. */
  leaf: boolean;
  /** Its name stands at its end: it is found at its first line. */
  whole: boolean;
}

/** What is done at nodes of one type. */
interface Role {
  defines?: Rule[];
  calls?: NodePath;
  comment?: NodePath;
  skipped?: true;
  local?: true;
}

/** A dialect by the ids of a grammar's node types. */
export interface Roles {
  namespaces: boolean;
  byType: readonly (Role | undefined)[];
}

export function rolesOf(dialect: Dialect, vocabulary: Vocabulary): Roles {
  const byName = new Map<string, Role>();
  const role = (type: string): Role => {
    const known = byName.get(type) ?? {};
    byName.set(type, known);
    return known;
  };
  for (const line of dialect.defines.trim().split("\n")) {
    const [, types = "", kind = "", parts = ""] = /^\s*([\w|]+): (\w+) ?(.*)$/.exec(line) ?? [];
    const rule = ruleOf(kind as DefinitionKind, parts, vocabulary);
    for (const type of types.split("|")) (role(type).defines ??= []).push(rule);
  }
  for (const [type, path] of Object.entries(dialect.calls)) role(type).calls = nodePath(path, vocabulary);
  for (const [type, path] of Object.entries(dialect.remarks ?? {})) {
    role(type).comment = nodePath(path, vocabulary);
  }
  for (const type of COMMENTS) role(type).comment = nodePath("", vocabulary);
  for (const type of SKIPPED) role(type).skipped = true;
  for (const type of FUNCTIONS) role(type).local = true;
  return {
    namespaces: dialect.namespaces === true,
    // A keyword may be spelled like a node type: TypeScript has a `module` of either sort.
    byType: vocabulary.types.map((type, id) => vocabulary.kept[id] === 1 ? byName.get(type) : undefined),
  };
}

function ruleOf(kind: DefinitionKind, parts: string, vocabulary: Vocabulary): Rule {
  const said = new Map(
    parts.split(" ").map((part) => {
      const [key = "", ...value] = part.split("=");
      return [key, value.join("=")];
    }),
  );
  const path = (key: string) => {
    const written = said.get(key);
    return written === undefined ? undefined : nodePath(written, vocabulary);
  };
  return {
    kind,
    name: path("name") ?? nodePath("name", vocabulary),
    needs: path("needs"),
    unless: path("unless"),
    parents: said.get("in")?.split("|"),
    container: path("container"),
    bases: path("bases"),
    top: said.has("top"),
    leaf: said.has("leaf"),
    whole: said.has("whole"),
  };
}
