import { readSmallBytes } from "./small_file.ts";

/** Where a repository configures us, below its root; nothing else of it does. */
export const REPO_CONFIG = "config/auto-tools.yaml";

/**
 * Text of a small file of a repository; undefined where there is none. Throws where something else is in its place, a symbolic link on the way
 * too: through it any file of the user's could speak in the repository's place, and be quoted in messages. A byte order mark stays, so that another text
 * always means other bytes.
 *
 * @param root real path of the repository.
 * @param path relative to it.
 */
export function readRepoSmallFile(root: string, path: string): string | undefined {
  if (plainFile(root, path) === undefined) return undefined;
  const at = `${root === "/" ? "" : root}/${path}`;
  const read = readSmallBytes(at);
  if (read === undefined) return undefined;
  const now = plainFile(root, path);
  if (now?.dev !== read.dev || now.ino !== read.ino) throw new TypeError(`${at} changed while it was read`);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(read.bytes);
}

/** What stands at the end of a path without a link on the way. */
function plainFile(root: string, path: string): Deno.FileInfo | undefined {
  let at = root === "/" ? "" : root;
  let info: Deno.FileInfo | undefined;
  for (const name of path.split("/")) {
    at += `/${name}`;
    try {
      info = Deno.lstatSync(at);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
        return undefined;
      }
      throw error;
    }
    if (info.isSymlink) throw new TypeError(`${at} is a symbolic link; it is not followed`);
  }
  return info;
}
