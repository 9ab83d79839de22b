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
  const { lines, names, words, weights } = found;
  const hostOf = enclosingOf(definitions, lines, isCallable);
  const inBody = new Map<Definition | undefined, number>([[undefined, 0]]);
  const telling = tellingLines(found);
  let best: number | undefined;
  let most = 0;
  for (const [index, start] of telling.entries()) {
    if (value(found, start) === 0) continue;
    const seen = new Map<string, number>();
    const host = hostOf(start + 1);
    if (host && !inBody.has(host)) {
      const last = Math.min(host.endLine - 1, host.line - 1 + MAX_BODY);
      inBody.set(host, wordsOf(found, host.line - 1, last).weight);
    }
    let score = IN_BODY * (inBody.get(host) ?? 0);
    let named = 0;
    for (let next = index; (telling[next] ?? Infinity) < start + WINDOW; next++) {
      const at = telling[next] ?? 0;
      named = Math.max(named, names.get(at) ?? 0);
      for (const [root, here] of words.get(at) ?? []) {
        const before = seen.get(root) ?? 0;
        const repeated = before > 0 ? REPEATED * here : 0;
        score += (weights.get(root) ?? 0) * (Math.max(0, here - before) + repeated);
        seen.set(root, Math.max(before, here));
      }
    }
    score += named;
    if (score <= most * (1 + 1e-9)) continue;
    most = score;
    best = start;
  }
  return best;
}

/** Lines (from 0) that have a word of the request, or begin a definition that is named like it, in order. */
export function tellingLines({ words, names }: LineWords): number[] {
  return [...new Set([...words.keys(), ...names.keys()])].sort((a, b) => a - b);
}

/** The distinct words on the lines `first` to `last` (from 0): what they weigh, and how many they are. */
export function wordsOf({ words, weights }: LineWords, first: number, last: number) {
  const most = new Map<string, number>();
  for (let at = first; at <= last; at++) {
    for (const [root, worth] of words.get(at) ?? []) most.set(root, Math.max(most.get(root) ?? 0, worth));
  }
  const weight = [...most].reduce((sum, [root, worth]) => sum + worth * (weights.get(root) ?? 0), 0);
  return { weight, count: most.size };
}

/** What one line is worth by itself. */
export function value({ words, names, weights }: LineWords, at: number): number {
  let sum = names.get(at) ?? 0;
  for (const [root, worth] of words.get(at) ?? []) sum += worth * (weights.get(root) ?? 0);
  return sum;
}
