import { CommandWords } from "./command_words.ts";
import { HereDocuments } from "./here_documents.ts";
import { Parameters } from "./parameters.ts";
import { Pipes } from "./pipes.ts";
import { printed } from "./printed.ts";
import { closing, endOf, substitutionAt, substitutions } from "./quotes.ts";
import { unescaped } from "./words.ts";

/** A command of a shell text: its words with the quotes taken off, substitutions as they stand there. */
export interface Piped {
  words: string[];
  /** The same words for people: what a shell makes of them only where it is known, and something. */
  shown: string[];
  /** Which commands of the text feed it through a pipe: index of the first, and of the one behind the last. */
  fed: readonly [number, number];
}

/** Characters that expansions may add to a text. */
const MAX_EXPANDED_CHARS = 64 * 1024;
/** Characters of a substitution that is looked at for what it prints, and how it begins. */
const MAX_PRINTER_CHARS = 300;
const PRINTER = /^\s{0,9}(?:echo|printf)\s[^`|;&\n<>]*$/;

/** What a shell text is made of. */
export interface Split {
  commands: Piped[];
  /** The texts of its `$(…)`, `<(…)` and backticks. */
  inner: string[];
  /** What the functions that it defines do, by their names. */
  functions: Map<string, string>;
  /** False where expansions make more of it than can be looked through. */
  whole: boolean;
}

/**
 * The commands of a shell text. Of what a shell expands, it knows braces, parameters that the text sets or that are nothing, and what `echo` and `printf`
 * print in a substitution; what it cannot read it takes for words. A here-document becomes a text behind `<<<`.
 *
 * @param parameters that are known; it adds those that the text sets.
 */
export function split(text: string, parameters = new Parameters(undefined)): Split {
  const commands: Piped[] = [];
  const inner: string[] = [];
  const functions = new FunctionBodies(parameters);
  const pipes = new Pipes();
  const documents = new HereDocuments();
  const room = { chars: MAX_EXPANDED_CHARS };
  let words = new CommandWords(parameters, room);
  const endCommand = () => {
    words.finish();
    const { list, shown } = words;
    if (list.length > 0) commands.push({ words: list, shown, fed: pipes.fed });
    words = new CommandWords(parameters, room);
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    const next = text[at + 1] ?? "";
    if (char === "\\") {
      // A line that goes on in the next is one line.
      if (next !== "\n") words.add(next);
      at++;
    } else if (char === "'") {
      const end = endOf(text, at + 1, "'");
      words.add(text.slice(at + 1, end));
      at = end;
    } else if (char === "$" && next === "'") {
      const end = endOf(text, at + 2, "$'");
      words.add(unescaped(text.slice(at + 2, end)));
      at = end;
    } else if (char === '"' || (char === "$" && next === '"')) {
      const from = char === '"' ? at + 1 : at + 2;
      const end = endOf(text, from, '"');
      addQuoted(text.slice(from, end), words, inner);
      at = end;
    } else if (char === "`" || (next === "(" && "$<>".includes(char))) {
      at = addSubstitution(text, at, words, inner, false);
    } else if (char === "#" && !words.open) {
      while (at + 1 < text.length && text[at + 1] !== "\n") at++;
    } else if (char === "|" && text[at - 1] === ">") {
      words.add(char);
    } else if (char === "|" && next !== "|") {
      endCommand();
      pipes.pipe(commands.length);
      // With `|&` the errors go the same way.
      if (next === "&") at++;
    } else if (char === "(" && words.beginsList) {
      const end = closing(text, at + 1);
      const list = text.slice(at + 1, end);
      inner.push(list);
      words.addValue(split(list, parameters).commands.flatMap(({ words }) => words).join(" "), true);
      at = end;
    } else if (char === "(" || (char === "{" && !words.open && /\s/.test(next))) {
      endCommand();
      pipes.open(commands.length);
      functions.open(text, at);
    } else if (char === ")" || (char === "}" && !words.open)) {
      endCommand();
      pipes.close();
      functions.close(text, at);
    } else if (";|\n".includes(char) || (char === "&" && text[at - 1] !== ">" && next !== ">")) {
      endCommand();
      if (char === "|" || (char === "&" && next === "&")) at++;
      pipes.end(commands.length, char);
      if (char === "\n") at = documents.read(text, at);
    } else if (/\s/.test(char)) words.end();
    else if (char === "<" && next === "<" && text[at + 2] !== "<") {
      at = hereDocument(text, at, words, documents, inner);
    } else if (text.startsWith("<<<", at)) {
      words.add("<<<");
      at += 2;
    } else {
      const end = char === "$" ? words.addParameter(text, at, false) : undefined;
      if (end === undefined) words.addUnquoted(char, text[at - 1] ?? "");
      else at = end;
    }
  }
  endCommand();
  return { commands, inner, functions: functions.found, whole: room.chars >= 0 };
}

