import { replaced, type Span } from "../span.ts";

export type Note = (kind: string) => void;
/** What is to be asked of a text that has come so far. */
export type Step = (text: string) => readonly ((text: string) => Iterable<Span>)[];

/** A name with letters that JSON escapes, and an option of a command in a list of strings. */
const NAME = /(?<![\w.-])[\w.-]{0,60}(?:\\u[\da-f]{4}[\w.-]{0,60}){1,40}(?=["']?[ \t]{0,8}[:=])/gi;
const OPTION = /(["'])(?=-)(?<=[[(,]\s{0,80}["'])(-[\w-]{1,60})(\1,\s{0,80}(?=["']))?/g;

/** A text as it is meant, each value in its place: names without escapes, lists of arguments as a command has them. */
export function asRead(text: string): string {
  const named = text.includes("\\u")
    ? text.replace(NAME, (name) => String(JSON.parse(`"${name}"`)).padStart(name.length, "_"))
    : text;
  return named.replace(OPTION, (all, _, option, next) => `${option}${next ? " " : ""}`.padStart(all.length));
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
