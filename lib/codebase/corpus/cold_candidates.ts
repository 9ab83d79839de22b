import { AutoToolsError } from "../../contract/error_codes.ts";
import { git } from "../../guard/git.ts";
import { KIND } from "./corpus.ts";
import { fileKind } from "../files/file_kind.ts";
import { type Query, STEM } from "../query/query.ts";
import { isCodeLike } from "../query/tokens.ts";

/** Words whose files git grep is asked for: each is a pass over the repository. */
const GREPPED = 3;
/** Words looked for in paths. */
const IN_PATHS = 12;
const MAX_BYTES = 8 * 1024 * 1024;
/** Candidates handed on; no more can be read in the time there is. */
const MAX_CANDIDATES = 1500;

const WORTH = { all: 3, one: 1, path: 2, named: 10 };

/**
 * Files of a repository too big to be read at once that a request may mean, best first: those with all of its best words, with the best
 * one or a name that it asks for, with words in their path, or named in it.
 */
export async function coldCandidates(
  root: string,
  paths: readonly string[],
  query: Query,
  until: number,
): Promise<string[]> {
  const words = bestWords(query);
  const asked = new Set([...query.names.keys()].filter(isCodeLike).map((name) => name.toLowerCase()));
  const each = words.slice(0, GREPPED).filter((word, at) => at === 0 || asked.has(word));
  const [all, one] = await Promise.all([
    grep(root, words.slice(0, GREPPED), until, ["--all-match"]),
    grep(root, each, until),
  ]);
  const worth = new Map<string, number>();
  const add = (path: string, by: number) => worth.set(path, (worth.get(path) ?? 0) + by);
  for (const path of all) add(path, WORTH.all);
  for (const path of one) add(path, WORTH.one);
  const inPaths = words.slice(0, IN_PATHS);
  const named = query.places.paths.map(({ path }) => path.slice(path.lastIndexOf("/") + 1).toLowerCase());
  for (const path of paths) {
    const lower = path.toLowerCase();
    let hits = 0;
    for (const word of inPaths) if (lower.includes(word)) hits++;
    if (named.some((name) => lower.endsWith(name))) hits += WORTH.named;
    if (hits > 0) add(path, WORTH.path * hits);
  }
  // Nothing to go by: source as it is listed is better than no answer.
  if (all.length === 0 && one.length === 0) {
    for (const path of paths.slice(0, MAX_CANDIDATES * 4)) if (!worth.has(path)) worth.set(path, 0);
  }
  const score = (path: string) => {
    const kind = fileKind(path);
    const lesser = kind & KIND.aside || (kind & KIND.test && !query.aboutTests) || !(kind & KIND.source);
    return (worth.get(path) ?? 0) * (lesser ? 0.4 : 1);
  };
  return [...worth.keys()].map((path) => ({ path, score: score(path) }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1)).slice(0, MAX_CANDIDATES).map((
      { path },
    ) => path);
}

/** The words that tell most: code-like ones first, then by weight and length. Stems find every form of a word. */
function bestWords(query: Query): string[] {
  const values = new Map<string, number>();
  for (const [key, weight] of query.weights) {
    const word = key.startsWith(STEM) ? key.slice(STEM.length) : key;
    if (word.length < 2 || (word.length < 3 && word.charCodeAt(0) < 128)) continue;
    values.set(word, (values.get(word) ?? 0) + weight * Math.min(word.length, 10));
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

/** Files that have one of the words, with `--all-match` all of them, as far as git came in its time; none where git failed. */
async function grep(
  root: string,
  words: readonly string[],
  until: number,
  flags: readonly string[] = [],
): Promise<string[]> {
  if (words.length === 0) return [];
  const args = [
    "grep",
    "-z",
    "-l",
    "-I",
    "-i",
    "-F",
    "--untracked",
    ...flags,
    ...words.flatMap((word) => ["-e", word]),
  ];
  try {
    const { stdout } = await git(args, {
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