/** Puts `<<<` into a command's words, and behind it, once they are read, the lines of the document. */
function hereDocument(
  text: string,
  at: number,
  words: CommandWords,
  documents: HereDocuments,
  inner: string[],
): number {
  words.dropDescriptor();
  words.end();
  const { list, shown } = words;
  let place: number | undefined;
  const end = documents.open(text, at, (body, quoted) => {
    if (place === undefined) return;
    list[place] = quoted
      ? body
      : body.replace(/\\([\\$`\n])/g, (_, char: string) => char === "\n" ? "" : char);
    shown[place] = list[place] ?? "";
    if (!quoted) inner.push(...substitutions(body));
  });
  if (end !== undefined) {
    place = list.push("<<<", "") - 1;
    shown.push("<<<", "");
  } else words.add("<<");
  return end ?? at + 1;
}

/** Adds a text between double quotes. */
function addQuoted(quoted: string, words: CommandWords, inner: string[]): void {
  // Nothing between quotes is a word as well; but all arguments, where there are none, are none.
  if (!/^\$(?:@|\{@\})$/.test(quoted)) words.add("");
  for (let at = 0; at < quoted.length; at++) {
    const char = quoted[at] ?? "";
    if (char === "\\" && /["\\$`\n]/.test(quoted[at + 1] ?? "")) {
      at++;
      if (quoted[at] !== "\n") words.add(quoted[at] ?? "");
    } else if (char === "`" || quoted.startsWith("$(", at)) {
      at = addSubstitution(quoted, at, words, inner, true);
    } else {
      const end = char === "$" ? words.addParameter(quoted, at, true) : undefined;
      if (end === undefined) words.add(char);
      else at = end;
    }
  }
}

/** Adds what a substitution prints, as far as that is known, and says where it ends. */
function addSubstitution(
  text: string,
  at: number,
  words: CommandWords,
  inner: string[],
  quoted: boolean,
): number {
  const { inner: own, end } = substitutionAt(text, at) ?? { inner: "", end: at };
  const written = text.slice(at, end + 1);
  inner.push(own);
  // A `<(…)` is a file, and stands for no words.
  const isFile = text[at] !== "`" && text[at] !== "$";
  const output = isFile ? undefined : outputOf(own, words);
  if (isFile) words.add(written);
  else if (output === undefined) words.addUnknown(written);
  else words.addValue(output, quoted);
  return end;
}

function outputOf(command: string, { parameters }: CommandWords): string | undefined {
  if (command.length > MAX_PRINTER_CHARS || !PRINTER.test(command) || command.includes("$")) return undefined;
  const [only, other] = split(command, parameters).commands;
  return only === undefined || other !== undefined ? undefined : printed(only.words)?.replace(/\n+$/, "");
}

/** Collects what functions do, by their names. While one is defined nobody knows its arguments. */
class FunctionBodies {
  readonly found = new Map<string, string>();
  readonly #open: { name: string | undefined; from: number; before: readonly string[] | undefined }[] = [];

  constructor(readonly parameters: Parameters) {}

  /** A group begins at `at`. */
  open(text: string, at: number): void {
    const name = HEADER.exec(text.slice(Math.max(0, at - MAX_HEADER_CHARS), at));
    const { parameters } = this;
    const before = name === null ? undefined : parameters.exchange(undefined);
    this.#open.push({ name: name?.[1] ?? name?.[2], from: at + 1, before });
  }

  close(text: string, at: number): void {
    const group = this.#open.pop();
    if (group?.name === undefined) return;
    this.found.set(group.name, text.slice(group.from, at));
    this.parameters.exchange(group.before);
  }
}

/** `NAME ()`, or `function NAME`, in front of what a function does. */
const HEADER =
  /(?:^|[\s;&|(){}])(?:([\w.:+-]{1,60})\s{0,9}\(\s{0,9}\)|function\s{1,9}([\w.:+-]{1,60}))\s{0,9}$/;
const MAX_HEADER_CHARS = 160;
