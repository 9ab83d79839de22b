import { assignments } from "./assignment.ts";
import { encoded, unescaped } from "./encoded.ts";
import { continuations, manifests } from "./places.ts";
import { cleaned, type Note, type Step } from "./reading.ts";
import { rows, TABLES } from "./rows.ts";
import { SECRETS, TOKENS } from "./rules.ts";
import { replaced } from "../span.ts";

/** What finds secrets, in an order in which none takes away what a later one goes by. */
const STEPS: readonly Step[] = [
  (text) => SECRETS.findersFor(text),
  (text) => TOKENS.findersFor(text),
  () => [
    manifests,
    ...TABLES.map((table) => (text: string) => rows(text, table)),
    assignments,
    continuations,
  ],
];

/** Times a text is gone through at most; most hold no secret, and once is enough. */
const MAX_ROUNDS = 4;

/**
 * Replaces private keys, tokens of known services, credentials in URLs and headers, and values next to names that say they are secret, by `<redacted>`,
 * `Bearer <redacted>` and the like. Line breaks stay, and a second pass changes nothing. Linear. `redactions` is sorted by kind.
 */
export function redact(text: string): { text: string; redactions: { kind: string; count: number }[] } {
  const counts = new Map<string, number>();
  const note = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  let [before, clean] = [text, redactOnce(text, note)];
  // What is left of a value beside another that has gone may be judged otherwise.
  for (let round = 1; round < MAX_ROUNDS && clean !== before; round++) {
    [before, clean] = [clean, redactOnce(clean, note)];
  }
  const redactions = [...counts].map(([kind, count]) => ({ kind, count }));
  return { text: clean, redactions: redactions.sort((a, b) => a.kind < b.kind ? -1 : 1) };
}

/** The same value with the secrets taken out of every string in it. Names of fields stay. */
export function clean<T>(value: T): T {
  const text = JSON.stringify(value);
  return JSON.parse(text, (_, each: unknown) => typeof each === "string" ? redact(each).text : each);
}

/** @param nested strings within strings that are read */
function redactOnce(text: string, note: Note, nested = 3): string {
  const read = nested === 0 ? text : unescaped(text, (within) => redactOnce(within, note, nested - 1));
  const plain = cleaned(read, STEPS, note);
  return replaced(plain, encoded(plain, (decoded) => cleaned(decoded, STEPS) !== decoded), note);
}
