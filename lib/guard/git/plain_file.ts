import { recover } from "../../settings/attempt.ts";
import { readSmallBytes, standing } from "../../settings/small_file.ts";

/** Something of a git directory that is not as git writes it: a link, a FIFO, too large, another text. Its message has nothing of the repository's in it. */
export class NotAsGitWrites extends Error {}

/** Whether a plain file of at most `maxBytes` stands there, itself and not a link to one. Throws `NotAsGitWrites` for anything else but nothing. */
export function hasPlainFile(path: string, maxBytes: number, what: string): boolean {
  const info = standing(path);
  if (info !== undefined && (!info.isFile || info.size > maxBytes)) {
    throw new NotAsGitWrites(`${what} ${info.isFile ? "is too large" : "is no plain file"}`);
  }
  return info !== undefined;
}

/** Bytes of such a file; undefined where there is none. Throws `NotAsGitWrites` where something else stands there. */
export function plainBytes(path: string, maxBytes: number, what: string): Uint8Array | undefined {
  if (!hasPlainFile(path, maxBytes, what)) return undefined;
  const before = Deno.lstatSync(path);
  const read = readSmallBytes(path, maxBytes);
  if (read === undefined || read.dev !== before.dev || read.ino !== before.ino) {
    throw new NotAsGitWrites(`${what} changed while it was read`);
  }
  return read.bytes;
}

/** The same as text. */
export function plainText(path: string, maxBytes: number, what: string): string | undefined {
  const bytes = plainBytes(path, maxBytes, what);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return recover(() => bytes && decoder.decode(bytes), TypeError, (cause) => {
    throw new NotAsGitWrites(`${what} is no text`, { cause });
  });
}

/** The path that a file of git's holds, and nothing else: in `.git`, `gitdir` and `commondir` it ends with the line, and may have line breaks before. */
export function pathIn(text: string, before = ""): string | undefined {
  const path = text.startsWith(before) ? text.slice(before.length).replace(/[\r\n]+$/, "") : "";
  return path === "" || path.includes("\0") ? undefined : path;
}
