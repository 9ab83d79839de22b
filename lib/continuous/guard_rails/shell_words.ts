import { CommandWords, type Variables } from "./command_words.ts";
import { HereDocuments } from "./here_documents.ts";

/** A command of a shell text: its words with the quotes taken off, substitutions as they stand there. */
export interface Piped {
  words: string[];
  /** Which commands of the text feed it through a pipe: index of the first, and of the one behind the last. */
  fed: readonly [number, number];
}

const NOTHING = [0, 0] as const;
/** Quotes and brackets in one another whose ends are looked for; deeper ones are nobody's honest work. */
const MAX_NESTING = 40;
/** Characters that expansions may add to a text. */
const MAX_EXPANDED_CHARS = 64 * 1024;

/** What a shell text is made of. */
export interface Split {
  commands: Piped[];
  /** The texts of its `$(…)`, `<(…)` and backticks. */
  inner: string[];
  /** False where expansions make more of it than can be looked through. */
  whole: boolean;
}

/**
 * The commands of a shell text. Of what a shell expands, it knows braces, `$IFS`, and variables that the text sets and a command begins with; what it cannot
 * read it takes for words. A here-document becomes a text behind `<<<`.
 *
 * @param variables that are known; it adds those that the text sets.
 */
export function split(text: string, variables: Variables = new Map()): Split {
  const commands: Piped[] = [];
  const inner: string[] = [];
  const pipes = new Pipes();
  const documents = new HereDocuments();
  const room = { chars: MAX_EXPANDED_CHARS };
  let words = new CommandWords(variables, room);
  const endCommand = () => {
    words.end();
    if (words.list.length > 0) commands.push({ words: words.list, fed: pipes.fed });
    words = new CommandWords(variables, room);
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
      const quoted = text.slice(from, end);
      inner.push(...substitutions(quoted));
      words.addQuoted(quoted);
      at = end;
    } else if (char === "`" || (next === "(" && "$<>".includes(char))) {
      const from = char === "`" ? at + 1 : at + 2;
      const end = char === "`" ? endOf(text, from, "`") : closing(text, from);
      inner.push(text.slice(from, end));
      words.add(text.slice(at, end + 1));
      at = end;
    } else if (char === "#" && !words.open) {
      while (at + 1 < text.length && text[at + 1] !== "\n") at++;
    } else if (char === "|" && text[at - 1] === ">") {
      words.add(char);
    } else if (char === "|" && next !== "|") {
      endCommand();
      pipes.pipe(commands.length);
      // With `|&` the errors go the same way.
      if (next === "&") at++;
    } else if (char === "(" || (char === "{" && !words.open && /\s/.test(next))) {
      endCommand();
      pipes.open(commands.length);
    } else if (char === ")" || (char === "}" && !words.open)) {
      endCommand();
      pipes.close();
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
      const end = char === "$" ? words.addVariable(text, at) : undefined;
      if (end === undefined) words.addUnquoted(char, text[at - 1] ?? "");
      else at = end;
    }
  }
  endCommand();
  return { commands, inner, whole: room.chars >= 0 };
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
  const { list } = words;
  let place: number | undefined;
  const end = documents.open(text, at, (body, quoted) => {
    if (place === undefined) return;
    list[place] = quoted
      ? body
      : body.replace(/\\([\\$`\n])/g, (_, char: string) => char === "\n" ? "" : char);
    if (!quoted) inner.push(...substitutions(body));
  });
  if (end !== undefined) place = list.push("<<<", "") - 1;
  else words.add("<<");
  return end ?? at + 1;
}

/** Who feeds whom, in groups as well: all that a group prints goes into the pipe behind it, and what is piped into it may reach each of its commands. */
class Pipes {
  /** Of the command that comes next. */
  fed: readonly [number, number] = NOTHING;
  /** The first command of this pipeline. */
  #begin = 0;
  /** What the whole group is fed. */
  #group: readonly [number, number] = NOTHING;
  readonly #outer: { begin: number; group: readonly [number, number] }[] = [];
  /** How many commands there were at the latest pipe. */
  #pipedAt = -1;

  pipe(count: number): void {
    this.fed = [this.#begin, count];
    this.#pipedAt = count;
  }

  /** A pipeline ends; not at a line's end behind a pipe. */
  end(count: number, char: string): void {
    if (char === "\n" && count === this.#pipedAt) return;
    this.fed = this.#group;
    this.#begin = this.#beginOf(this.#group, count);
  }

  open(count: number): void {
    this.#outer.push({ begin: this.#begin, group: this.#group });
    this.#group = this.fed;
    this.#begin = this.#beginOf(this.fed, count);
  }

  close(): void {
    const outer = this.#outer.pop();
    if (outer === undefined) return;
    this.#begin = outer.begin;
    this.#group = outer.group;
    this.fed = outer.group;
  }

  #beginOf([from, to]: readonly [number, number], count: number): number {
    return from < to ? from : count;
  }
}

/** `$(…)` and backticks of a text in which quotes mean nothing, as between double quotes. */
function substitutions(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "`" || text.startsWith("$(", at)) {
      const from = text[at] === "`" ? at + 1 : at + 2;
      const end = text[at] === "`" ? endOf(text, from, "`") : closing(text, from);
      found.push(text.slice(from, end));
      at = end;
    }
  }
  return found;
}

/** Where a quoted text ends; `$'` has escapes where `'` has none. */
function endOf(text: string, from: number, quote: "'" | "$'" | '"' | "`", depth = 0): number {
  const mark = quote === "$'" ? "'" : quote;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\" && quote !== "'") at++;
    else if (text[at] === mark) return at;
    else if (quote === '"' && text[at] === "$" && text[at + 1] === "(" && depth < MAX_NESTING) {
      at = closing(text, at + 2, depth + 1);
    }
  }
  return text.length;
}

/** Where a bracket that was opened is closed; those in quotes and in here-documents do not count. */
function closing(text: string, from: number, depth = 0): number {
  const documents = new HereDocuments();
  let open = 1;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") at++;
    else if ((char === '"' || char === "'") && depth < MAX_NESTING) {
      at = endOf(text, at + 1, char, depth + 1);
    } else if (char === "<" && text[at + 1] === "<") {
      at = text[at + 2] === "<" ? at + 2 : documents.open(text, at) ?? at + 1;
    } else if (char === "\n") at = documents.read(text, at);
    else if (char === "(") open++;
    else if (char === ")" && --open === 0) return at;
  }
  return text.length;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", e: "\u001b", a: "", c: "" };

/** A text with the escapes that `printf`, `echo -e` and `$'…'` know: `\n`, `\x41`, `\101`, `\u0041`. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|(0?[0-7]{1,3})|([^]))/g,
    (_, hex?: string, unicode?: string, octal?: string, other = "") =>
      octal !== undefined
        ? String.fromCharCode(parseInt(octal, 8) & 0xff)
        : other !== ""
        ? ESCAPES[other] ?? other
        : String.fromCharCode(parseInt(hex ?? unicode ?? "", 16)),
  );
}

export function baseName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}
