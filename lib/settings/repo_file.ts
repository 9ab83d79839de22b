import { readSmallBytes, standing } from "./small_file.ts";

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
  const checked = plainFile(root, path);
  if (checked === undefined) return undefined;
  const at = `${root === "/" ? "" : root}/${path}`;
  const read = readSmallBytes(at);
  if (read === undefined) return undefined;
  const now = plainFile(root, path);
  const same = [checked, now].every((each) => each?.dev === read.dev && each.ino === read.ino);
  if (!same) throw new TypeError(`${at} changed while it was read`);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(read.bytes);
}

/** What stands at the end of a path without a link on the way, which is walked there and back: a folder may be swapped while it is passed. */
function plainFile(root: string, path: string): Deno.FileInfo | undefined {
  let at = root === "/" ? "" : root;
  const steps = path.split("/").map((name) => at += `/${name}`);
  let info: Deno.FileInfo | undefined;
  for (const step of [...steps, ...steps.slice(0, -1).reverse()]) {
    const found = standing(step);
    if (found === undefined) return undefined;
    if (found.isSymlink) throw new TypeError(`${step} is a symbolic link; it is not followed`);
    if (step === steps.at(-1)) info = found;
  }
  return info;
}
