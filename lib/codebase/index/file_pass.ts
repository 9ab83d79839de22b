import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import { VERSION } from "../../contract/version.ts";
import type { CodebaseOptions } from "../codebase.ts";
import { analyse } from "../corpus/memory_corpus.ts";
import { pack } from "../corpus/packed_json.ts";
import { isNameable, isUnsettled } from "../files/file_system.ts";
import { language } from "../files/languages.ts";
import { gitIndexMark } from "../files/git_listing.ts";
import { type KeptListing, readState, RENEWED_MS, watch } from "../files/kept_listing.ts";
import { type FileStat, isSame, storableFiles, UNPROVEN } from "../files/repo_files.ts";
import { type Outliner, outliner } from "../syntax/outliner.ts";
import { threadedOutliner } from "../syntax/parser_thread.ts";
import { byReason } from "./index_report.ts";
import { NO_PARSER } from "./index_state.ts";
import type { IndexWriter } from "./index_writer.ts";
import { Parsing } from "./parsing.ts";

/** What a refresh did: files there are, files read, those of them that the parser read, files taken out. */
export interface FilePass {
  files: number;
  read: number;
  parsed: number;
  removed: number;
}

/** How far a refresh is, in files, for whoever watches. */
export type Progress = (done: number, total: number) => void;

/**
 * `now`: ms since 1970. `parser`: what parses; by default the parser that is shipped. `thread`: starts one for it, where there are many files. `byHand`: whether a person asks for it, so that a parser
 * that was missing is tried again, and of files that are gone nothing is left, neither their words nor in the log. `wait`: called where another process builds; how many ms to wait for its end.
 */
export interface RefreshOptions {
  now: () => number;
  progress?: Progress;
  thread?: () => Worker;
  parser?: () => Outliner;
  byHand?: boolean;
  wait?: () => number;
}

/** Files whose parsing takes longer than a thread takes to begin. */
const MANY_FILES = 100;
/** ms for git to list a repository in the background. */
const LIST_MS = 60_000;
const UNNAMEABLE = "with characters in their names that cannot be shown";

/** Brings the index to the state of the tree: reads and parses what changed by size or time, skips what has the same content, takes out what is gone. When it ends, prompts can use it. */
export async function indexFiles(
  writer: IndexWriter,
  options: CodebaseOptions,
  { now, progress = () => {}, thread, parser = outliner, byHand = false }: RefreshOptions,
): Promise<FilePass> {
  const began = now();
  const gitIndex = gitIndexMark(options.gitDir) ?? "";
  const before = keptListing(writer, began);
  // Who asks by hand may know of what the kept list cannot.
  const files = storableFiles(options, byHand ? undefined : before);
  const asked = files.list(LIST_MS);
  // While git lists.
  const known = writer.files;
  /** What is not as the index has it; undefined what it is to lose. */
  const differing = new Map<string, FileStat | undefined>();
  known.each((path, size, mtime) => {
    const stat = files.stat(path);
    if (!stat || !isSame({ size, mtime }, stat)) differing.set(path, stat);
  });
  const listing = await asked;
  // Asking the rules of every path takes longer than all the rest; what they let into the index they let into it again.
  const rules = JSON.stringify([VERSION, options.exclude]);
  const isSameRule = rules === writer.meta("rules");
  // What is written before the end, where this one ends too early, was let in by other rules than those that are noted.
  if (!isSameRule) writer.putMeta({ rules: "" });
  const unread: { why: string; path: string }[] = [];
  const again = new Set(
    byHand || !isSameRule
      ? known.unparsed().flatMap(({ why, path }) => why.startsWith(NO_PARSER) ? [path] : [])
      : [],
  );
  for (const path of again) differing.set(path, files.stat(path));
  const named = new Set<string>();
  if (!listing.kept || !isSameRule) {
    const listed = new Set([...listing.tracked, ...listing.untracked]);
    // A listing that was cut off proves no absence by itself.
    if (!listing.complete) { for (const path of known.paths()) listed.add(path); }
    for (const path of listed) {
      const isKnown = known.has(path);
      if (isSameRule && isKnown || files.allowed(path)) {
        named.add(path);
        if (!isKnown) differing.set(path, files.stat(path));
      } else if (!isNameable(path) && !isSensitivePath(path)) unread.push({ why: UNNAMEABLE, path });
    }
    // Where a link stands in the place of a folder, what that had is still tracked.
    const isGone = (path: string) => differing.has(path) && differing.get(path) === undefined;
    for (const folder of listing.untracked.filter(isGone)) {
      for (const path of named) {
        if (path.startsWith(`${folder}/`) && named.delete(path)) differing.delete(path);
      }
    }
    for (const path of known.paths()) if (!named.has(path)) differing.set(path, undefined);
  }
  const paths = [...differing.keys()].sort();
  const removed: string[] = [];
  let read = 0;
  const isLong = thread !== undefined && differing.size >= MANY_FILES;
  const parsing = new Parsing(writer, isLong ? threadedOutliner(thread()) : parser());
  try {
    for (const [at, path] of paths.entries()) {
      if (at % 32 === 0) progress(at, paths.length);
      const file = differing.get(path) && files.read(path);
      if (file === undefined || file.kind === "gone") {
        if (known.has(path)) removed.push(path);
        if (file !== undefined && !file.private) unread.push({ why: "not to be opened", path });
        continue;
      }
      const { size, hash } = file;
      const mtime = isUnsettled(file.mtimeMs, now()) ? UNPROVEN : file.mtimeMs;
      const before = again.has(path) ? undefined : known.get(path);
      if (before?.size === size && known.hash(before.id) === hash) {
        known.touch(path, mtime);
        continue;
      }
      const content = file.content();
      const text = content.kind === "text" ? content.text : "";
      const source = { path, hash, language: language(path, text) };
      const opaque = content.kind === "opaque" ? content.why : "";
      await parsing.outline(text, source, ({ outline, unparsed = "" }) => {
        const packed = outline && pack(outline);
        writer.add(analyse(path, content, outline), { size, mtime, hash, opaque, unparsed, outline: packed });
        read++;
      });
    }
    await parsing.end();
  } finally {
    parsing.close();
  }
  for (const path of removed) writer.remove(path);
  progress(paths.length, paths.length);
  writer.flush(() => {
    const { mark: tree = "" } = listing;
    writer.putMeta({
      commit: options.commit ?? "",
      tree,
      rules,
      time: options.time,
      // Of what the index does not have, only a whole list tells.
      ...(!listing.kept && { unread: JSON.stringify(byReason(unread)) }),
      ...(read + removed.length > 0 && { unparsed: JSON.stringify(byReason(known.unparsed())) }),
      complete: "1",
    });
    const { exclude } = options;
    const isSame = byHand && isSameRule && before?.mark === tree && read + removed.length === 0;
    const state = listing.kept || isSame
      ? { ...before, gitIndex }
      : { time: began, gitIndex, mark: tree, exclude, ...watch(options, named, began) };
    if (!listing.kept || gitIndex !== before?.gitIndex) {
      writer.putMeta({ listed: tree === "" ? "" : JSON.stringify(state) });
    }
  });
  return { files: known.size, read, parsed: parsing.parsed, removed: removed.length };
}

function keptListing(writer: IndexWriter, now: number): KeptListing | undefined {
  const state = readState(writer.meta("listed"));
  if (state === undefined || Math.abs(now - state.time) > RENEWED_MS) return undefined;
  return { ...state, files: () => [...writer.files.paths()] };
}
