/** A command of a shell text: its words with the quotes taken off, substitutions as they stand there. */
export interface Piped {
  words: string[];
  /** Which commands of the text feed it through a pipe: index of the first, and of the one behind the last. */
  fed: readonly [number, number];
}

const NOTHING = [0, 0] as const;
/** Quotes and brackets in one another whose ends are looked for; deeper ones are nobody's honest work. */
const MAX_NESTING = 40;

/** The commands of a shell text, and the texts of its `$(…)`, `<(…)` and backticks. It expands nothing; what it cannot read it takes for words. */
export function split(text: string): { commands: Piped[]; inner: string[] } {
  const commands: Piped[] = [];
  const inner: string[] = [];
  const pipes = new Pipes();
  let words: string[] = [];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push({ words, fed: pipes.fed });
    words = [];
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    const next = text[at + 1] ?? "";
    if (char === "\\") {
      // A line that goes on in the next is one line.
      if (next !== "\n") word = (word ?? "") + next;
      at++;
    } else if (char === "'") {
      const end = endOf(text, at + 1, "'");
      word = (word ?? "") + text.slice(at + 1, end);
      at = end;
    } else if (char === "$" && next === "'") {
      const end = endOf(text, at + 2, "$'");
      word = (word ?? "") + unescaped(text.slice(at + 2, end));
      at = end;
    } else if (char === '"') {
      const end = endOf(text, at + 1, '"');
      const quoted = text.slice(at + 1, end);
      inner.push(...substitutions(quoted));
      word = (word ?? "") + quoted.replace(/\\(["\\$`])/g, "$1");
      at = end;
    } else if (char === "`" || (next === "(" && "$<>".includes(char))) {
      const from = char === "`" ? at + 1 : at + 2;
      const end = char === "`" ? endOf(text, from, "`") : closing(text, from);
      inner.push(text.slice(from, end));
      word = (word ?? "") + text.slice(at, end + 1);
      at = end;
    } else if (char === "#" && word === undefined) {
      while (at + 1 < text.length && text[at + 1] !== "\n") at++;
    } else if (char === "|" && text[at - 1] === ">") {
      word = (word ?? "") + char;
    } else if (char === "|" && next !== "|") {
      endCommand();
      pipes.pipe(commands.length);
      // With `|&` the errors go the same way.
      if (next === "&") at++;
    } else if (char === "(" || (char === "{" && word === undefined && /\s/.test(next))) {
      endCommand();
      pipes.open(commands.length);
    } else if (char === ")" || (char === "}" && word === undefined)) {
      endCommand();
      pipes.close();
    } else if (";|\n".includes(char) || (char === "&" && text[at - 1] !== ">" && next !== ">")) {
      endCommand();
      if (char === "|" || (char === "&" && next === "&")) at++;
      pipes.end(commands.length, char);
    } else if (/\s/.test(char)) endWord();
    else word = (word ?? "") + char;
  }
  endCommand();
  return { commands, inner };
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

/** `$(…)` and backticks inside double quotes. */
function substitutions(quoted: string): string[] {
  const found: string[] = [];
  for (let at = quoted.indexOf("$("); at >= 0;) {
    const end = closing(quoted, at + 2);
    found.push(quoted.slice(at + 2, end));
    at = quoted.indexOf("$(", end);
  }
  for (const match of quoted.matchAll(/(?<!\\)`([^`]*)`/g)) found.push(match[1] ?? "");
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

/** Where a bracket that was opened is closed; those in quotes do not count. */
function closing(text: string, from: number, depth = 0): number {
  let open = 1;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") at++;
    else if ((char === '"' || char === "'") && depth < MAX_NESTING) {
      at = endOf(text, at + 1, char, depth + 1);
    } else if (char === "(") open++;
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
