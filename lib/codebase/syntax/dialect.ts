import type { Language } from "../files/languages.ts";
import type { DefinitionKind } from "../structure/definition.ts";
import table from "./dialects.txt" with { type: "text" };
import { type NodePath, nodePath } from "./node_path.ts";
import type { Vocabulary } from "./syntax_tree.ts";

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
  primitive?: true;
}

/** What the node types of a grammar mean, by their ids. `namespaces`: whether a module is no container. */
export interface Roles {
  namespaces: boolean;
  byType: readonly (Role | undefined)[];
}

/** The grammars that `dialects.txt` has rules for. */
export const GRAMMARS = [...table.matchAll(/^\[(\w[^\]]*)\]$/gm)].flatMap(([, names = ""]) =>
  names.split(" ")
);

export function rolesOf(grammar: string, vocabulary: Vocabulary): Roles {
  const byName = new Map<string, Role>();
  const paths = new Map<string, string>();
  const lines = rulesFor(grammar);
  for (const line of lines) {
    const [, name, path] = /^(\$\w+) = (.*)$/.exec(line) ?? [];
    const spelled = (path ?? line).replace(/\$[A-Z_]+/g, (written) => paths.get(written) ?? written);
    if (name !== undefined) paths.set(name, spelled);
    const [, types, kind = "", rest = ""] = /^([\w|]+): (\w+) ?(.*)$/.exec(spelled) ?? [];
    for (const type of types?.split("|") ?? []) {
      const role = byName.get(type) ?? {};
      byName.set(type, role);
      if (kind === "calls" || kind === "comment") role[kind] = nodePath(rest, vocabulary);
      else if (kind === "skipped" || kind === "local" || kind === "primitive") role[kind] = true;
      else (role.defines ??= []).push(ruleOf(kind as DefinitionKind, rest, vocabulary));
    }
  }
  return {
    namespaces: lines.includes("namespaces"),
    // A keyword may be spelled like a node type: TypeScript has a `module` of either sort.
    byType: vocabulary.types.map((type, id) => vocabulary.kept[id] === 1 ? byName.get(type) : undefined),
  };
}

function rulesFor(grammar: string): string[] {
  const sections = table.split(/^\[/m).map((section) => section.split("\n"));
  const meant = sections.filter(([head = ""]) =>
    head === "*]" || head.replace("]", "").split(" ").includes(grammar)
  );
  return meant.flatMap(([, ...lines]) => lines).filter((line) => !line.startsWith("#"));
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

const CPP_LINE =
  /^\s*(?:(?:inline\s+)?namespace\b|template\s*<|class\s+\w|(?:public|private|protected)\s*:|using\s+\w)/m;

/** The grammar a file is parsed with; undefined where there is none. JSX is a grammar of its own: in it `<T>x` is no cast. A header's name does not tell C from C++, so its text has to. */
export function grammarOf(language: Language, path: string, text: string): string | undefined {
  if (language === "typescript" && /\.tsx$/i.test(path)) return "tsx";
  if (language === "c" && /\.h$/i.test(path) && CPP_LINE.test(text)) return "cpp";
  return named(language);
}

export function hasGrammar(language: Language): boolean {
  return named(language) !== undefined;
}

function named(language: Language): string | undefined {
  const name = language === "csharp" ? "c_sharp" : language;
  return GRAMMARS.includes(name) ? name : undefined;
}
