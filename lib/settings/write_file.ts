import { attempt } from "./attempt.ts";
import { checkOwnFile, makeOwnFolder } from "./own_files.ts";

/**
 * Writes a file of ours (0600 in a folder that is 0700) whole or not at all. Throws `NotOurs`, or what the file system says. `durable`: flushed to the disk
 * first, for what a person would miss after a power cut; `base`: see `own_files.ts`.
 */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  { durable = false, base = "" } = {},
): void {
  makeOwnFolder(path.slice(0, path.lastIndexOf("/")) || "/", base);
  checkOwnFile(path, base);
  writeWhole(path, content, { durable });
}

/** Writes any file whole or not at all. `beforeRename`: the last look at the temporary file; what it throws ends the writing. */
export function writeWhole(
  path: string,
  content: string | Uint8Array,
  { durable = false, beforeRename = (_temporary: string): void => {} } = {},
): void {
  const temporary = `${path}.${Deno.pid}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    using file = Deno.openSync(temporary, { write: true, createNew: true, mode: 0o600 });
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
    if (durable) file.syncDataSync();
    beforeRename(temporary);
    Deno.renameSync(temporary, path);
  } catch (error) {
    // Why it could not be written says more than that its beginning could not be taken away.
    attempt(() => Deno.removeSync(temporary));
    throw error;
  }
}
