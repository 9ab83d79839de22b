/** One command of a shell text, as the shell would start it. */
export interface ShellCommand {
  /** Its name and arguments, without quotes. A substitution stays as it is written. */
  words: string[];
  /** As it is written, with the commands that are piped into it. */
  text: string;
  /** Whether the output of another command is piped into it. */
  isFed: boolean;
  /** Whether a loop runs it. */
  inLoop: boolean;
  /** What a here-document gives it. */
  input: string;
}

/** A text that is more than anybody writes in honest work. */
export class UnreadableText extends Error {
  override readonly name = "UnreadableText";
}

const MAX_CHARS = 32 * 1024;
/** Substitutions, subshells and scripts in one another. */
const MAX_DEPTH = 6;

const TOKENS =
  /\\(?<escaped>[^])|\$?'(?<raw>[^']*)'?|(?<quote>")|<<-?[ \t]*['"\\]?(?<here>[\w.-]+)['"]?|[<>&]*[<>]&?|(?<open>[$<>]?\(|`)|(?<comment>(?<!\S)#[^\n]*)|(?<end>\|[|&]?|&&?|;;?|\n|\))|(?<blank>[ \t\r]+)|[^]/y;
const QUOTED = /\\(?<escaped>[^])|(?<quote>")|(?<open>\$\(|`)|[^]/y;
/** What stands before the name of a command: keywords, values for its environment, redirections. */
const BEFORE = /^(?:[!{]|if|then|elif|else|while|until|do|time|\w+=.*|[\d&]*[<>].*)$/s;

/** The commands of a text in order, those of substitutions and subshells before the one they stand in. Throws `UnreadableText`. */
export function shellCommands(text: string, depth = 0): ShellCommand[] {
  if (text.length > MAX_CHARS || depth > MAX_DEPTH) throw new UnreadableText();
  const found: ShellCommand[] = [];
  let words: string[] = [];
  let word: string | undefined;
  let [begin, loops] = [0, 0];
  let [quoted, isFed] = [false, false];
  let documents: string[] = [];

  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (at: number) => {
    endWord();
    const name = words.findIndex((each) => !BEFORE.test(each));
    if (words.includes("do")) loops++;
    if (words[0] === "done") loops--;
    const command = words.slice(name);
    if (name >= 0) {
      found.push({ words: command, text: text.slice(begin, at).trim(), isFed, inLoop: loops > 0, input: "" });
    }
    words = [];
  };
  for (let at = 0; at < text.length;) {
    const token = quoted ? QUOTED : TOKENS;
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) break;
    const { escaped, raw, quote, here, open, comment, end, blank } = match.groups ?? {};
    const from = at;
    at = token.lastIndex;
    if (escaped !== undefined) word = (word ?? "") + (escaped === "\n" ? "" : escaped);
    else if (raw !== undefined) word = (word ?? "") + raw;
    else if (quote) {
      quoted = !quoted;
      word ??= "";
    } else if (here !== undefined) documents.push(here);
    else if (open) {
      const close = closing(text, at, open);
      found.push(...shellCommands(text.slice(at, close), depth + 1));
      at = close + 1;
      word = (word ?? "") + text.slice(from, at);
    } else if (end) {
      endCommand(from);
      isFed = end === "|" || end === "|&";
      if (end === "\n") {
        for (const document of documents) {
          const rest = text.slice(at);
          const body = new RegExp(`^[ \\t]*${document.replaceAll(".", "\\.")}[ \\t]*$`, "m").exec(rest);
          const command = found.at(-1);
          if (command) command.input = rest.slice(0, body?.index);
          at = body === null ? text.length : at + body.index + body[0].length;
        }
        documents = [];
      }
      if (!isFed) begin = at;
    } else if (blank) endWord();
    else if (!comment) word = (word ?? "") + match[0];
  }
  endCommand(text.length);
  return found;
}

/** Where a substitution ends that begins before `at`. */
function closing(text: string, at: number, open: string): number {
  const marks = open === "`" ? /\\[^]|`/g : /\\[^]|[()]/g;
  marks.lastIndex = at;
  let depth = 1;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === "(") depth++;
    else if (mark[0].length === 1 && --depth === 0) return mark.index;
  }
  return text.length;
}
