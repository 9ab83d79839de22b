import type { Query } from "../query/query.ts";
import { isCodeLike, STEM, stem } from "../query/tokens.ts";

/** Stands in no path. */
const END = "\0";
/** Words looked for in paths. */
const IN_PATHS = 12;
/** Characters of a stem: a shorter one stands in words of other meaning. */
const LEAST_STEM = 4;
/** Words that most paths have say nothing of any: what a path must come to. */
const LEAST = 0.15;
/** What it is worth to be named in the request, beside at most 1 for each word of it in the path. */
const NAMED = 100;

/**
 * Paths that a request names, or that have words of it, with what that is worth: the more, the fewer other paths have the word. Reads no file; all
 * paths are searched as one text, since there may be very many.
 */
export function pathMatches(paths: readonly string[], query: Query): Map<string, number> {
  const text = `${END}${paths.join(END)}${END}`.toLowerCase();
  const most = Math.log(1 + paths.length);
  const values = new Float64Array(paths.length);
  for (const word of bestWords(query).slice(0, IN_PATHS)) {
    const found = pathsWith(text, word);
    const rarity = Math.log((1 + paths.length) / (1 + found.length)) / most;
    for (const at of found) values[at] = (values[at] ?? 0) + rarity;
  }
  for (const { path } of query.places.paths) {
    const written = path.toLowerCase().split("/");
    for (const at of pathsWith(text, `${written.at(-1) ?? ""}${END}`)) {
      values[at] = (values[at] ?? 0) + NAMED * commonTail(written, (paths[at] ?? "").toLowerCase());
    }
  }
  const worth = new Map<string, number>();
  for (const [at, path] of paths.entries()) {
    const value = values[at] ?? 0;
    if (value >= LEAST) worth.set(path, value);
  }
  return worth;
}

/** Numbers, from 0, of the paths that have a text; `text` is all of them, each between two `END`. */
function pathsWith(text: string, wanted: string): number[] {
  const found: number[] = [];
  let end = text.indexOf(END, 1);
  let number = 0;
  for (let at = text.indexOf(wanted, 1); at !== -1; at = text.indexOf(wanted, end + 1)) {
    while (end < at) {
      end = text.indexOf(END, end + 1);
      number++;
    }
    found.push(number);
  }
  return found;
}

/** Folders, and the name, in which a path ends as the written one does; 0 where not even the name is the same. */
function commonTail(written: readonly string[], path: string): number {
  const parts = path.split("/");
  let common = 0;
  while (common < written.length && parts.at(-1 - common) === written.at(-1 - common)) common++;
  return common;
}

/** The words that tell most: code-like ones first, then by weight and length; in the form that all forms of a word have in them. */
export function bestWords(query: Query): string[] {
  const values = new Map<string, number>();
  for (const [key, weight] of query.weights) {
    if (query.joined.has(key) || (key.startsWith(STEM) && key.length - STEM.length < LEAST_STEM)) continue;
    const word = key.startsWith(STEM) ? key.slice(STEM.length) : stemOrWord(key, query);
    if (word.length < 2 || (word.length < 3 && word.charCodeAt(0) < 128)) continue;
    values.set(word, Math.max(values.get(word) ?? 0, weight * Math.min(word.length, 10)));
  }
  for (const name of query.names.keys()) {
    const lower = name.toLowerCase();
    if (isCodeLike(name) && values.has(lower)) values.set(lower, (values.get(lower) ?? 0) * 3);
  }
  const ordered = [...values].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
  // A word beside its own stem would be asked for twice.
  return ordered.filter((word, at) =>
    !ordered.slice(0, at).some((other) => word.includes(other) || other.includes(word))
  );
}

/** The stem of a word, which finds its other forms; the word as it stands where that is too short to tell anything. */
function stemOrWord(word: string, query: Query): string {
  const root = stem(word);
  return root.length >= LEAST_STEM && word.startsWith(root) && query.weights.has(STEM + root) ? root : word;
}
