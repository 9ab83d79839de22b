import type { DatabaseSync } from "node:sqlite";
import type { CodebaseOptions } from "../codebase.ts";
import { indexCommits } from "./commit_index.ts";
import { IndexWriter } from "./index_writer.ts";
import { keepGitListing } from "./keep_git_listing.ts";
import { tendSegments } from "./segment_upkeep.ts";
import type { SymbolPass, SymbolPassOptions } from "./symbol_pass.ts";
import { indexText, type TextPass } from "./text_pass.ts";

/** What a refresh did. */
export interface Refreshed extends TextPass, SymbolPass {}

/** ms of parsing after which texts are brought up to date once more, and how often: a big repository is parsed for minutes, and edited meanwhile. */
const SLICE_MS = 60_000;
const MAX_SLICES = 60;

/** ms to wait for prompts that read what the log still holds. */
const READERS_MS = 1000;

/** What a refresh is at: the texts of files, past commits, or what a parser finds in files. */
export type Phase = "text" | "history" | "symbols";

/** How far a phase is, in files, for whoever watches; the history's end is not known before it comes. */
export type Progress = (phase: Phase, done: number, total: number) => void;

/**
 * `now`: ms since 1970. `parser`: what parses; by default the parser that is shipped. `sliceMs`: of parsing between two looks at the tree. `atOnce`: whether what is no more in the tree
 * leaves the file before this ends, not with one of the next refreshes.
 */
export interface RefreshOptions {
  now: () => number;
  progress?: Progress;
  parser?: SymbolPassOptions["parser"];
  sliceMs?: number;
  atOnce?: boolean;
}

/**
 * Brings the index to the state of the tree. What ends a pass is stored: one that is cut off is completed by the next refresh.
 *
 * Texts come first, since prompts need them, then the history: it takes a second or two and tells much. Symbols come last: in a big repository they
 * take minutes, and the parser that finds them need not be loaded before.
 */
export async function refreshIndex(
  database: DatabaseSync,
  options: CodebaseOptions,
  { now, progress = () => {}, parser, sliceMs = SLICE_MS, atOnce = false }: RefreshOptions,
): Promise<Refreshed> {
  const writer = new IndexWriter(database);
  const all: Refreshed = { files: 0, read: 0, removed: 0, parsed: 0, whole: false };
  for (let slice = 0; !all.whole && slice < MAX_SLICES; slice++) {
    const here = slice === 0 ? options : { ...options, time: new Date(now()).toISOString() };
    const text = await indexText(writer, here, now, (...at) => progress("text", ...at));
    progress("history", 0, 0);
    await indexCommits(writer, here);
    if (text.listing.kept !== true) await keepGitListing(writer, here, text.listing, now);
    all.files = text.files;
    all.read += text.read;
    all.removed += text.removed;
    // Without what a parser would have to do, it is not even loaded.
    all.whole = writer.meta("pending") === "" && writer.meta("missing_grammars") === "{}";
    if (all.whole) break;
    const { indexSymbols } = await import("./symbol_pass.ts");
    const { parsed, whole } = await indexSymbols(writer, here, {
      progress: (...at) => progress("symbols", ...at),
      maxMs: sliceMs,
      texts: text.texts,
      ...(parser && { parser }),
    });
    all.parsed += parsed;
    all.whole = whole;
    tendSegments(writer, now(), false);
  }
  if (atOnce) {
    tendSegments(writer, now(), true);
    database.exec(`PRAGMA busy_timeout = ${READERS_MS}; PRAGMA wal_checkpoint(TRUNCATE)`);
  }
  return all;
}
