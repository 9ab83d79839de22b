import { redact } from "../../guard/secrets/redact.ts";
import type { CodebaseOptions } from "../codebase.ts";
import { pack } from "../corpus/packed_json.ts";
import { packPostings, Postings } from "../corpus/postings.ts";
import type { CommitLog, LoggedCommit } from "../corpus/stored_history.ts";
import { fingerprint } from "../corpus/terms.ts";
import { type Commit, commits } from "../history.ts";
import { nameable } from "../files/repo_files.ts";
import { Vocabulary } from "../query/vocabulary.ts";
import type { IndexWriter } from "./index_writer.ts";

/** ms for `git log` in the background. */
const LOG_MS = 30_000;
/** UTF-16 units of a message that are read. */
const MAX_MESSAGE = 2000;
/** A commit that touches more files is a sweep: it says nothing about any of them. */
const MAX_FILES = 30;

/** Brings what is stored of the history to HEAD: messages and files of the newest commits as an inverted index of their own. What is never named is not stored. */
export async function indexCommits(writer: IndexWriter, options: CodebaseOptions): Promise<void> {
  const { root, commit, exclude } = options;
  const excluded = JSON.stringify(exclude);
  if (writer.meta("commits_exclude") === excluded && writer.meta("commits") === (commit ?? "")) return;
  const log = worthKeeping(await commits(root, { at: commit, timeoutMs: LOG_MS }), exclude);
  writer.transaction(() => {
    write(writer, log);
    writer.putMeta({ commits: commit ?? "", commits_exclude: excluded });
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

function write({ database }: IndexWriter, log: readonly Commit[]): void {
  const vocabulary = new Vocabulary();
  const postings = new Postings();
  const paths = [...new Set(log.flatMap(({ files }) => files))];
  const places = new Map(paths.map((path, at) => [path, at]));
  const placeOf = (path: string) => places.get(path) ?? 0;
  const logged = log.map(({ subject, body, time, files }, at): LoggedCommit => {
    // Cut once it is clean: half a secret is not known as one.
    const message = redact(`${subject}\n\n${body}`.slice(0, 4 * MAX_MESSAGE)).text.slice(0, MAX_MESSAGE);
    const words = vocabulary.count([message]);
    for (const word of words.ids) postings.add(word, at, words.count(word), 0);
    return { time: Math.max(0, time), length: words.total, files: [...new Set(files)].map(placeOf) };
  });
  database.exec("DELETE FROM commit_postings");
  const post = database.prepare("INSERT OR REPLACE INTO commit_postings (term, commits) VALUES (?, ?)");
  for (const [id, word] of vocabulary.words.entries()) {
    if (postings.has(id)) post.run(fingerprint(word), packPostings(postings.of(id)));
  }
  const all: CommitLog = { paths, commits: logged };
  database.exec("DELETE FROM history");
  database.prepare("INSERT INTO history (log) VALUES (?)").run(pack(all));
}
