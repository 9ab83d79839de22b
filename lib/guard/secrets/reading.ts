import { replaced, type Span } from "../span.ts";

export type Note = (kind: string) => void;
/** What is to be asked of a text that has come so far. */
export type Step = (text: string) => readonly ((text: string) => Iterable<Span>)[];

/** A name with letters that JSON escapes, and where an option of a command begins in a list of strings, or is all of one. */
const NAME = /(?<![\w.-])[\w.-]{0,60}(?:\\u[\da-fA-F]{4}[\w.-]{0,60}){1,40}(?=["']?[ \t]{0,8}[:=])/g;
const OPTION = /(["'])(?=-)(?<=[[(,]\s{0,80}["'])(?:(--[\w-]{1,60}|-\w)\1,\s{0,80}(?=["']))?/g;

const withoutEscapes = (name: string) => String(JSON.parse(`"${name}"`)).padStart(name.length, "_");

/** A text as it is meant, each value in its place: names without escapes, lists of arguments as a command has them. */
function asRead(text: string): string {
  const read = text.replace(OPTION, (all, _, option = "") => `${option} `.padStart(all.length));
  return read.includes("\\u") ? read.replace(NAME, withoutEscapes) : read;
}

/** A text without what is found in it, step by step, as it is read. */
export function cleaned(text: string, steps: readonly Step[], note: Note = () => {}): string {
  let [clean, read] = [text, asRead(text)];
  for (const step of steps) {
    for (const find of step(read)) {
      const next = replaced(clean, find(read), note);
      if (next !== clean) [clean, read] = [next, asRead(next)];
    }
  }
  return clean;
}
