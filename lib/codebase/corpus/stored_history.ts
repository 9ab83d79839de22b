import type { DatabaseSync, StatementSync } from "node:sqlite";
import { malformed, unpack } from "./packed_json.ts";
import { eachPosting } from "./postings.ts";
import type { TermsOf } from "./terms.ts";

/** One commit: `time` in seconds since 1970, `length` of its message in tokens, `files` that it changed, as places in a list of paths. */
export interface LoggedCommit {
  time: number;
  length: number;
  files: readonly number[];
}

/** All kept commits, newest first, and the paths that they changed, as they were then. */
export interface CommitLog {
  paths: readonly string[];
  commits: readonly LoggedCommit[];
}

/** The kept commits of an index, numbered from 0, the newest. */
export class StoredHistory {
  #postings: StatementSync | undefined;
  #log: CommitLog | undefined;

  constructor(readonly database: DatabaseSync, readonly termsOf: TermsOf) {}

  /** Read with the first call. It is one row: a request asks about all commits, and reading them one by one would take it as long as ranking. */
  get log(): CommitLog {
    if (this.#log) return this.#log;
    const row = this.database.prepare("SELECT log FROM history").get();
    const log = row === undefined ? { paths: [], commits: [] } : unpack<CommitLog>(row["log"]);
    if (log === undefined) throw malformed("history");
    return this.#log = log;
  }

  /** Visits each commit whose message has the word, or a word of the stem, and how often. */
  each(key: string, visit: (commit: number, count: number) => void): void {
    const { length } = this.log.commits;
    const postings = this.#postings ??= this.database.prepare(
      "SELECT commits FROM commit_postings WHERE term = ?",
    );
    for (const { commits } of this.termsOf(key).flatMap((term) => postings.all(term))) {
      eachPosting(commits, (commit, count) => {
        if (commit < length) visit(commit, count);
      });
    }
  }
}
