import { existsSync } from "node:fs";
import { isDamaged, openForReading } from "./index_database.ts";
import { takeIndexLock } from "./index_lock.ts";
import { StoredCorpus } from "./stored_corpus.ts";

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
    // Damaged, or locked for longer than a prompt can wait: the background run makes it whole.
    if (!isDamaged(error) && !isBusy(error)) throw error;
  }
  return { index: isBeingWritten(dir) ? "building" : "missing" };
}

/** Whether another process holds the writer's lock. */
export function isBeingWritten(dir: string): boolean {
  if (!existsSync(`${dir}/lock.db`)) return false;
  const lock = takeIndexLock(dir);
  lock?.release();
  return lock === undefined;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /locked|busy|unable to open/i.test(error.message);
}
