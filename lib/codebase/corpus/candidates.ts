import { AutoToolsError } from "../../contract/error_codes.ts";
import { git } from "../../guard/git/git.ts";
import { KIND } from "./corpus.ts";
import { fileKind } from "../files/file_kind.ts";
import type { Listing } from "../files/git_listing.ts";
import type { Query } from "../query/query.ts";
import { isCodeLike, STEM, stem } from "../query/tokens.ts";

/** Words whose files git grep is asked for: each is a pass over the repository. */
const GREPPED = 3;
const MAX_BYTES = 8 * 1024 * 1024;
/** Candidates of which it is asked what kind of file they are, which takes longer than all the rest; more cannot be read in the time there is. */
const MAX_CANDIDATES = 3000;

/** What a file is worth that has all of the best words, or one; its path counts this much more. */
const WORTH = { all: 3, one: 1, path: 4 };
/** What of that is left where it is no source, or a test, and the request is not about such. */
const LESSER = 0.4;

/**
 * Candidates to be read, most promising first: by what their paths have of the request, in a repository too big to be read by what git grep `found` too. Among
 * equals, source comes before tests before the rest, as they are listed.
 */
export function candidates(
  paths: readonly string[],
  inPath: ReadonlyMap<string, number>,
  query: Query,
  found: ReadonlyMap<string, number> = new Map(),
): string[] {
  const worth = new Map(found);
  const add = (path: string, by: number) => worth.set(path, (worth.get(path) ?? 0) + by);
  for (const [path, value] of inPath) add(path, WORTH.path * value);
  // Where git found nothing, source as it is listed is better than no answer.
  if (found.size === 0) { for (const path of paths.slice(0, 2 * MAX_CANDIDATES)) add(path, 0); }
  return [...worth].sort(([, a], [, b]) => b - a).slice(0, MAX_CANDIDATES)
    .map(([path, value]) => {
      const rank = rankOf(path, query);
      return { path, rank, worth: rank === 0 ? value : LESSER * value };
    })
    .sort((a, b) => b.worth - a.worth || a.rank - b.rank).map(({ path }) => path);
}

/** 0 for what requests are mostly about. */
function rankOf(path: string, query: Query): number {
  const kind = fileKind(path);
  if (kind & KIND.aside) return 3;
  if (kind & KIND.test) return query.aboutTests ? 0 : 2;
  return kind & KIND.source ? 0 : 1;
}

/**
 * What files are worth that have the request's best words, as far as git finds them in time. Untracked files are not looked at: git would walk all folders before it
 * looked into the first file; where nothing much is tracked, that is what it has to do. Names that only code has are enough alone: to look for several words in one
 * file takes git three times as long.
 */
export async function grepped(
  root: string,
  { tracked, untracked }: Listing,
  query: Query,
  until: number,
): Promise<Map<string, number>> {
  const where = untracked.length > tracked.length ? ["--untracked"] : [];
  const words = greppedWords(query);
  const asked = new Set([...query.names.keys()].filter(isCodeLike).map((name) => name.toLowerCase()));
  const names = words.filter((word) => asked.has(word));
  const [all, one] = await Promise.all([
    names.length > 0 ? [] : grep(root, words, until, [...where, "--all-match"]),
    grep(root, names.length > 0 ? names : words.slice(0, 1), until, where),
  ]);
  const worth = new Map(all.map((path) => [path, WORTH.all]));
  for (const path of one) worth.set(path, (worth.get(path) ?? 0) + WORTH.one);
  return worth;
}

/** The best words that are not those of a path the request names: where that is, is known. */
function greppedWords(query: Query): string[] {
  const words = bestWords(query);
  const paths = query.places.paths.map(({ path }) => path.toLowerCase());
  const others = words.filter((word) => !paths.some((path) => path.includes(word)));
  return (others.length > 0 ? others : words).slice(0, GREPPED);
}

/** Files that have one of the words, with `--all-match` all of them, as far as git came in its time; none where git failed. */
async function grep(
  root: string,
  words: readonly string[],
  until: number,
  flags: readonly string[],
): Promise<string[]> {
  if (words.length === 0) return [];
  const wanted = words.flatMap((word) => ["-e", word]);
  try {
    const { stdout } = await git(["grep", "-z", "-l", "-I", "-i", "-F", ...flags, ...wanted], {
      cwd: root,
      timeoutMs: Math.max(1, until - performance.now()),
      maxBytes: MAX_BYTES,
    });
    return new TextDecoder().decode(stdout).split("\0").slice(0, -1);
  } catch (error) {
    // Without git there are still the paths.
    if (error instanceof AutoToolsError) return [];
    throw error;
  }
}

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
