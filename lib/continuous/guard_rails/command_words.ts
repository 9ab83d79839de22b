import { expandBraces } from "./brace_expansion.ts";

/** What a text's variables are known to hold: those it sets itself, to what can be read there. */
export type Variables = Map<string, string>;

/** Characters that expansions may still add to a text; below zero, they have added too much to be looked through. */
export interface Room {
  chars: number;
}

/** `$NAME`, `${NAME}`, `${NAME:-default}`. */
const REFERENCE = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?-([^}$`"'\\]*))?\})/g;
/** What stands between words, unless somebody has changed it. */
const SEPARATOR = /\$(?:IFS(?!\w)|\{IFS(?!\w)[^}$`"'\\]*\})/y;
const ASSIGNMENT = /^([A-Za-z_]\w*)(\+?)=([^]*)$/;
/** Words behind which an assignment, or the name of a program, may still come. */
const BEFORE_ASSIGNMENTS = new Set(["export", "local", "declare", "readonly", "typeset"]
  .concat("do", "then", "else", "if", "while", "until", "!"));

/**
 * The words of one command, as they are read. Braces are expanded. Variables are where a program's name may stand, and nowhere else: a person who is asked is
 * told the command's arguments as they are written.
 */
export class CommandWords {
  readonly list: string[] = [];
  #word: string | undefined;
  /** Where in the word braces and commas stand that no quotes hold. */
  #marks: number[] = [];
  #beforeName = true;

  constructor(readonly variables: Variables, readonly room: Room) {}

  /** Whether a word has begun. */
  get open(): boolean {
    return this.#word !== undefined;
  }

  /** Characters that are what they are. */
  add(text: string): void {
    this.#word = (this.#word ?? "") + text;
  }

  /** A character that no quotes hold; a brace behind `$` is none that alternatives stand in. */
  addUnquoted(char: string, before: string): void {
    if ("{,}".includes(char) && !(char === "{" && before === "$")) {
      this.#marks.push(this.#word?.length ?? 0);
    }
    this.add(char);
  }

  /** A text between double quotes. */
  addQuoted(text: string): void {
    this.add((this.#beforeName ? this.#expanded(text) : text).replace(/\\(["\\$`])/g, "$1"));
  }

  /** Adds what a variable holds that is named at `at`, and says where its name ends; undefined where that is not known. */
  addVariable(text: string, at: number): number | undefined {
    SEPARATOR.lastIndex = at;
    if (SEPARATOR.test(text)) {
      this.end();
      return SEPARATOR.lastIndex - 1;
    }
    if (!this.#beforeName) return undefined;
    const [name] = /^\$(?:\w+|\{[^}]*\})/.exec(text.slice(at, at + 100)) ?? [];
    const value = name === undefined ? undefined : this.#expanded(name);
    if (name === undefined || value === name || value === undefined) return undefined;
    for (const [index, word] of value.split(/\s+/).entries()) {
      if (index > 0) this.end();
      if (word !== "") this.add(word);
    }
    return at + name.length - 1;
  }

  /** Forgets digits that name a file descriptor. */
  dropDescriptor(): void {
    if (/^\d+$/.test(this.#word ?? "")) this.#word = undefined;
  }

  end(): void {
    const word = this.#word;
    if (word === undefined) return;
    if (this.#beforeName) this.#beforeName = BEFORE_ASSIGNMENTS.has(word) || this.#assigns(word);
    const words = this.#marks.length === 0 || this.room.chars < 0 ? [word] : expandBraces(word, this.#marks);
    if (words === undefined) this.room.chars = -1;
    else {
      for (const each of words) this.room.chars -= each.length;
      this.room.chars += word.length;
      this.list.push(...words);
    }
    this.#word = undefined;
    this.#marks = [];
  }

  #assigns(word: string): boolean {
    const [, name, more, value = ""] = ASSIGNMENT.exec(word) ?? [];
    if (name === undefined) return false;
    // What a program prints, or another variable holds, is not known.
    if (/[$`]/.test(value)) this.variables.delete(name);
    else this.variables.set(name, (more === "" ? "" : this.variables.get(name) ?? "") + value);
    return true;
  }

  #expanded(text: string): string {
    return text.replace(REFERENCE, (whole, plain?: string, braced?: string, other?: string) => {
      const value = this.variables.get(plain ?? braced ?? "") ?? other;
      if (value === undefined || (this.room.chars -= value.length) < 0) return whole;
      return value;
    });
  }
}
