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
  const { lines, names } = found;
  const inBody = bodyWorth(found);
  const enclosingCallable = enclosingOf(definitions, lines, isCallable);
  const telling = tellingLines(found);
  const { first, weight, worth, root, roots } = flattened(telling, found);
  const named = telling.map((at) => names.get(at) ?? 0);
  const seen = new Float64Array(roots);
  let best: number | undefined;
  let most = 0;
  for (const [index, start] of telling.entries()) {
    if (value(found, start) === 0) continue;
    let end = index + 1;
    while (end < telling.length && (telling[end] ?? 0) < start + WINDOW) end++;
    seen.fill(0);
    let score = 0;
    for (let at = first[index] ?? 0; at < (first[end] ?? 0); at++) {
      const [word = 0, here = 0, weighs = 0] = [root[at], worth[at], weight[at]];
      const before = seen[word] ?? 0;
      score += weighs * (Math.max(0, here - before) + (before > 0 ? REPEATED * here : 0));
      if (here > before) seen[word] = here;
    }
    score += Math.max(...named.slice(index, end)) + IN_BODY * inBody(enclosingCallable(start + 1));
    if (score <= most * (1 + 1e-9)) continue;
    most = score;
    best = start;
  }
  return best;
}

/** The words of `telling` lines one behind the other, since every line is looked at in all windows around it: those of its line `n` begin at `first[n]`. */
function flattened(telling: readonly number[], { words, weights }: LineWords) {
  const numbers = new Map([...weights.keys()].map((word, number) => [word, number]));
  const first: number[] = [], root: number[] = [], worth: number[] = [], weight: number[] = [];
  for (const at of telling) {
    first.push(root.length);
    for (const [word, here] of words.get(at) ?? []) {
      const number = numbers.get(word);
      if (number === undefined) continue;
      root.push(number);
      worth.push(here);
      weight.push(weights.get(word) ?? 0);
    }
  }
  first.push(root.length);
  return { first, root, worth, weight, roots: numbers.size };
}

/** Lines (from 0) that have a word of the request, or begin a definition that is named like it, in order. */
export function tellingLines({ words, names }: LineWords): number[] {
  return [...new Set([...words.keys(), ...names.keys()])].sort((a, b) => a - b);
}

/** What the distinct words of a function weigh; 0 outside of functions. Each is asked once. */
function bodyWorth({ words, weights }: LineWords): (host: Definition | undefined) => number {
  const known = new Map<Definition, number>();
  return (host) => {
    if (host === undefined) return 0;
    let sum = known.get(host);
    if (sum !== undefined) return sum;
    const most = new Map<string, number>();
    const first = host.line - 1;
    for (let at = first; at < Math.min(host.endLine, first + MAX_BODY); at++) {
      for (const [root, worth] of words.get(at) ?? []) most.set(root, Math.max(most.get(root) ?? 0, worth));
    }
    sum = 0;
    for (const [root, worth] of most) sum += worth * (weights.get(root) ?? 0);
    known.set(host, sum);
    return sum;
  };
}

/** What one line is worth by itself. */
export function value({ words, names, weights }: LineWords, at: number): number {
  let sum = names.get(at) ?? 0;
  for (const [root, worth] of words.get(at) ?? []) sum += worth * (weights.get(root) ?? 0);
  return sum;
}
