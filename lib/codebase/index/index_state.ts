import { existsSync } from "node:fs";
import { isDamaged, openForReading, removeIndex } from "./index_database.ts";
import { takeIndexLock } from "./index_lock.ts";
import { StoredCorpus } from "../corpus/stored_corpus.ts";

/** How the index stands to the tree: `building` while another process writes the first one, `stale` where it was built for another state. */
export type IndexState = "missing" | "building" | "stale" | "ready";

/** The index of a folder for reading, where there is a whole one. Never throws: an index that cannot be read is a missing one. */
export function openIndex(dir: string | undefined): { index: IndexState; stored?: StoredCorpus } {
  if (dir === undefined || !existsSync(dir)) return { index: "missing" };
  try {
    const database = openForReading(dir);
    if (database) {
      const stored = new StoredCorpus(database);
      if (stored.meta("complete") === "1") return { index: "ready", stored };
      stored.close();
    }
  } catch (error) {
    // Locked for longer than a prompt can wait, on a full disk, or damaged: then the files themselves are read.
    if (isDamaged(error)) discardIndex(dir);
    else if (!(error instanceof Error)) throw error;
  }
  return { index: isBeingWritten(dir) ? "building" : "missing" };
}

/** Deletes an index that was found damaged, unless it is being written this moment. */
export function discardIndex(dir: string): void {
  try {
    const lock = takeIndexLock(dir);
    if (lock) removeIndex(dir);
    lock?.release();
  } catch (error) {
    // A cache that cannot be written keeps its damaged index; each prompt then reads the files themselves.
    if (!(error instanceof Error)) throw error;
  }
}

/** Whether another process holds the writer's lock. */
export function isBeingWritten(dir: string): boolean {
  if (!existsSync(`${dir}/lock.db`)) return false;
  try {
    const lock = takeIndexLock(dir);
    lock?.release();
    return lock === undefined;
  } catch (error) {
    // A folder that cannot be written has no writer.
    if (error instanceof Error) return false;
    throw error;
  }
}
