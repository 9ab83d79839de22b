import type { DatabaseSync } from "node:sqlite";
import { redact } from "../../guard/secrets/redact.ts";
import type { CodebaseOptions } from "../codebase.ts";
import { PostingChains, PostingWriter } from "../corpus/postings.ts";
import { type LoggedCommit, readLog, writeLog } from "../corpus/stored_history.ts";
import { fingerprint } from "../corpus/terms.ts";
import { type Commit, commits, commitsSince, MAX_COMMITS } from "../history.ts";
import { nameable } from "../files/repo_files.ts";
import { Vocabulary } from "../query/vocabulary.ts";
import type { IndexWriter } from "./index_writer.ts";

/** ms for `git log` in the background. */
const LOG_MS = 30_000;
/** UTF-16 units of a message that are read. */
const MAX_MESSAGE = 2000;
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
    if (!added) database.exec("DELETE FROM history; DELETE FROM commit_postings");
    append(database, log);
    writer.putMeta({ commits: commit, commits_exclude: excluded });
  });
}

function worthKeeping(log: readonly Commit[], exclude: string[]): Commit[] {
  const changes = log.filter(({ files }) => files.length <= MAX_FILES);
  // Most paths were changed by many commits.
  const paths = new Set(changes.flatMap(({ files }) => files));
  const kept = new Set([...paths].filter(nameable(exclude)));
  return changes.map((commit) => ({ ...commit, files: commit.files.filter((path) => kept.has(path)) }))
    .filter(({ files }) => files.length > 0);
}

/** `log`: newest first, all newer than what is stored. The oldest stored ones make room. */
function append(database: DatabaseSync, log: readonly Commit[]): void {
  const stored = readLog(database);
  const vocabulary = new Vocabulary();
  const postings = new PostingChains();
  const places = new Map<string, number>();
  const placesOf = (paths: readonly string[]) =>
    paths.map((path) => {
      const place = places.get(path) ?? places.size;
      places.set(path, place);
      return place;
    });
  const added: LoggedCommit[] = [];
  // Oldest first: postings come in rising order.
  for (const [at, { subject, body, time, files }] of [...log].reverse().entries()) {
    const id = stored.newest + 1 + at;
    const words = vocabulary.count([cleanMessage(`${subject}\n\n${body}`)]);
    for (const word of words.ids) postings.add(word, id, words.count(word), 0);
    added.unshift({ time: Math.max(0, time), length: words.total, files: placesOf([...new Set(files)]) });
  }
  const batch = batches(database) + 1;
  const post = database.prepare(
    "INSERT OR REPLACE INTO commit_postings (term, batch, documents) VALUES (?, ?, ?)",
  );
  const list = new PostingWriter();
  for (const [id, word] of vocabulary.words.entries()) {
    if (!postings.has(id)) continue;
    postings.each(id, (commit, count) => list.add(commit, count, 0));
    post.run(fingerprint(word), batch, list.take());
  }
  // Paths of commits that make room are not kept either.
  const before = stored.commits.slice(0, Math.max(0, MAX_COMMITS - added.length)).map((commit) => ({
    ...commit,
    files: placesOf(commit.files.map((file) => stored.paths[file] ?? "")),
  }));
  const commits = [...added, ...before].slice(0, MAX_COMMITS);
  writeLog(database, { newest: stored.newest + log.length, paths: [...places.keys()], commits });
}

/** It is cut once it is clean: half a secret is not known as one. */
function cleanMessage(message: string): string {
  return redact(message.slice(0, 4 * MAX_MESSAGE)).text.slice(0, MAX_MESSAGE);
}

function batches(database: DatabaseSync): number {
  return Number(database.prepare("SELECT max(batch) AS last FROM commit_postings").get()?.["last"] ?? 0);
}
