import { AutoToolsError } from "../../contract/error_codes.ts";
import { caught } from "../../settings/attempt.ts";
import { KIND } from "./corpus.ts";
import { fileKind } from "../files/file_kind.ts";
import type { Listing } from "../files/git_listing.ts";
import { filesMeant } from "../files/source_file.ts";
import type { Query } from "../query/query.ts";
import { gitGrep } from "../structure/references.ts";
import { bump, isCodeLike, STEM, stem } from "../query/tokens.ts";

/** Words looked for in paths, and those whose files git grep is asked for: each is a pass over the repository. */
const IN_PATHS = 12;
const IN_TEXTS = 3;
const MAX_BYTES = 8 * 1024 * 1024;
/** Candidates of which it is asked what kind of file they are, which takes longer than all the rest; more cannot be read in the time there is. */
const MAX_CANDIDATES = 3000;
/** How much more a word counts in a path. */
const PATH = 4;
/** What is left of a worth where a file is no source, or a test, and the request is not about such. */
const LESSER = 0.4;
/** Characters of a stem: a shorter one stands in words of other meaning. */
const LEAST_STEM = 4;
/** Words that most paths have say nothing of any: what a path must come to. */
const LEAST = 0.15;
/** What it is worth to be named in the request, beside at most 1 for each word of it in the path. */
const NAMED = 100;

/** Candidates to be read, most promising first, by what their paths and texts have of the request. Among equals, source comes before tests before the rest, as they are listed. */
export function candidates(
  paths: readonly string[],
  inPath: ReadonlyMap<string, number>,
  inText: ReadonlyMap<string, number>,
  query: Query,
): string[] {
  const worth = new Map(inText);
  for (const [path, value] of inPath) bump(worth, path, PATH * value);
  // Where git found nothing, source as it is listed is better than no answer.
  if (inText.size === 0) { for (const path of paths.slice(0, 2 * MAX_CANDIDATES)) bump(worth, path, 0); }
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

/** Paths that a request names, or that have words of it, with what that is worth: the more, the fewer other paths have the word. Reads no file. */
export function pathMatches(paths: readonly string[], query: Query): Map<string, number> {
  const lower = paths.map((path) => path.toLowerCase());
  const having = bestWords(query).slice(0, IN_PATHS)
    .map((word) => paths.filter((_, at) => lower[at]?.includes(word)));
  const worth = worthOf(having, paths.length);
  for (const { path } of query.places.paths) {
    for (const meant of filesMeant(path, paths)) bump(worth, meant, NAMED);
  }
  return new Map([...worth].filter(([, value]) => value >= LEAST));
}

/**
 * The same of files that have the request's best words, as far as git finds them in time; those of a path that the request names come last: where that is, is known.
 * Untracked files are not looked at, as git would walk all folders before it looked into the first file; where nothing much is tracked, that is what it has to do.
 */
export async function textMatches(
  root: string,
  { tracked, untracked }: Listing,
  query: Query,
  until: number,
): Promise<Map<string, number>> {
  const named = query.places.paths.map(({ path }) => path.toLowerCase()).join("\0");
  const words = bestWords(query).sort((a, b) => Number(named.includes(a)) - Number(named.includes(b)));
  const where = untracked.length > tracked.length ? ["--untracked"] : [];
  const having = words.slice(0, IN_TEXTS).map((word) => grep(root, word, until, where));
  return worthOf(await Promise.all(having), tracked.length + untracked.length);
}

/** What paths are worth by words, of which each has a list of those `having` it: the fewer of `all` they are, the more. */
function worthOf(having: readonly (readonly string[])[], all: number): Map<string, number> {
  const worth = new Map<string, number>();
  for (const paths of having) {
    const rarity = Math.log((1 + all) / (1 + paths.length)) / Math.log(1 + all);
    for (const path of paths) bump(worth, path, rarity);
  }
  return worth;
}

/** Files that have a word, as far as git came in its time; none where git failed. */
async function grep(root: string, word: string, until: number, flags: readonly string[]): Promise<string[]> {
  const options = { cwd: root, timeoutMs: Math.max(1, until - performance.now()), maxBytes: MAX_BYTES };
  // Without git there are still the paths.
  const found = await gitGrep([word], ["-l", "-i", ...flags], options)
    .catch(caught(AutoToolsError, () => undefined));
  return new TextDecoder().decode(found?.stdout).split("\0").slice(0, -1);
}

/** The words that tell most: code-like ones first, then by weight and length; in the form that all forms of a word have in them. */
function bestWords(query: Query): string[] {
  const values = new Map<string, number>();
  for (const [key, weight] of query.weights) {
    if (query.joined.has(key) || (key.startsWith(STEM) && key.length - STEM.length < LEAST_STEM)) continue;
    const root = stem(key);
    // A stem finds its word's other forms as well, where it is long enough to tell anything.
    const tells = root.length >= LEAST_STEM && key.startsWith(root) && query.weights.has(STEM + root);
    const word = key.startsWith(STEM) ? key.slice(STEM.length) : tells ? root : key;
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
