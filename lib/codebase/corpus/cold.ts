import { analyse } from "./analyse.ts";
import { coldCandidates, grepped, isLesser } from "./cold_candidates.ts";
import { KIND } from "./corpus.ts";
import { fileKind } from "../files/file_kind.ts";
import { importsOf } from "../files/file_identity.ts";
import { speaksOfCredentials } from "../../guard/boundary/file_types.ts";
import { fileIndex } from "../imports/imports.ts";
import type { FileIndex } from "../imports/file_index.ts";
import { MemoryCorpus } from "./memory_corpus.ts";
import type { Query } from "../query/query.ts";
import type { Listing } from "../files/listing.ts";
import type { RepoFiles } from "../files/repo_files.ts";
import { STEM, stemPattern } from "../query/tokens.ts";
import { isNamed, spokenPaths } from "./spoken_paths.ts";

/** Up to this many files are all read; of more, those that git grep and their paths speak for. */
const READ_ALL = 2500;
/** Files that a repository is taken to have which git could not list in time. */
const UNKNOWN_FILES = 50_000;
/** ms of reading when there is no index: what is left of a first prompt's 1.5 s after git, ranking and excerpts. */
const READ_MS = 800;
/** ms that git grep may look for candidates before that, while the files are read whose paths have words of the request. */
const GREP_MS = 700;
/** Of the time there is, ms kept for ranking and for the lines to be shown: what is not ranked is not seen. */
const KEPT_MS = 500;
/** Files that are read into what is kept, and ms of it: without any, no word of the request would weigh anything. */
const READ_ANYWAY = 8;
const ANYWAY_MS = 200;
/** Files read because of their paths, before git grep has answered. */
const READ_FIRST = 200;
/** Files between two looks at what git has said. */
const STRIDE = 8;
/** Files that were not read and are known by their paths alone. */
const MAX_UNREAD = 200;
/** Tokens of source text to a character, for the length of files that need not be split. */
const TOKENS_PER_CHARACTER = 0.14;
/** Words looked for in a text before it is split. */
const SOUGHT = 60;

/** What could be read without an index. */
export interface ColdCorpus {
  corpus: MemoryCorpus;
  /** Files of it that were read; of others only their paths are known. */
  read: number;
  /** Whether every file was read. */
  complete: boolean;
}

/**
 * Reads the repository into memory until all is read or time is up: the files that the request names first, then those with words of it in their
 * paths, then the others. Of the first two kinds, those that were not come to are known by their paths.
 */
export async function coldCorpus(
  root: string,
  files: RepoFiles,
  listing: Listing,
  query: Query,
  deadline: number,
): Promise<ColdCorpus> {
  const all = [...listing.tracked, ...listing.untracked];
  const whole = (all.length > 0 || listing.complete) && all.length <= READ_ALL;
  const started = performance.now();
  const spoken = spokenPaths(all, query);
  const reading = new Reading(files, query, whole ? fileIndex(all) : undefined);
  const until = Math.min(deadline - KEPT_MS, started + READ_MS);
  let complete = false;
  if (whole) complete = reading.read(byPromise(all, spoken, query), until) && listing.complete;
  else {
    const grepUntil = Math.min(deadline - KEPT_MS, started + GREP_MS);
    const searching = grepped(root, listing, query, grepUntil);
    const first = bySpoken(spoken, query);
    await readWhile(reading, first.slice(0, READ_FIRST), searching);
    const found = await searching;
    const later = Math.min(deadline - KEPT_MS, performance.now() + READ_MS);
    reading.read(coldCandidates(all, spoken, found, query), later);
  }
  const read = reading.corpus.size;
  if (!complete) {
    reading.addUnread(bySpoken(spoken, query));
    reading.corpus.standsFor(listing.complete ? all.length : Math.max(all.length, UNKNOWN_FILES));
  }
  return { corpus: reading.corpus, read, complete };
}

