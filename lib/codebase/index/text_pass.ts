import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import { VERSION } from "../../contract/version.ts";
import type { CodebaseOptions } from "../codebase.ts";
import { analyse } from "../corpus/memory_corpus.ts";
import { isNameable, isUnsettled } from "../files/file_system.ts";
import { language } from "../files/languages.ts";
import { gitIndexMark } from "../files/git_listing.ts";
import { type KeptListing, readState, RENEWED_MS, watch } from "../files/kept_listing.ts";
import { type FileStat, isSame, storableFiles } from "../files/repo_files.ts";
import { hasGrammar } from "../syntax/dialect.ts";
import { unreadSummary } from "./index_report.ts";
import { type IndexWriter, PENDING } from "./index_writer.ts";

/** What the pass over the texts did: files there are, files read, files taken out. */
export interface TextPass {
  files: number;
  read: number;
  removed: number;
}

/** Characters of text that are handed on to the parser: what a small project takes, or what was edited. */
const MAX_CHARACTERS = 16_000_000;
/** ms for git to list a repository in the background. */
const LIST_MS = 60_000;
const UNNAMEABLE = "with characters in their names that cannot be shown";

/**
 * Brings the index of texts to the state of the tree: reads what changed by size or time, skips what has the same content, takes out what is gone.
 * When it ends, prompts can use it. Gives by their hashes texts that a parser can read, too. `now`: ms since 1970; `progress`: how far it is, in files.
 */
export async function indexText(
  writer: IndexWriter,
  options: CodebaseOptions,
  now: () => number,
  progress: (done: number, total: number) => void,
): Promise<TextPass & { texts: Map<string, string> }> {
  const began = now();
  const gitIndex = gitIndexMark(options.gitDir) ?? "";
  const before = keptListing(writer, began);
  const files = storableFiles(options, before);
  const asked = files.list(LIST_MS);
  // While git lists.
  const known = writer.files;
  const differing = new Map<string, FileStat | undefined>();
  for (const [path, file] of known.entries()) {
    const stat = files.stat(path);
    if (!stat || !isSame(file, stat)) differing.set(path, stat);
  }
  const listing = await asked;
  const listed = new Set([...listing.tracked, ...listing.untracked]);
  // A listing that was cut off proves no absence by itself.
  if (!listing.complete) { for (const [path] of known.entries()) listed.add(path); }
  // Asking the rules of every path takes longer than all the rest; what they let into the index they let into it again.
  const rules = JSON.stringify([VERSION, options.exclude]);
  const isSameRule = rules === writer.meta("rules");
  // What is written before the end, where this one ends too early, was let in by other rules than those that are noted.
  if (!isSameRule) writer.putMeta({ rules: "" });
  const isKnown = (path: string) => isSameRule && known.get(path) !== undefined;
  const unread: { why: string; path: string }[] = [];
  const named = [...listed].filter((path) => {
    if (isKnown(path) || files.allowed(path)) return true;
    if (!isNameable(path) && !isSensitivePath(path)) unread.push({ why: UNNAMEABLE, path });
    return false;
  });
  const paths = named.filter((path) => {
    if (known.get(path) === undefined) differing.set(path, files.stat(path));
    return !differing.has(path) || differing.get(path) !== undefined;
  });
  const isSameSet = listing.kept === true && paths.length === known.size;
  if (!isSameSet) paths.sort();
  const there = new Set(paths);
  const texts = new Map<string, string>();
  let room = MAX_CHARACTERS;
  let read = 0;
  for (const [at, path] of paths.entries()) {
    if (at % 256 === 0) progress(at, paths.length);
    const before = known.get(path);
    if (!differing.has(path)) continue;
    const file = files.read(path);
    if (file.kind === "gone") {
      there.delete(path);
      if (!file.private) unread.push({ why: "not to be opened", path });
      continue;
    }
    const { size, hash } = file;
    // No time proves anything of what may still change unseen.
    const mtime = isUnsettled(file.mtimeMs, now()) ? -1 : file.mtimeMs;
    if (before && before.size === size && known.content(before.id).hash === hash) {
      writer.touch(path, mtime);
      continue;
    }
    const content = file.content();
    const text = content.kind === "text" ? content.text : undefined;
    const written = language(path, text);
    const analysed = analyse(path, content);
    if (!analysed) continue;
    if (text !== undefined && text.length <= room && hasGrammar(written) && !texts.has(hash)) {
      texts.set(hash, text);
      room -= text.length;
    }
    read++;
    const opaque = content.kind === "opaque" ? content.why : "";
    writer.add(analysed, { size, mtime, hash, opaque, language: written });
  }
  const removed = [...known.entries()].flatMap(([path]) => there.has(path) ? [] : path);
  for (const path of removed) writer.remove(path);
  progress(paths.length, paths.length);
  const isPending = read > 0 || removed.length > 0 || writer.meta("pending") !== "" ||
    writer.meta("commits") !== options.commit;
  writer.flush(() => {
    const { mark: tree = "" } = listing;
    writer.putMeta({
      commit: options.commit ?? "",
      tree,
      rules,
      time: options.time,
      // Of what the index does not have, only a whole list tells.
      ...(listing.kept === undefined && { unread: unreadSummary(unread) }),
      complete: "1",
      pending: isPending ? PENDING : "",
    });
    if (listing.kept === true) return;
    const renewed = listing.kept === false ? before : undefined;
    const { exclude } = options;
    const state = { gitIndex, mark: tree, exclude, ...watch(options, named, began, renewed) };
    writer.putMeta({ listed: tree === "" ? "" : JSON.stringify({ time: renewed?.time ?? began, ...state }) });
  });
  return { files: there.size, read, removed: removed.length, texts };
}

function keptListing(writer: IndexWriter, now: number): KeptListing | undefined {
  const state = readState(writer.meta("listed"));
  if (state === undefined || Math.abs(now - state.time) > RENEWED_MS) return undefined;
  const { files } = writer;
  return {
    ...state,
    has: (path) => files.get(path) !== undefined,
    files: () => [...files.entries()].map(([path]) => path),
  };
}
