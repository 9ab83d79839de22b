import { createHash } from "node:crypto";
import { analyse } from "../corpus/analyse.ts";
import type { CodebaseOptions } from "../codebase.ts";
import { readKeptListing } from "../corpus/kept_listing.ts";
import { isUnsettled } from "../files/change_time.ts";
import { isSame } from "../files/file_identity.ts";
import { language } from "../files/languages.ts";
import { type FileIndex, fileIndex, imports, resolveImports } from "../imports/imports.ts";
import { unreadSummary } from "./index_report.ts";
import { type FileRecord, type IndexWriter, PENDING } from "./index_writer.ts";
import type { Listing } from "../files/listing.ts";
import { isNameable } from "../files/path_name.ts";
import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import { MemoryCorpus } from "../corpus/memory_corpus.ts";
import { hasGrammar } from "../syntax/grammars.ts";
import { programMark } from "./program_mark.ts";
import type { RecentTexts } from "./recent_texts.ts";
import type { FileStat } from "../files/repo_files.ts";
import { storableFiles } from "../files/storable_files.ts";

/** What the pass over the texts did: files there are, files read, files taken out. */
export interface TextPass {
  files: number;
  read: number;
  removed: number;
}

export interface TextPassOptions {
  /** ms since 1970. */
  now: () => number;
  /** How far it is, in files. */
  progress: (done: number, total: number) => void;
  /** Takes the texts that a parser can read. */
  texts: RecentTexts;
}

/** Postings held before they are written: 16 MB, and their words. */
const MAX_BATCH_ENTRIES = 1_000_000;
/** ms for git to list a repository in the background. */
const LIST_MS = 60_000;
/** Stands for bytes of a name that are no UTF-8: what is called so cannot be asked for. */
const UNDECODABLE = "\ufffd";

/**
 * Brings the index of texts to the state of the tree: reads what changed by size or time, skips what has the same content, takes out what is gone.
 * When it ends, prompts can use it. Gives the list of files that it went by, too.
 */
