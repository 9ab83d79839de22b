import { closeSync, openSync, readSync } from "node:fs";
import { isFileSystemError } from "../files/change_time.ts";
import { isPlainFile, isSqliteError, removeIndex, SCHEMA_VERSION } from "./index_database.ts";
import { takeIndexLock } from "./index_lock.ts";
import { entriesOf } from "../files/kept_listing.ts";

/** Where the header of a SQLite file has its `user_version`, four bytes, high ones first. */
const VERSION_AT = 60;

/**
 * Removes the indexes of all repositories that an earlier version of the program has written: what it kept may be what this one would not. `folder`: where
 * indexes lie. One that another process writes this moment is left alone.
 */
export function removeOlderFormats(folder: string): void {
  for (const { name } of entriesOf(folder)) {
    const dir = `${folder}/${name}`;
    if (versionOf(`${dir}/index.db`) >= SCHEMA_VERSION) continue;
    try {
      const lock = takeIndexLock(dir);
      if (lock) removeIndex(dir);
      lock?.release();
    } catch (error) {
      // Not ours to write, as the index of another user: it stays.
      if (!isSqliteError(error) && !isFileSystemError(error)) throw error;
    }
  }
}

/** As the file itself says, which has it from the first write; `Infinity` where there is no index or nothing to be read. */
function versionOf(file: string): number {
  try {
    if (!isPlainFile(file)) return Infinity;
    const descriptor = openSync(file, "r");
    try {
      const bytes = new Uint8Array(4);
      const read = readSync(descriptor, bytes, 0, 4, VERSION_AT);
      return read === 4 ? new DataView(bytes.buffer).getUint32(0) : Infinity;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (isFileSystemError(error)) return Infinity;
    throw error;
  }
}
