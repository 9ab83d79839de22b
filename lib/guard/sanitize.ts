import { filterInjection } from "./injection/injection.ts";
import { redact } from "./secrets/redact.ts";

/**
 * The one gate for every text that leaves the program. Hidden characters and orders go first, since either could split a secret. The number of lines
 * stays. `filtered` counts places where something was removed that gives orders, or hides them.
 */
export function sanitize(text: string) {
  const injection = filterInjection(text);
  const { text: clean, redactions } = redact(injection.text);
  return { text: clean, redactions, filtered: injection.filtered };
}

/** How many times its own length is looked at of what a text's beginning is cut from. */
const LOOKED_AT = 4;

/** The beginning of a text, at most `max` UTF-16 units. It is cut once it is clean: half a secret is not known as one. */
export function sanitizedHead(text: string, max: number): string {
  return sanitize(text.slice(0, LOOKED_AT * max).toWellFormed()).text.slice(0, max).toWellFormed();
}
