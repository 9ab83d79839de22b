import type { DatabaseSync } from "node:sqlite";
import type { CodebaseOptions } from "../codebase.ts";
import { indexCommits } from "./commit_index.ts";
import { keepListing } from "./keep_listing.ts";
import { IndexWriter } from "./index_writer.ts";
import { RecentTexts } from "./recent_texts.ts";
import { SegmentUpkeep } from "./segment_upkeep.ts";
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
  how: RefreshOptions,
): Promise<Refreshed> {
  const writer = new IndexWriter(database);
  const all = await refreshOnce(writer, options, how);
  for (let slice = 1; !all.whole && slice < MAX_SLICES; slice++) {
    const next = await refreshOnce(writer, { ...options, time: new Date(how.now()).toISOString() }, how);
    all.files = next.files;
    all.read += next.read;
    all.removed += next.removed;
    all.parsed += next.parsed;
    all.whole = next.whole;
  }
  if (how.atOnce) {
    new SegmentUpkeep(writer).compact(how.now(), true);
    database.exec(`PRAGMA busy_timeout = ${READERS_MS}; PRAGMA wal_checkpoint(TRUNCATE)`);
  }
  return all;
}

async function refreshOnce(
  writer: IndexWriter,
  options: CodebaseOptions,
  { now, progress = () => {}, parser, sliceMs = SLICE_MS }: RefreshOptions,
): Promise<Refreshed> {
  const texts = new RecentTexts();
  const { listing, ...text } = await indexText(writer, options, {
    now,
    progress: (...at) => progress("text", ...at),
    texts,
  });
  progress("history", 0, 0);
  await indexCommits(writer, options);
  if (listing.kept !== true) await keepListing(writer, options, listing, now);
  // Without what a parser would have to do, it is not even looked for.
  if (writer.meta("pending") === "" && writer.meta("missing_grammars") === "{}") {
    return { ...text, parsed: 0, whole: true };
  }
  const { indexSymbols } = await import("./symbol_pass.ts");
  const symbols = await indexSymbols(writer, options, {
    progress: (...at) => progress("symbols", ...at),
    maxMs: sliceMs,
    texts,
    ...(parser && { parser }),
  });
  const upkeep = new SegmentUpkeep(writer);
  upkeep.mergeSmall();
  upkeep.compact(now());
  return { ...text, ...symbols };
}
