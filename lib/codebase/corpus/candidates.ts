import { AutoToolsError } from "../../contract/error_codes.ts";
import { git } from "../../guard/git/git.ts";
import { KIND } from "./corpus.ts";
import { fileKind } from "../files/file_kind.ts";
import type { Listing } from "../files/git_listing.ts";
import type { Query } from "../query/query.ts";
import { isCodeLike } from "../query/tokens.ts";
import { bestWords } from "./path_matches.ts";

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
 * Candidates to be read, most promising first: by what their paths have of the request, in a repository too big to be read by what git grep finds too. Among
 * equals, source comes before tests before the rest, as they are listed.
 */
export function candidates(
  paths: readonly string[],
  inPath: ReadonlyMap<string, number>,
  query: Query,
  { all, one }: Grepped = NOTHING,
): string[] {
  const worth = new Map<string, number>();
  const add = (path: string, by: number) => worth.set(path, (worth.get(path) ?? 0) + by);
  for (const path of all) add(path, WORTH.all);
  for (const path of one) add(path, WORTH.one);
  for (const [path, value] of inPath) add(path, WORTH.path * value);
  // Where git found nothing, source as it is listed is better than no answer.
  if (all.length === 0 && one.length === 0) {
    for (const path of paths.slice(0, 2 * MAX_CANDIDATES)) add(path, 0);
  }
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

/** Files that git grep found until it was done or its time was up. */
interface Grepped {
  /** With all of the request's best words. */
  all: readonly string[];
  /** With the best word, or a name that the request asks for. */
  one: readonly string[];
}

const NOTHING: Grepped = { all: [], one: [] };

/**
 * Looks for the request's best words. Untracked files are not looked at: git would walk all folders before it looked into the first file; where nothing much is
 * tracked, that is what it has to do. Names that only code has are enough alone: to look for several words in one file takes git three times as long.
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
