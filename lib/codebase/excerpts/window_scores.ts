import { DEFAULTS } from "../../settings/defaults.ts";
import { type Definition, enclosingOf, isCallable } from "../structure/definition.ts";
import type { LineWords } from "./line_words.ts";

/** Lines that are scored together: as many as are shown. */
export const WINDOW = DEFAULTS.maxSnippetLines;
/** What a second mention of a word adds, beside 1 for the first. */
const REPEATED = 0.25;
/** A word anywhere in the function that the window begins in: of two windows that say the same, that of the function that says more is meant. */
const IN_BODY = 0.7;
/** Lines of a function that are looked at for it. */
const MAX_BODY = 400;

/** The line (from 0) at which the window begins whose distinct words weigh most, the first of equals; undefined where no line has a word. */
export function bestWindow(definitions: readonly Definition[], found: LineWords): number | undefined {
  const { telling, words, worths, names, weights } = found;
  const hostOf = enclosingOf(definitions, words.length, isCallable);
  const inBody = new Map<Definition | undefined, number>([[undefined, 0]]);
  const seen = new Float64Array(weights.length);
  let best: number | undefined;
  let most = 0;
  for (const [index, start] of telling.entries()) {
    seen.fill(0);
    const host = hostOf(start + 1);
    if (host && !inBody.has(host)) {
      const last = Math.min(host.endLine - 1, host.line - 1 + MAX_BODY);
      inBody.set(host, wordsOf(found, host.line - 1, last).weight);
    }
    let score = IN_BODY * (inBody.get(host) ?? 0);
    let named = 0;
    for (let next = index; (telling[next] ?? Infinity) < start + WINDOW; next++) {
      const at = telling[next] ?? 0;
      const here = worths[at] ?? 0;
      named = Math.max(named, names[at] ?? 0);
      for (const word of words[at] ?? []) {
        const before = seen[word] ?? 0;
        const repeated = before > 0 ? REPEATED * here : 0;
        score += (weights[word] ?? 0) * (Math.max(0, here - before) + repeated);
        seen[word] = Math.max(before, here);
      }
    }
    score += named;
    if (score <= most * (1 + 1e-9)) continue;
    most = score;
    best = start;
  }
  return best;
}

/** The distinct words on the lines `first` to `last` (from 0): what they weigh, and how many they are. */
export function wordsOf({ words, worths, weights }: LineWords, first: number, last: number) {
  const found: number[] = [];
  const most: number[] = [];
  for (let at = Math.max(0, first); at <= last; at++) {
    for (const word of words[at] ?? []) {
      if (most[word] === undefined) found.push(word);
      most[word] = Math.max(most[word] ?? 0, worths[at] ?? 0);
    }
  }
  const weight = found.reduce((sum, word) => sum + (most[word] ?? 0) * (weights[word] ?? 0), 0);
  return { weight, count: found.length };
}

/** What one line is worth by itself. */
export function value({ words, worths, names, weights }: LineWords, at: number): number {
  return (words[at] ?? []).reduce(
    (sum, word) => sum + (worths[at] ?? 0) * (weights[word] ?? 0),
    names[at] ?? 0,
  );
}
