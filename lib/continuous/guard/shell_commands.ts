import type { Node } from "web-tree-sitter";
import { grammarModule, openLibrary } from "../../codebase/syntax/parser_library.ts";
import { attempt } from "../../settings/attempt.ts";

/** One command of a shell text, as the shell would start it. */
export interface ShellCommand {
  /** Its name and arguments, without quotes. An expansion stays as it is written. */
  words: string[];
  /** As it is written, with all of the pipeline that feeds it. */
  text: string;
  /** Whether the output of another command is piped into it. */
  isFed: boolean;
  /** Whether a loop runs it. */
  inLoop: boolean;
  /** What a here-document or a here-string gives it. */
  input: string;
  /** Names of the commands whose output stands among its words. */
  substituted: string[];
}

/** `inDoubt`: the grammar has not understood all of the text, so its commands may be others. */
export interface ShellText {
  commands: ShellCommand[];
  inDoubt: boolean;
}

/** Parses a shell text; undefined where it is too long or nested too deep for honest work. */
export type ShellParser = (text: string) => ShellText | undefined;

const MAX_CHARS = 32 * 1024;
/** Nodes in one another. */
const MAX_DEPTH = 150;
/** ms for one text. */
const PARSE_MS = 500;

let loading: Promise<ShellParser> | undefined;

/** The parser of bash that the program carries; loaded with the first call. */
export function shellParser(): Promise<ShellParser> {
  return loading ??= load();
}

async function load(): Promise<ShellParser> {
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
      const place = { fed: undefined, inLoop: false, input: "", document: undefined, depth: 0 };
      const isRead = collect(tree.rootNode, place, commands);
      return isRead ? { commands, inDoubt: tree.rootNode.hasError } : undefined;
    } finally {
      tree.delete();
    }
  };
}

/** Where a node stands. */
interface Place {
  /** The text with what is piped into it; undefined where nothing is. */
  fed: string | undefined;
  inLoop: boolean;
  input: string;
  /** Text of the statement whose here-document it stands in: there stands what is piped on from the document. */
  document: string | undefined;
  depth: number;
}

const LOOPS = new Set(["for_statement", "c_style_for_statement", "while_statement"]);

/** Finds the commands in a node, those of substitutions before the one they stand in; false where they are nested too deep. */
function collect(node: Node, { fed, inLoop, input, document, depth }: Place, found: ShellCommand[]): boolean {
  if (depth > MAX_DEPTH) return false;
  const { type, text, namedChildren: children } = node;
  const isCommand = type === "command" || type === "test_command";
  const isPipeline = type === "pipeline";
  const given = children.map(inputOf).find((each) => each !== undefined) ?? input;
  const first = found.length;
  const inside: Place = {
    fed: isCommand ? undefined : fed,
    inLoop: inLoop || LOOPS.has(type),
    input: isCommand || isPipeline ? "" : given,
    document: type === "redirected_statement" ? text : type === "heredoc_redirect" ? document : undefined,
    depth: depth + 1,
  };
  const areRead = children.every((child, at) => {
    const isFed = isPipeline && (at > 0 || document !== undefined);
    return collect(child, isFed ? { ...inside, fed: fed ?? document ?? text } : inside, found);
  });
  if (isCommand) {
    const words = children.filter((child) => !/_redirect$|^variable_assignment$/.test(child.type)).map(
      wordOf,
    );
    found.push({
      words: type === "command" ? words : ["test", ...words],
      text: fed ?? text,
      isFed: fed !== undefined,
      inLoop: inside.inLoop,
      input: given,
      substituted: found.slice(first).map(({ words: [name = ""] }) => name),
    });
  }
  return areRead;
}

/** What a redirection gives on stdin. */
function inputOf({ type, namedChildren }: Node): string | undefined {
  if (type === "herestring_redirect") return namedChildren.map(wordOf).join("");
  if (type !== "heredoc_redirect") return undefined;
  return namedChildren.find((child) => child.type === "heredoc_body")?.text;
}

/** A word without its quotes. */
function wordOf({ type, text, namedChildren }: Node): string {
  switch (type) {
    case "command_name":
    case "concatenation":
      return namedChildren.map(wordOf).join("");
    case "raw_string":
      return text.slice(1, -1);
    case "ansi_c_string":
      return text.slice(2, -1);
    case "string":
      return text.slice(1, -1).replace(/\\(["\\$`\n])/g, "$1");
    case "word":
      return text.replaceAll("\\\n", "").replace(/\\([^])/g, "$1");
    default:
      return text;
  }
}
