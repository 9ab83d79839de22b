import type { DatabaseSync, StatementSync } from "node:sqlite";
import { fingerprint } from "./fingerprint.ts";
import { eachPosting } from "./posting_codec.ts";
import type { StoredTerms } from "./stored_terms.ts";

/** What a path begins with among the words of commits' messages. */
export const COMMIT_PATH = "/";

/** One commit: `time` in seconds since 1970, `length` of its message in tokens, `files` that it changed, as places in a list of paths. */
export interface LoggedCommit {
  time: number;
  length: number;
  files: ArrayLike<number>;
}

/** All kept commits, newest first, and the paths that they changed, as they were then. */
export interface CommitLog {
  /** Number of the newest among the postings; the others follow without gaps, downwards. */
  newest: number;
  paths: string[];
  commits: LoggedCommit[];
}

/** A log for the table `history`: one row, since a request asks about all commits, and reading them one by one would take it as long as ranking. */
export function packLog({ newest, paths, commits }: CommitLog): [number, string, Uint8Array] {
  const size = commits.reduce((sum, { files }) => sum + 3 + files.length, 0);
  const numbers = new Uint32Array(size);
  let at = 0;
  for (const { time, length, files } of commits) {
    numbers.set([time, length, files.length], at);
    numbers.set(files, at + 3);
    at += 3 + files.length;
  }
  return [newest, paths.join("\n"), new Uint8Array(numbers.buffer)];
}

/** What `packLog` packed; numbers that end too early end the list. */
export function unpackLog(newest: unknown, paths: unknown, packed: unknown): CommitLog {
  // The driver's buffer need not be aligned; a copy is.
  const bytes = packed instanceof Uint8Array ? packed.slice() : new Uint8Array(0);
  const numbers = new Uint32Array(bytes.buffer, 0, bytes.byteLength >>> 2);
  const commits: LoggedCommit[] = [];
  for (let at = 0; at + 3 <= numbers.length;) {
    const end = at + 3 + (numbers[at + 2] ?? 0);
    commits.push({
      time: numbers[at] ?? 0,
      length: numbers[at + 1] ?? 0,
      files: numbers.subarray(at + 3, end),
    });
    at = end;
  }
  return { newest: Number(newest ?? -1), paths: String(paths ?? "").split("\n"), commits };
}

/** The kept commits of an index. Commits are numbered from 0, the newest. */
export class StoredHistory {
  readonly #database: DatabaseSync;
  #postings: StatementSync | undefined;
  #log: CommitLog | undefined;

  readonly #terms: StoredTerms;

  constructor(database: DatabaseSync, terms: StoredTerms) {
    this.#database = database;
    this.#terms = terms;
  }

  get commits(): readonly LoggedCommit[] {
    return this.#read().commits;
  }

  /** Every path that a kept commit changed. */
  get paths(): readonly string[] {
    return this.#read().paths;
  }

  /** Visits each commit whose message has the word, or a word of the stem, and how often. */
  each(key: string, visit: (commit: number, count: number) => void): void {
    for (const term of this.#terms.of(key)) this.#each(term, visit);
  }

  #each(term: number, visit: (commit: number, count: number) => void): void {
    const { newest, commits } = this.#read();
    this.#postings ??= this.#database.prepare(
      "SELECT documents FROM commit_postings WHERE term = ? ORDER BY batch",
    );
    for (const row of this.#postings.all(term)) {
      const bytes = row["documents"];
      if (!(bytes instanceof Uint8Array)) continue;
      eachPosting(bytes, (id, count) => {
        const commit = newest - id;
        if (commit >= 0 && commit < commits.length) visit(commit, count);
      });
    }
  }

  /** Commits that changed a file under this path, newest first. */
  commitsOf(path: string): number[] {
    const found: number[] = [];
    this.#each(fingerprint(COMMIT_PATH + path), (commit) => found.push(commit));
    return found.sort((a, b) => a - b);
  }

  /** Paths that a commit changed. */
  filesOf(commit: number): string[] {
    const { commits, paths } = this.#read();
    return Array.from(commits[commit]?.files ?? [], (file) => paths[file] ?? "");
  }

  #read(): CommitLog {
    if (this.#log) return this.#log;
    const row = this.#database.prepare("SELECT newest, paths, commits FROM history").get();
    return this.#log = unpackLog(row?.["newest"], row?.["paths"], row?.["commits"]);
  }
}
