import type { ShellNode } from "./shell_tree.ts";

/** One command of a shell text, as the shell would start it. */
export interface ShellCommand {
  /** Its name and arguments, with quotes taken off and variables that the text sets put in. */
  words: readonly string[];
  /** Names of the commands whose output stands among its words: `curl` of `bash -c "$(curl …)"`. */
  substituted: readonly string[];
  /** What a here-document or here-string gives it. */
  input?: string;
  /** The commands whose output is piped into it. */
  fedBy: readonly ShellCommand[];
  /** Whether it is run again and again. */
  inLoop: boolean;
  /** Values that it puts into the environment of what it starts. */
  assigned: readonly string[];
  text: string;
}

interface Surroundings {
  inLoop: boolean;
  fedBy: readonly ShellCommand[];
  input?: string | undefined;
}

const LOOPS = new Set(["for_statement", "c_style_for_statement", "while_statement"]);
const NO_COMMANDS: ReadonlySet<string> = new Set(["raw_string", "heredoc_end", "comment"]);

/** The commands of a parsed text in order, those in substitutions, loops and functions included. */
export function shellCommands(root: ShellNode): ShellCommand[] {
  const found: ShellCommand[] = [];
  const variables = new Map<string, string[]>();
  walk(root, { inLoop: false, fedBy: [] });
  return found;

  /** Walks a node; gives the commands of it whose output goes where the node's goes. */
  function walk(node: ShellNode, around: Surroundings): ShellCommand[] {
    if (NO_COMMANDS.has(node.type)) return [];
    if (node.type === "command") return [command(node, around)];
    if (node.type === "variable_assignment") assign(node);
    if (node.type === "pipeline") return piped(node.children, around);
    if (node.type === "redirected_statement") return redirected(node, around);
    const inLoop = around.inLoop || LOOPS.has(node.type);
    return node.children.flatMap((child) => walk(child, { ...around, inLoop }));
  }

  function command(node: ShellNode, { inLoop, fedBy, input }: Surroundings): ShellCommand {
    const named = node.children.findIndex(({ type }) => type === "command_name");
    const before = node.children.slice(0, Math.max(0, named));
    const behind = node.children.slice(Math.max(0, named));
    const args = behind.filter(({ type }) => !type.endsWith("_redirect"));
    const fed = behind.find(({ type }) => type === "herestring_redirect")?.children.at(-1);
    const made: ShellCommand = {
      words: args.flatMap((each) => wordsOf(each, variables)),
      substituted: args.flatMap(namesIn),
      fedBy,
      inLoop,
      assigned: before.filter(({ type }) => type === "variable_assignment").map((each) =>
        each.children.slice(1).map(textOf).join("")
      ),
      text: node.text,
    };
    const text = fed === undefined ? input : textOf(fed);
    const complete = text === undefined ? made : { ...made, input: text };
    for (const each of node.children) walk(each, { inLoop, fedBy: [] });
    found.push(complete);
    return complete;
  }

  function piped(stages: readonly ShellNode[], around: Surroundings): ShellCommand[] {
    let last: readonly ShellCommand[] = around.fedBy;
    for (const stage of stages) last = walk(stage, { ...around, fedBy: last });
    return [...last];
  }

  /** `cat <<EOF | sh`: what is piped on stands in the here-document's node. */
  function redirected({ children }: ShellNode, around: Surroundings): ShellCommand[] {
    const document = children.find(({ type }) => type === "heredoc_redirect");
    const body = document?.children.find(({ type }) => type === "heredoc_body");
    const bodies = children.filter(({ type }) => !type.endsWith("_redirect"));
    const herestring = children.find(({ type }) => type === "herestring_redirect")?.children.at(-1);
    const input = body?.text ?? (herestring && textOf(herestring)) ?? around.input;
    const own = bodies.flatMap((each) => walk(each, { ...around, input }));
    for (const each of children.filter((each) => !bodies.includes(each) && each !== document)) {
      walk(each, around);
    }
    const further = document?.children.filter(({ type }) => !type.startsWith("heredoc_")) ?? [];
    if (body !== undefined && !/^['"\\]/.test(document?.children[0]?.text ?? "")) {
      walk(body, { ...around, fedBy: [] });
    }
    return further.length === 0 ? own : further.flatMap((each) => walk(each, { ...around, fedBy: own }));
  }

  function assign({ children: [name, value] }: ShellNode): void {
    if (name === undefined || name.type !== "variable_name") return;
    const words = value?.type === "array"
      ? value.children.flatMap((each) => wordsOf(each, variables))
      : value === undefined
      ? []
      : wordsOf(value, variables).flatMap((word) => word.split(/\s+/));
    variables.set(name.text, words);
  }
}

/** The words that a shell makes of one: a variable may be several, or none. */
function wordsOf(node: ShellNode, variables: ReadonlyMap<string, string[]>): string[] {
  const variable = node.type === "command_name" || node.type === "string" ? node.children : [node];
  const only = variable.length === 1 ? variable[0] : undefined;
  if (only?.type === "simple_expansion" || only?.type === "expansion") {
    const known = variables.get(/\w+/.exec(only.text)?.[0] ?? "");
    if (known !== undefined) return known;
  }
  return [textOf(node)];
}

/** A word without its quotes and escapes; what is only known while it runs stays as it is written. */
function textOf(node: ShellNode): string {
  switch (node.type) {
    case "command_name":
    case "concatenation":
      return node.children.length === 0 ? unescaped(node.text) : node.children.map(textOf).join("");
    case "raw_string":
      return node.text.slice(1, -1);
    case "ansi_c_string":
      return decoded(node.text.slice(2, -1));
    case "string":
      return node.text.slice(1, -1).replace(/\\(["\\$`])/g, "$1");
    case "word":
      return unescaped(node.text);
    default:
      return node.text;
  }
}

function unescaped(word: string): string {
  return word.replace(/\\\n/g, "").replace(/\\([^])/g, "$1");
}

/** A text with the escapes that `printf`, `echo -e` and `$'…'` know for letters. */
export function decoded(text: string): string {
  return text.replace(/\\x([0-9a-fA-F]{1,2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/\\(0?[0-7]{1,3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8) & 0xff))
    .replaceAll("\\n", "\n").replaceAll("\\t", "\t");
}

function namesIn(node: ShellNode): string[] {
  if (node.type === "command_name") return [node.text];
  return node.children.flatMap(namesIn);
}
