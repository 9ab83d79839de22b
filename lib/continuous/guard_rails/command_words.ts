import { expandBraces } from "./brace_expansion.ts";
import { expansionAt } from "./expansion.ts";
import type { Parameters } from "./parameters.ts";
import { settles } from "./settles.ts";

/** Characters that expansions may still add to a text; below zero, they have added too much to be looked through. */
export interface Room {
  chars: number;
}

/** What stands between words, whatever it is. */
const SEPARATOR = /\$(?:IFS(?!\w)|\{IFS(?!\w)[^}$`"'\\]*\})/y;
/** An expansion that gives words, also between quotes. */
const ALL_ARGUMENTS = /^\$(?:@|\{@\}|\{\w+\[@\]\})$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)(\+?)=([^]*)$/;
const BEGINS_ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
/** Characters of a word in which an assignment begins: to look at all of a long one again and again takes long. */
const MAX_BEGINNING = 1000;
/** Words behind which an assignment, or the name of a program, may still come. */
const BEFORE_ASSIGNMENTS = new Set(["export", "local", "declare", "readonly", "typeset"]
  .concat("do", "then", "else", "if", "while", "until", "!"));

/**
 * The words of one command, as they are read: braces are expanded, and parameters that are known. What is not known stands in a word as it is written, but
 * not in a program's name that has more to it: the rest of it may be a name.
 */
export class CommandWords {
  readonly list: string[] = [];
  /** The same for people: what is not known, and what is nothing, as it is written. */
  readonly shown: string[] = [];
  #word: string | undefined;
  /** The word for people. */
  #whole = "";
  #beginning = "";
  /** Expansions in front of the word that gave none. */
  #dangling = "";
  #isKnown = true;
  /** Where in the word braces and commas stand that no quotes hold. */
  #marks: number[] = [];
  #nameAt: number | undefined;

  constructor(readonly parameters: Parameters, readonly room: Room) {}

  /** Whether a word has begun. */
  get open(): boolean {
    return this.#word !== undefined;
  }

  /** Whether a list in brackets comes next, which is given to a name. */
  get beginsList(): boolean {
    return this.#isAssignment && this.#whole.endsWith("=") && this.#whole.length < MAX_BEGINNING;
  }

  /** Characters that are what they are. */
  add(text: string): void {
    this.#word = (this.#word ?? "") + text;
    this.#show(text);
  }

  /** A character that no quotes hold; a brace behind `$` is none that alternatives stand in. */
  addUnquoted(char: string, before: string): void {
    if ("{,}".includes(char) && !(char === "{" && before === "$")) {
      this.#marks.push(this.#word?.length ?? 0);
    }
    this.add(char);
  }

  /** Adds what a parameter stands for that is named at `at`, and says where its name ends; undefined where none is. */
  addParameter(text: string, at: number, quoted: boolean): number | undefined {
    SEPARATOR.lastIndex = at;
    if (!quoted && SEPARATOR.test(text)) {
      this.end();
      return SEPARATOR.lastIndex - 1;
    }
    const found = expansionAt(text, at, this.parameters, false);
    if (found === undefined) return undefined;
    const { end, value } = found;
    const written = text.slice(at, end + 1);
    const inherited = value === undefined && this.#inName
      ? expansionAt(text, at, this.parameters, true)?.value
      : undefined;
    if (value === "") this.#show(written);
    else if (value !== undefined) this.addValue(value, quoted && !ALL_ARGUMENTS.test(text));
    else if (inherited === undefined) this.addUnknown(written);
    else {
      // Shown as it is written: what the environment holds is the user's.
      const whole = this.#whole + written;
      this.addValue(inherited, quoted);
      this.#whole = whole;
    }
    return end;
  }

  /** What an expansion gives, which is parted into words where no quotes hold it. */
  addValue(value: string, quoted: boolean): void {
    this.room.chars -= value.length;
    if (this.room.chars < 0) return;
    if (quoted) return this.add(value);
    const assigned = this.#isAssignment;
    let piece = "";
    for (const char of value) {
      if (assigned || !this.parameters.separates(char)) piece += char;
      else {
        if (piece !== "") this.add(piece);
        piece = "";
        this.end();
      }
    }
    if (piece !== "") this.add(piece);
  }

  /** What nobody knows. */
  addUnknown(written: string): void {
    this.#word = (this.#word ?? "") + (this.#inName ? "" : written);
    this.#show(written);
    this.#isKnown = false;
  }

  /** Forgets digits that name a file descriptor. */
  dropDescriptor(): void {
    if (/^\d+$/.test(this.#word ?? "")) this.#forget();
  }

  end(): void {
    const word = this.#word;
    if (word === undefined) {
      if (this.#whole !== "") this.#dangling += `${this.#whole} `;
    } else if (this.#nameAt !== undefined) this.#push(word);
    else if (this.#isAssignment) {
      this.#assign(word);
      this.#push(this.#isKnown ? word : this.#whole, []);
    } else {
      const name = word === "" ? this.#whole : word;
      if (!BEFORE_ASSIGNMENTS.has(name)) this.#nameAt = this.list.length;
      this.#push(name);
    }
    this.#forget();
  }

  /** The command is whole: what it does to the parameters of those behind it is done. */
  finish(): void {
    this.end();
    const last = this.shown.length - 1;
    if (this.#dangling !== "" && last >= 0) this.shown[last] += ` ${this.#dangling.trimEnd()}`;
    if (this.#nameAt !== undefined) settles(this.list.slice(this.#nameAt), this.parameters);
  }

  get #isAssignment(): boolean {
    return this.#nameAt === undefined && BEGINS_ASSIGNMENT.test(this.#beginning);
  }

  get #inName(): boolean {
    return this.#nameAt === undefined && !this.#isAssignment;
  }

  #show(text: string): void {
    this.#whole += text;
    if (this.#beginning.length < MAX_BEGINNING) this.#beginning += text.slice(0, MAX_BEGINNING);
  }

  #push(word: string, marks = this.#marks): void {
    const words = marks.length === 0 || this.room.chars < 0 ? [word] : expandBraces(word, marks);
    if (words === undefined) this.room.chars = -1;
    else {
      for (const each of words) this.room.chars -= each.length;
      this.room.chars += word.length;
      this.list.push(...words);
      const [first = "", ...rest] = words.length === 1 ? [this.#whole] : words;
      this.shown.push(this.#dangling + first, ...rest);
      this.#dangling = "";
    }
  }

  #forget(): void {
    this.#word = undefined;
    this.#whole = "";
    this.#beginning = "";
    this.#isKnown = true;
    this.#marks = [];
  }

  #assign(word: string): void {
    const [, name = "", more, value = ""] = ASSIGNMENT.exec(word) ?? [];
    const before = more === "" ? "" : this.parameters.valueOf(name);
    this.parameters.set(name, this.#isKnown && before !== undefined ? before + value : undefined);
  }
}
