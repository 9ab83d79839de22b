import type { CodebaseOptions } from "../codebase.ts";
import { isDamaged, openForWriting, removeIndex } from "./index_database.ts";
import { takeIndexLock } from "./index_lock.ts";
import { indexCommits } from "./commit_index.ts";
import { IndexWriter } from "./index_writer.ts";
import { tendSegments } from "./segments.ts";
import type { SymbolPassOptions } from "./symbol_pass.ts";
import { indexText, type TextPass } from "./text_pass.ts";

/** What a refresh did; `parsed`: files that the parser read. */
export interface Refreshed extends TextPass {
  parsed: number;
}

/** ms to wait for prompts that read what the log still holds. */
const READERS_MS = 1000;

/** What a refresh is at: the texts of files, past commits, or what a parser finds in files. */
export type Phase = "text" | "history" | "symbols";

/** How far a phase is, in files, for whoever watches; the history's end is not known before it comes. */
export type Progress = (phase: Phase, done: number, total: number) => void;

/**
 * `now`: ms since 1970. `parser`: what parses; by default the parser that is shipped. `atOnce`: whether what is no more in the tree
 * leaves the file before this ends, not with one of the next refreshes.
 */
export interface RefreshOptions {
  now: () => number;
  progress?: Progress;
  parser?: SymbolPassOptions["parser"];
  atOnce?: boolean;
}

/** ms to wait for the lock: a prompt holds it for a moment to see whether somebody writes. A build holds it for longer than this. */
const LOCK_MS = 100;

export type Built = { kind: "built" } & Refreshed | { kind: "busy" };

/**
 * Builds or refreshes the index in `dir` under the writer's lock; `busy` where another process has it. An index that turns out to be damaged
 * is made anew, once.
 */
export async function buildIndex(
  dir: string,
  options: CodebaseOptions,
  how: RefreshOptions,
): Promise<Built> {
  const lock = takeIndexLock(dir, LOCK_MS);
  if (!lock) return { kind: "busy" };
  try {
    return { kind: "built", ...await refreshed(dir, options, how) };
  } catch (error) {
    if (!isDamaged(error)) throw error;
    removeIndex(dir);
    return { kind: "built", ...await refreshed(dir, options, how) };
  } finally {
    lock.release();
  }
}

async function refreshed(dir: string, options: CodebaseOptions, how: RefreshOptions): Promise<Refreshed> {
  const { now, progress = () => {}, parser, atOnce = false } = how;
  const database = openForWriting(dir);
  try {
    const writer = new IndexWriter(database);
    const { texts, ...text } = await indexText(writer, options, now, (...at) => progress("text", ...at));
    progress("history", 0, 0);
    await indexCommits(writer, options);
    let parsed = 0;
    // Without what a parser would have to do, it is not even loaded.
    if (writer.meta("pending") !== "" || writer.meta("missing_grammars") !== "{}") {
      const { indexSymbols } = await import("./symbol_pass.ts");
      parsed = await indexSymbols(writer, options, {
        progress: (...at) => progress("symbols", ...at),
        texts,
        ...(parser && { parser }),
      });
      tendSegments(writer, now(), atOnce);
    } else if (atOnce) tendSegments(writer, now(), true);
    if (atOnce) database.exec(`PRAGMA busy_timeout = ${READERS_MS}; PRAGMA wal_checkpoint(TRUNCATE)`);
    return { ...text, parsed };
  } finally {
    database.close();
  }
}