/** Reads files until something is there, or all are read. */
async function readWhile(
  reading: Reading,
  paths: readonly string[],
  other: Promise<unknown>,
): Promise<void> {
  let isThere = false;
  const noted = other.finally(() => isThere = true);
  for (let at = 0; at < paths.length && !isThere; at += STRIDE) {
    reading.read(paths.slice(at, at + STRIDE), Infinity);
    // What git prints is taken in between.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await noted;
}

/** Files on their way into memory, each once. */
class Reading {
  readonly corpus = new MemoryCorpus();
  readonly #seen = new Set<string>();
  readonly #files: RepoFiles;
  readonly #index: FileIndex | undefined;
  readonly #sought: RegExp;

  /** `index`: of all files, where imports are to be followed. */
  constructor(files: RepoFiles, query: Query, index: FileIndex | undefined) {
    this.#files = files;
    this.#index = index;
    this.#sought = soughtPattern(query);
  }

  /** Reads in this order until a time, the very first files whatever the time; false where it was up before the last one. */
  read(paths: readonly string[], until: number): boolean {
    for (const path of paths) {
      if (this.#seen.has(path)) continue;
      const over = performance.now() - until;
      if (over > 0 && (this.corpus.size >= READ_ANYWAY || over > ANYWAY_MS)) return false;
      this.#seen.add(path);
      this.#take(path);
    }
    return true;
  }

  /** Takes the first of those that were not read by their paths alone; what may hold credentials is named once it was read. */
  addUnread(paths: readonly string[]): void {
    const unread = paths.filter((path) => !this.#seen.has(path) && speaksOfCredentials(path));
    for (const path of unread.slice(0, MAX_UNREAD)) {
      if (!this.#files.allowed(path) || this.#files.stat(path) === undefined) continue;
      this.corpus.add({ path, text: undefined, definitions: [], imports: [] });
    }
  }

  #take(path: string): void {
    const content = this.#files.read(path);
    const without = content.kind === "text" && !this.#sought.test(path) && !this.#sought.test(content.text);
    const index = this.#index;
    const file = without
      ? {
        path,
        text: "",
        definitions: [],
        imports: [],
        length: Math.round(content.text.length * TOKENS_PER_CHARACTER),
      }
      : analyse(path, content, (text) => index ? importsOf(text, path, index) : []);
    if (file) this.corpus.add(file);
  }
}

/** Matches every text that has one of the request's heaviest words, whatever its form; others have next to nothing to be ranked by. */
export function soughtPattern(query: Query): RegExp {
  const words = [...query.weights.keys()].map((key) => key.startsWith(STEM) ? key.slice(STEM.length) : key);
  const names = [...query.names.keys()].map((name) => name.toLowerCase());
  const sought = [...new Set([...words, ...names])].filter((word) => word.length >= 2).slice(0, SOUGHT);
  return sought.length === 0 ? /(?!)/ : new RegExp(sought.map(stemPattern).join("|"), "i");
}

/** Paths of which the request speaks, best first; no more than can be read. */
function bySpoken(spoken: ReadonlyMap<string, number>, query: Query): string[] {
  const best = [...spoken].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, READ_ALL);
  return best.map(([path, worth]) => ({
    path,
    worth,
    lesser: !isNamed(worth) && isLesser(path, query),
  }))
    .sort((a, b) => Number(a.lesser) - Number(b.lesser) || b.worth - a.worth || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/** What the request speaks of first; then source before tests before the rest; among equals as listed. */
function byPromise(
  paths: readonly string[],
  spoken: ReadonlyMap<string, number>,
  query: Query,
): string[] {
  const rank = (path: string) => {
    const kind = fileKind(path);
    if (kind & KIND.aside) return 3;
    if (kind & KIND.test) return query.aboutTests ? 0 : 2;
    return kind & KIND.source ? 0 : 1;
  };
  const others = paths.filter((path) => !spoken.has(path)).map((path) => ({ path, rank: rank(path) }))
    .sort((a, b) => a.rank - b.rank).map(({ path }) => path);
  return [...bySpoken(spoken, query), ...others];
}
