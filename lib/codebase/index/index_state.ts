import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { attempt } from "../../settings/attempt.ts";
import { type StoredCorpus, storedCorpus } from "../corpus/stored_corpus.ts";
import { isDamaged, openForReading, removeIndex, UNFINISHED } from "./index_database.ts";
import { isBeingWritten, takeIndexLock } from "./index_lock.ts";

/** What is said of an index whose file is not what was written. */
export const DAMAGED = "it is damaged";

/** How it is said why a file was not parsed where another run may find what is missing. */
export const NO_PARSER = "no parser for";

/** How the index stands to the tree: `building` while another process writes the first one, `stale` where it was built for another state. */
export type IndexState = "missing" | "building" | "stale" | "ready";

/** An index for reading, or why there is none. */
export interface OpenedIndex {
  index: IndexState;
  stored?: StoredCorpus;
  /** Why it cannot be used or kept, for people; undefined where it is only not built yet. */
  problem?: string;
}

/** The index of a folder for reading, where there is a whole one. Never throws: an index that cannot be read is a missing one. */
export function openIndex(dir: string | undefined): OpenedIndex {
  if (dir === undefined) return { index: "missing", problem: "there is no folder to keep one in" };
  if (!existsSync(dir)) return { index: "missing" };
  const opened = opening(dir);
  if (opened.stored) return opened;
  if (isBeingWritten(dir)) return { index: "building" };
  // A build may have ended since it was found unfinished.
  return opened.problem === UNFINISHED ? opening(dir) : opened;
}

function opening(dir: string): OpenedIndex {
  let database: DatabaseSync | undefined;
  try {
    database = openForReading(dir);
    if (database === undefined) return { index: "missing" };
    const stored = storedCorpus(database);
    if (stored.meta("complete") === "1") return { index: "ready", stored };
    throw new RangeError(UNFINISHED);
  } catch (error) {
    database?.close();
    // Locked for longer than a prompt can wait, on a full disk, of another version, or damaged: then the files themselves are read.
    if (!(error instanceof Error)) throw error;
    if (!isDamaged(error)) return { index: "missing", problem: error.message };
    discardIndex(dir);
    return { index: "missing", problem: DAMAGED };
  }
}

/** Deletes an index that was found damaged, unless it is being written this moment. */
export function discardIndex(dir: string): void {
  // A cache that cannot be written keeps its damaged index; each prompt then reads the files themselves.
  attempt(() => {
    const lock = takeIndexLock(dir);
    if (lock) removeIndex(dir);
    lock?.release();
  });
}
