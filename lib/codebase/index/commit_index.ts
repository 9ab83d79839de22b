import type { DatabaseSync } from "node:sqlite";
import { excludeMatcher, isSensitivePath } from "../../guard/sensitive.ts";
import type { CodebaseOptions } from "../codebase.ts";
import { PostingChains } from "../corpus/posting_chains.ts";
import { PostingWriter } from "../corpus/posting_codec.ts";
import { COMMIT_PATH } from "../corpus/stored_corpus.ts";
import { type Commit, commits, commitsSince, MAX_COMMITS } from "../history.ts";
import { Vocabulary } from "../query/vocabulary.ts";
import type { IndexWriter } from "./index_writer.ts";

/** ms for `git log` in the background. */
const LOG_MS = 30_000;
/** A commit that touches more files is a sweep: it says nothing about any of them. */
const MAX_FILES = 30;
/** Batches of commits beyond which all are written anew, so that a word stays few reads away. */
const MAX_BATCHES = 16;

/**
 * Brings what is stored of the history to HEAD: messages and files of the newest commits as an inverted index of their own. What is never named is not
 * stored. New commits are added to those there are; where some of those are no longer in the history, all are written anew.
 */
export async function indexCommits(writer: IndexWriter, options: CodebaseOptions): Promise<void> {
  const { root, commit, exclude } = options;
  const excluded = JSON.stringify(exclude);
  if (commit === undefined) return;
  const before = writer.meta("commits_exclude") === excluded ? writer.meta("commits") : undefined;
  if (before === commit) return;
  const { database } = writer;
  const added = before === undefined || batches(database) >= MAX_BATCHES
    ? undefined
    : await commitsSince(root, before, commit, { timeoutMs: LOG_MS });
  const log = worthKeeping(added ?? await commits(root, { at: commit, timeoutMs: LOG_MS }), exclude);
  writer.transaction(() => {
    if (!added) database.exec("DELETE FROM commits; DELETE FROM commit_postings");
    append(database, log.reverse());
    writer.putMeta({ commits: commit, commits_exclude: excluded });
  });
}

function worthKeeping(log: readonly Commit[], exclude: string[]): Commit[] {
  const excluded = excludeMatcher(exclude);
  return log.filter(({ files }) => files.length <= MAX_FILES)
    .map((commit) => ({
      ...commit,
      files: commit.files.filter((path) => !isSensitivePath(path) && !excluded(path)),
    }))
    .filter(({ files }) => files.length > 0);
}

/** `log`: oldest first, all newer than what is stored. The oldest stored ones make room. */
function append(database: DatabaseSync, log: readonly Commit[]): void {
  const first = Number(database.prepare("SELECT max(id) + 1 AS next FROM commits").get()?.["next"] ?? 0);
  const vocabulary = new Vocabulary();
  const postings = new PostingChains();
  const insert = database.prepare("INSERT INTO commits (id, time, length, files) VALUES (?, ?, ?, ?)");
  for (const [at, { subject, body, time, files }] of log.entries()) {
    const id = first + at;
    const words = vocabulary.count([subject, body]);
    for (const word of words.ids) postings.add(word, id, words.count(word), 0);
    for (const path of new Set(files)) postings.add(vocabulary.id(COMMIT_PATH + path), id, 1, 0);
    insert.run(id, time, words.total, files.join("\n"));
  }
  const batch = batches(database) + 1;
  const post = database.prepare("INSERT INTO commit_postings (term, batch, documents) VALUES (?, ?, ?)");
  const list = new PostingWriter();
  for (const [term, word] of vocabulary.words.entries()) {
    if (!postings.has(term)) continue;
    postings.each(term, (commit, count) => list.add(commit, count, 0));
    post.run(word, batch, list.take());
  }
  database.prepare("DELETE FROM commits WHERE id < ?").run(first + log.length - MAX_COMMITS);
}

function batches(database: DatabaseSync): number {
  return Number(database.prepare("SELECT max(batch) AS last FROM commit_postings").get()?.["last"] ?? 0);
}
