import { analyse } from "../corpus/analyse.ts";
import type { CodebaseOptions } from "../codebase.ts";
import { hashOf, importsOf, isSame } from "../files/file_identity.ts";
import { treeMark } from "../files/freshness.ts";
import { fileIndex } from "../imports/imports.ts";
import { unreadSummary } from "./index_report.ts";
import { type FileRecord, type IndexWriter, PENDING } from "./index_writer.ts";
import { isNameable } from "../files/path_name.ts";
import { isSensitivePath } from "../../guard/sensitive.ts";
import { MemoryCorpus } from "../corpus/memory_corpus.ts";
import { repoFiles } from "../files/repo_files.ts";

/** What the pass over the texts did: files there are, files read, files taken out. */
export interface TextPass {
  files: number;
  read: number;
  removed: number;
}

/** Postings held before they are written: 16 MB, and their words. */
const MAX_BATCH_ENTRIES = 1_000_000;
/** ms for git to list a repository in the background. */
const LIST_MS = 60_000;
/**
 * A file changed so recently may change again within the same tick of the file system's clock: its time proves nothing. Most count in
 * nanoseconds, a few ms apart; some in whole seconds or two.
 */
const UNSETTLED_MS = { fine: 50, coarse: 2000 };

/** Stands for bytes of a name that are no UTF-8: what is called so cannot be asked for. */
const UNDECODABLE = "\ufffd";

/**
 * Brings the index of texts to the state of the tree: reads what changed by size or time, skips what has the same content, takes out what is gone.
 * When it ends, prompts can use it. `now`: ms since 1970.
 */
export async function indexText(
  writer: IndexWriter,
  options: CodebaseOptions,
  { now, progress }: { now: () => number; progress: (done: number, total: number) => void },
): Promise<TextPass> {
  const files = repoFiles(options);
  const asked = files.list(LIST_MS);
  // While git lists.
  const known = writer.knownFiles();
  const stats = new Map([...known.keys()].map((path) => [path, files.stat(path)]));
  const listing = await asked;
  const listed = [...listing.tracked, ...listing.untracked].filter((path) => path !== "");
  const paths = listed.filter(files.allowed);
  const index = fileIndex(paths);
  const batch = new Batch(writer);
  let read = 0;
  let total = 0;
  const unread = listed.filter((path) => !isNameable(path) && !isSensitivePath(path))
    .map((path) => ({ why: "with characters in their names that cannot be shown", path }));
  for (const [at, path] of paths.entries()) {
    if (at % 256 === 0) progress(at, paths.length);
    const before = known.get(path);
    const stat = before ? stats.get(path) : files.stat(path);
    if (!stat) {
      if (path.includes(UNDECODABLE)) unread.push({ why: "named in no UTF-8", path });
      continue;
    }
    total++;
    known.delete(path);
    if (before && isSame(before, stat)) continue;
    const content = files.read(path);
    if (content.kind === "gone") {
      if (before) batch.remove(before.id);
      unread.push({ why: "not to be opened", path });
      total--;
      continue;
    }
    const hash = hashOf(content);
    if (before && before.hash === hash && before.size === content.size) {
      writer.touch(before.id, settled(content.mtimeMs, now()));
      continue;
    }
    const analysed = analyse(path, content, (text) => importsOf(text, path, index));
    if (!analysed) continue;
    read++;
    if (before) batch.remove(before.id);
    batch.add(analysed, {
      size: content.size,
      mtimeMs: settled(content.mtimeMs, now()),
      hash,
      opaque: content.kind === "opaque" ? content.why : "",
    });
  }
  // A listing that was cut off proves no absence by itself.
  const gone = [...known].filter(([path]) => listing.complete || !files.stat(path));
  for (const [, { id }] of gone) batch.remove(id);
  batch.flush();
  progress(paths.length, paths.length);
  writer.setMeta({
    root: options.root,
    commit: options.commit ?? "",
    tree: treeMark(listing.tracked),
    time: options.time,
    unread: unreadSummary(unread),
    complete: "1",
    pending: PENDING,
  });
  return { files: total, read, removed: gone.length };
}

/** The time to remember a file by; none where it may still change unseen. */
function settled(mtimeMs: number, now: number): number {
  const tick = mtimeMs % 1000 === 0 ? UNSETTLED_MS.coarse : UNSETTLED_MS.fine;
  return now - mtimeMs < tick ? -1 : mtimeMs;
}

/** Files on their way into the index. */
class Batch {
  #corpus = new MemoryCorpus();
  #records: FileRecord[] = [];
  #removed: number[] = [];

  constructor(readonly writer: IndexWriter) {}

  add(file: NonNullable<ReturnType<typeof analyse>>, record: FileRecord): void {
    this.#corpus.add(file);
    this.#records.push(record);
    if (this.#corpus.postings.size >= MAX_BATCH_ENTRIES) this.flush();
  }

  remove(id: number): void {
    this.#removed.push(id);
  }

  flush(): void {
    if (this.#corpus.size > 0 || this.#removed.length > 0) {
      this.writer.write(this.#corpus, this.#records, this.#removed);
    }
    this.#corpus = new MemoryCorpus();
    this.#records = [];
    this.#removed = [];
  }
}
