import type { DatabaseSync } from "node:sqlite";
import { excludeMatcher, isSensitivePath } from "../../guard/sensitive.ts";
import type { CodebaseOptions } from "../codebase.ts";
import { commits } from "../history.ts";
import { PostingWriter } from "../corpus/posting_codec.ts";
import type { IndexWriter } from "./index_writer.ts";
import { Vocabulary } from "../query/vocabulary.ts";

/** ms for `git log` in the background. */
const LOG_MS = 30_000;
/** A commit that touches more files is a sweep: it says nothing about any of them. */
const MAX_FILES = 30;

/** Brings what is stored of the history to HEAD. */
export async function indexCommits(writer: IndexWriter, options: CodebaseOptions): Promise<void> {
  if (options.commit === undefined || writer.meta("commits") === options.commit) return;
  await writeCommits(writer.database, options);
  writer.setMeta({ commits: options.commit });
}

/** Replaces what is stored of the history: messages as an inverted index of their own, and the files of each commit. Newest commit first. What is never named is not stored. */
async function writeCommits(
  database: DatabaseSync,
  { root, exclude }: Pick<CodebaseOptions, "root" | "exclude">,
): Promise<void> {
  const excluded = excludeMatcher(exclude);
  const log = (await commits(root, { timeoutMs: LOG_MS }))
    .filter(({ files }) => files.length <= MAX_FILES)
    .map((commit) => ({
      ...commit,
      files: commit.files.filter((path) => !isSensitivePath(path) && !excluded(path)),
    }))
    .filter(({ files }) => files.length > 0);
  const vocabulary = new Vocabulary();
  const lists: PostingWriter[] = [];
  database.exec("BEGIN IMMEDIATE; DELETE FROM commits; DELETE FROM commit_postings");
  try {
    const insert = database.prepare("INSERT INTO commits (id, time, length, files) VALUES (?, ?, ?, ?)");
    log.forEach(({ subject, body, time, files }, id) => {
      const words = vocabulary.count([subject, body]);
      for (const word of words.ids) (lists[word] ??= new PostingWriter()).add(id, words.count(word), 0);
      insert.run(id, time, words.total, files.join("\n"));
    });
    const post = database.prepare("INSERT INTO commit_postings (term, documents) VALUES (?, ?)");
    lists.forEach((writer, word) => post.run(vocabulary.words[word] ?? "", writer.take()));
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}
