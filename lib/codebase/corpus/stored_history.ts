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
export function storedHistory(database: DatabaseSync, termsOf: TermsOf) {
  let postings: StatementSync | undefined;
  let kept: CommitLog | undefined;

  /** Read with the first call. It is one row: a request asks about all commits, and reading them one by one would take it as long as ranking. */
  function log(): CommitLog {
    if (kept) return kept;
    const row = database.prepare("SELECT log FROM history").get();
    kept = row === undefined ? { paths: [], commits: [] } : unpack<CommitLog>(row["log"]);
    if (kept === undefined) throw malformed("history");
    return kept;
  }

  return {
    log,
    /** Visits each commit whose message has the word, or a word of the stem, and how often. */
    each(key: string, visit: (commit: number, count: number) => void): void {
      const { length } = log().commits;
      const asked = postings ??= database.prepare("SELECT commits FROM commit_postings WHERE term = ?");
      for (const { commits } of termsOf(key).flatMap((term) => asked.all(term))) {
        eachPosting(commits, (commit, count) => {
          if (commit < length) visit(commit, count);
        });
      }
    },
  };
}
