import { recover } from "../../settings/attempt.ts";
import { readSmallBytes, standing } from "../../settings/small_file.ts";

/* What stands in a git directory, read as plain files inside the repository alone. */

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

/** Symbolic references followed from HEAD, as many as git follows. */
const MAX_REFERENCES = 5;
/** Bytes of a reference: a name is at most as long as a path. */
const MAX_REFERENCE = 4200;
/** Bytes of all packed references: some 400,000 of them. */
const MAX_PACKED = 32 * 1024 * 1024;

const HASH = "[0-9a-f]{64}|[0-9a-f]{40}";
const DETACHED = new RegExp(`^(?:${HASH})\\n?$`);
const SYMBOLIC = /^ref: (refs\/[^\n]+)\n?$/;
/** What git allows in no name of a reference (`git check-ref-format`). */
// deno-lint-ignore no-control-regex
const NO_NAME = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[./]$/;
/** References that each worktree has for itself. */
const OF_WORKTREE = /^refs\/(?:worktree|bisect|rewritten)\//;

/** The commit of HEAD, by plain files inside the repository alone: a link could tell another repository's history as this one's. Undefined before the first commit. Throws `NotAsGitWrites`. */
export function commitOfHead(gitDir: string, gitCommonDir: string): string | undefined {
  let text = plainText(`${gitDir}/HEAD`, MAX_REFERENCE, "HEAD");
  for (let steps = 0; steps <= MAX_REFERENCES; steps++) {
    if (text === undefined) return undefined;
    if (DETACHED.test(text)) return text.trimEnd();
    const name = SYMBOLIC.exec(text)?.[1];
    if (name === undefined || NO_NAME.test(name)) break;
    const of = OF_WORKTREE.test(name) ? gitDir : gitCommonDir;
    text = loose(of, name) ?? packed(gitCommonDir, name);
  }
  throw new NotAsGitWrites("HEAD leads to no plain reference");
}

/** Text of a reference's own file; a folder of that name is what other references have left. */
function loose(folder: string, name: string): string | undefined {
  let at = folder;
  for (const part of name.split("/").slice(0, -1)) {
    at += `/${part}`;
    const info = standing(at);
    if (info === undefined) return undefined;
    if (!info.isDirectory) throw new NotAsGitWrites("a folder of its references is a link");
  }
  const file = `${folder}/${name}`;
  return standing(file)?.isDirectory === true ? undefined : plainText(file, MAX_REFERENCE, "a reference");
}

function packed(folder: string, name: string): string | undefined {
  const bytes = plainBytes(`${folder}/packed-refs`, MAX_PACKED, "packed-refs");
  if (bytes === undefined) return undefined;
  // A character a byte, in the file and in the name alike.
  const bytewise = new TextDecoder("latin1");
  const text = bytewise.decode(bytes);
  const end = ` ${bytewise.decode(new TextEncoder().encode(name))}\n`;
  const at = text.indexOf(end);
  if (at < 0) return undefined;
  const hash = text.slice(text.lastIndexOf("\n", at) + 1, at);
  if (!DETACHED.test(hash)) throw new NotAsGitWrites("packed-refs is damaged");
  return hash;
}
