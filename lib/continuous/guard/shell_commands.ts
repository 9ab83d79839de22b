import type { Node } from "web-tree-sitter";
import { grammarModule, openLibrary } from "../../codebase/syntax/parser_library.ts";
import { attempt } from "../../settings/attempt.ts";

export interface ShellCommand {
  /** Its name and arguments, without quotes; `EXPANSION` finds what the shell puts in for a part. What sets variables is an `export`. */
  words: string[];
  files: { path: string; isWritten: boolean }[];
  /** As it is written; where another feeds it, the whole text. */
  text: string;
  isFed: boolean;
  /** What a here-document or a here-string gives it. */
  input: string;
  /** Names of the commands whose output stands among its words. */
  substituted: string[];
  /** The shells within the first one that it runs in, from the outside in. */
  shells: readonly number[];
}

/** A variable, by its name, or a substitution, which has none. */
export const EXPANSION = /\0([^\0]*)\0/g;

/** Parses a shell text; undefined where it is too long or nested too deep for honest work. `inDoubt`: the grammar has not understood all of it, so its commands may be others. */
export type ShellParser = (text: string) => { commands: ShellCommand[]; inDoubt: boolean } | undefined;

const MAX_CHARS = 32 * 1024;
const MAX_DEPTH = 150;
const PARSE_MS = 500;

export async function shellParser(): Promise<ShellParser> {
  const [library, module] = await Promise.all([openLibrary(), grammarModule("bash")]);
  const parser = library.parser();
  parser.setLanguage(library.load(module));
  return (text) => {
    if (text.length > MAX_CHARS) return undefined;
    const until = performance.now() + PARSE_MS;
    const progressCallback = () => performance.now() > until;
    // Where it breaks it may stay broken: then every text is too much for it.
    const tree = attempt(() => parser.parse(text, null, { progressCallback }));
    if (!tree) {
      attempt(() => parser.reset());
      return undefined;
    }
    try {
      const commands: ShellCommand[] = [];
      const outermost = { isFed: false, input: "", isDocument: false, shells: [], depth: 0 };
      const isRead = collect(tree.rootNode, outermost, commands);
      return isRead ? { commands, inDoubt: tree.rootNode.hasError } : undefined;
    } finally {
      tree.delete();
    }
  };
}

interface Place {
  isFed: boolean;
  input: string;
  /** Whether it stands in a statement with a here-document: there stands what is piped on from the document. */
  isDocument: boolean;
  shells: readonly number[];
  depth: number;
}

/** Finds the commands in a node, those of substitutions before the one they stand in; false where they are nested too deep. */
function collect(node: Node, place: Place, found: ShellCommand[]): boolean {
  const { isFed, input, isDocument, shells, depth } = place;
  if (depth > MAX_DEPTH) return false;
  const { type, text, namedChildren: children } = node;
  const sets = type === "variable_assignment" || type === "declaration_command";
  const isCommand = sets || type === "command" || type === "test_command";
  const isPipeline = type === "pipeline";
  const given = children.map(inputOf).find((each) => each !== undefined) ?? input;
  const first = found.length;
  const inside: Place = {
    isFed: isFed && !isCommand,
    input: isCommand || isPipeline ? "" : given,
    isDocument: type === "redirected_statement" || (isDocument && type === "heredoc_redirect"),
    shells: /^subshell$|_substitution$/.test(type) ? [...shells, node.startIndex] : shells,
    depth: depth + 1,
  };
  const areRead = children.every((child, at) =>
    collect(child, isPipeline && (at > 0 || isDocument) ? { ...inside, isFed: true } : inside, found)
  );
  const files = children.filter((child) => child.type === "file_redirect").flatMap((child) => {
    const path = child.namedChildren.at(-1);
    return path ? [{ path: wordOf(path), isWritten: !/^[^<>]*<(?!>)/.test(child.text) }] : [];
  });
  if (!isCommand && files.length === 0) return areRead;
  const words = children.filter(({ type }) => isCommand && !/_redirect$|^variable_assignment$/.test(type));
  const name = sets ? ["export"] : type === "test_command" ? ["test"] : [];
  found.push({
    words: [...name, ...(type === "variable_assignment" ? [node] : words).map(wordOf)],
    files,
    text: isFed ? node.tree.rootNode.text : text,
    isFed: isCommand && isFed,
    input: isCommand ? given : "",
    substituted: isCommand ? found.slice(first).map(({ words: [name = ""] }) => name) : [],
    shells,
  });
  return areRead;
}

function inputOf({ type, namedChildren }: Node): string | undefined {
  if (type === "herestring_redirect") return namedChildren.map(wordOf).join("");
  if (type !== "heredoc_redirect") return undefined;
  return namedChildren.find((child) => child.type === "heredoc_body")?.text;
}

function wordOf({ type, text, namedChildren, startIndex }: Node): string {
  if (type === "variable_assignment") return namedChildren.map(wordOf).join("=");
  if (type === "command_name" || type === "concatenation") return namedChildren.map(wordOf).join("");
  if (type === "raw_string") return text.slice(1, -1);
  if (type === "ansi_c_string") return text.slice(2, -1);
  if (type === "word") return text.replaceAll("\\\n", "").replace(/\\([^])/g, "$1");
  if (type === "command_substitution" || type === "process_substitution") return "\0\0";
  // What a variable falls back on, or is cut to, only the run tells.
  const variable = namedChildren.length > 1 ? "" : namedChildren[0]?.text ?? "";
  if (type === "simple_expansion" || type === "expansion") return `\0${variable}\0`;
  if (type !== "string") return text;
  let inner = text;
  for (const child of namedChildren.toReversed()) {
    if (!/expansion|substitution/.test(child.type)) continue;
    const at = child.startIndex - startIndex;
    inner = inner.slice(0, at) + wordOf(child) + inner.slice(at + child.text.length);
  }
  return inner.slice(1, -1).replace(/\\(["\\$`\n])/g, "$1");
}
