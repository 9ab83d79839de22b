import { sanitize } from "../../guard/sanitize.ts";
import type { Check } from "./event.ts";

export function named(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** The beginning of a text in one line of at most `most` characters. It is cut once it is clean: half of a secret is known to no rule. */
export function oneLine(text: string, most: number): string {
  const line = sanitize(text).text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}

/** A text without what a terminal or a browser obeys, or shows in another order than it runs; lines stay lines. */
export function plain(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, " ");
}

export function ended({ code, timed_out }: Check): string {
  return code === 0 ? "passed" : timed_out ? "took too long" : `ended with ${code}`;
}

export function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** A time for people: `90 s`, `12 min`, `3 h 5 min`. */
export function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const whole = Math.round(seconds / 60);
  return whole < 120 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}
