import { AutoToolsError } from "../../contract/error_codes.ts";
import { git } from "../../guard/git/git.ts";
import { KIND } from "./corpus.ts";
import { fileKind } from "../files/file_kind.ts";
import type { Listing } from "../files/listing.ts";
import type { Query } from "../query/query.ts";
import { isCodeLike } from "../query/tokens.ts";
import { bestWords } from "./spoken_paths.ts";

/** Words whose files git grep is asked for: each is a pass over the repository. */
const GREPPED = 3;
const MAX_BYTES = 8 * 1024 * 1024;
/** Candidates handed on; no more can be read in the time there is. */
const MAX_CANDIDATES = 1500;

const WORTH = { all: 3, one: 1, path: 4 };
/** What a file is worth that is no source, or stands beside it, where the request is not about such. */
const LESSER = 0.4;

/** Files that git grep found until it was done or its time was up. */
export interface Grepped {
  /** With all of the request's best words. */
  all: readonly string[];
  /** With the best word, or a name that the request asks for. */
  one: readonly string[];
}

/**
 * Looks for the request's best words in a repository too big to be read. Untracked files are not looked at: git would walk all folders before it
 * looked into the first file; where nothing much is tracked, that is what it has to do. Names that only code has are enough alone: to look for several words
 * in one file takes git three times as long.
 */
export async function grepped(
  root: string,
  { tracked, untracked }: Listing,
  query: Query,
  until: number,
): Promise<Grepped> {
  const where = untracked.length > tracked.length ? ["--untracked"] : [];
  const words = greppedWords(query);
  const asked = new Set([...query.names.keys()].filter(isCodeLike).map((name) => name.toLowerCase()));
  const names = words.filter((word) => asked.has(word));
  const [all, one] = await Promise.all([
    names.length > 0 ? [] : grep(root, words, until, [...where, "--all-match"]),
    grep(root, names.length > 0 ? names : words.slice(0, 1), until, where),
  ]);
  return { all, one };
}

/** The best words that are not those of a path the request names: where that is, is known. */
function greppedWords(query: Query): string[] {
  const words = bestWords(query);
  const paths = query.places.paths.map(({ path }) => path.toLowerCase());
  const others = words.filter((word) => !paths.some((path) => path.includes(word)));
  return (others.length > 0 ? others : words).slice(0, GREPPED);
}

/** Candidates among `paths`, best first, at most as many as can be read. `spoken`: what their paths are worth. */
export function coldCandidates(
  paths: readonly string[],
  spoken: ReadonlyMap<string, number>,
  { all, one }: Grepped,
  query: Query,
): string[] {
  const worth = new Map<string, number>();
  const add = (path: string, by: number) => worth.set(path, (worth.get(path) ?? 0) + by);
  for (const path of all) add(path, WORTH.all);
  for (const path of one) add(path, WORTH.one);
  for (const [path, value] of spoken) add(path, WORTH.path * value);
  // Nothing to go by: source as it is listed is better than no answer.
  if (all.length === 0 && one.length === 0) {
    for (const path of paths.slice(0, MAX_CANDIDATES * 4)) if (!worth.has(path)) worth.set(path, 0);
  }
  const byWorth = (a: Candidate, b: Candidate) => b.worth - a.worth || (a.path < b.path ? -1 : 1);
  // What kind of file it is takes longer to say than all the rest: it is asked of those that may be among the first.
  const best = [...worth].map(([path, worth]) => ({ path, worth })).sort(byWorth).slice(
    0,
    2 * MAX_CANDIDATES,
  );
  return best.map(({ path, worth }) => ({ path, worth: isLesser(path, query) ? LESSER * worth : worth }))
    .sort(byWorth).slice(0, MAX_CANDIDATES).map(({ path }) => path);
}

interface Candidate {
  path: string;
  worth: number;
}

/** Whether a file is not what requests are mostly about. */
export function isLesser(path: string, query: Query): boolean {
  const kind = fileKind(path);
  return (kind & KIND.aside) !== 0 || ((kind & KIND.test) !== 0 && !query.aboutTests) ||
    (kind & KIND.source) === 0;
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
    const found = new TextDecoder().decode(stdout).split("\0");
    found.pop();
    return found;
  } catch (error) {
    // Without git there are still the paths.
    if (error instanceof AutoToolsError) return [];
    throw error;
  }
}