export async function indexText(
  writer: IndexWriter,
  options: CodebaseOptions,
  { now, progress, texts }: TextPassOptions,
): Promise<TextPass & { listing: Listing }> {
  const files = storableFiles(options, readKeptListing(writer.database));
  const asked = files.list(LIST_MS);
  // While git lists.
  const known = writer.files;
  const knownBefore = known.size;
  const differing = new Map<string, FileStat | undefined>();
  for (const [path, before] of known.entries()) {
    const stat = files.stat(path);
    if (!stat || !isSame(before, stat)) differing.set(path, stat);
  }
  const listing = await asked;
  const untracked = [...listing.untracked].sort();
  const listed = [...listing.tracked, ...untracked].filter((path) => path !== "");
  // Asking the rules of every path takes longer than all the rest; what they let into the index they let into it again.
  const program = programMark();
  const rules = program === undefined ? "" : sha1(JSON.stringify([program, options.exclude]));
  const isSameRule = rules !== "" && rules === writer.meta("rules");
  // What is written before the end, where this one ends too early, was let in by other rules than those that are noted.
  if (!isSameRule) writer.transaction(() => writer.putMeta({ rules: "" }));
  const isKnown = (path: string) => isSameRule && known.get(path) !== undefined;
  const paths = listed.filter((path) => isKnown(path) || files.allowed(path));
  let lazyIndex: FileIndex | undefined;
  const index = () => lazyIndex ??= fileIndex(paths);
  // Which files there are decides what imports mean. A list that was cut off says nothing of that.
  const mark = listing.complete ? sha1(paths.join("\0")) : "";
  const importing = knownBefore > 0 && mark !== "" && mark !== writer.meta("paths")
    ? writer.importingOthers(index())
    : new Set<string>();
  const batch = new Batch(writer);
  let read = 0;
  let total = 0;
  let stillThere = 0;
  const unread = listed.filter((path) => !isKnown(path) && !isNameable(path) && !isSensitivePath(path))
    .map((path) => ({ why: "with characters in their names that cannot be shown", path }));
  for (const [at, path] of paths.entries()) {
    if (at % 256 === 0) progress(at, paths.length);
    const before = known.get(path);
    if (before) stillThere++;
    if (before && !differing.has(path) && !importing.has(path)) {
      total++;
      continue;
    }
    const stat = before && differing.has(path) ? differing.get(path) : files.stat(path);
    if (!stat) {
      if (before) batch.remove(path);
      if (path.includes(UNDECODABLE)) unread.push({ why: "named in no UTF-8", path });
      continue;
    }
    let isPrivate = false;
    const file = files.read(path, () => {
      isPrivate = true;
    });
    if (file === undefined) {
      if (before) batch.remove(path);
      if (!isPrivate) unread.push({ why: "not to be opened", path });
      continue;
    }
    total++;
    const { size, hash } = file;
    const mtimeMs = settled(file.mtimeMs, now());
    if (before && before.size === size && known.hash(before.id) === hash && !importing.has(path)) {
      batch.touch(path, mtimeMs);
      continue;
    }
    const content = file.content();
    const spoken = language(path, content.kind === "text" ? content.text : undefined);
    let specifiers: readonly string[] = [];
    const analysed = analyse(path, content, (text) => {
      specifiers = imports(text, spoken);
      return resolveImports(specifiers, path, spoken, index());
    });
    if (!analysed) continue;
    if (content.kind === "text" && hasGrammar(spoken)) texts.add(hash, content.text);
    read++;
    if (before) batch.replace(path);
    const opaque = content.kind === "opaque" ? content.why : "";
    batch.add(analysed, { size, mtimeMs, hash, opaque, language: spoken, specifiers });
  }
  if (stillThere < knownBefore) {
    const all = new Set(paths);
    // A listing that was cut off proves no absence by itself.
    for (const [path] of known.entries()) {
      if (!all.has(path) && (listing.complete || !files.allowed(path) || !files.stat(path))) {
        batch.remove(path);
      }
    }
  }
  progress(paths.length, paths.length);
  const isPending = read > 0 || batch.gone > 0 || writer.meta("pending") !== "" ||
    writer.meta("commits") !== options.commit;
  batch.flush(() => {
    writer.putMeta({
      commit: options.commit ?? "",
      tree: listing.mark ?? "",
      paths: mark,
      rules,
      time: options.time,
      unread: unreadSummary(unread),
      complete: "1",
      pending: isPending ? PENDING : "",
    });
    known.pack();
  });
  return { files: total, read, removed: batch.gone, listing };
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

/** The time to remember a file by; none where it may still change unseen. */
function settled(mtimeMs: number, now: number): number {
  return isUnsettled(mtimeMs, now) ? -1 : mtimeMs;
}

/** Files on their way into the index. */
class Batch {
  /** Files taken out for good. */
  gone = 0;
  #corpus = new MemoryCorpus();
  #records: FileRecord[] = [];
  #removed: string[] = [];
  readonly #touched: [path: string, mtimeMs: number][] = [];

  constructor(readonly writer: IndexWriter) {}

  add(file: NonNullable<ReturnType<typeof analyse>>, record: FileRecord): void {
    this.#corpus.add(file);
    this.#records.push(record);
    if (this.#corpus.postings.size >= MAX_BATCH_ENTRIES) this.flush();
  }

  /** Takes out what is stored of a file that is gone. */
  remove(path: string): void {
    this.gone++;
    this.#removed.push(path);
  }

  /** Takes out what is stored of a file that is added anew. */
  replace(path: string): void {
    this.#removed.push(path);
  }

  touch(path: string, mtimeMs: number): void {
    this.#touched.push([path, mtimeMs]);
  }

  /** Writes all that has come, and what `more` writes, at once. */
  flush(more = () => {}): void {
    const { files } = this.writer;
    this.writer.write(this.#corpus, this.#records, this.#removed, () => {
      for (const [path, mtimeMs] of this.#touched.splice(0)) files.touch(path, mtimeMs);
      more();
    });
    this.#corpus = new MemoryCorpus();
    this.#records = [];
    this.#removed = [];
  }
}
