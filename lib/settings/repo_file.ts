import { readSmallFile } from "./small_file.ts";

/** Where a repository configures us, below its root; nothing else of it does. */
export const REPO_CONFIG = "config/auto-tools.yaml";

/**
 * Text of a small file of a repository; undefined where there is none. Throws where something else is in its place, a symbolic link on the way
 * too: through it any file of the user's could speak in the repository's place, and be quoted in messages.
 *
 * @param root real path of the repository.
 * @param path relative to it.
 */
export function readRepoSmallFile(root: string, path: string): string | undefined {
  let at = root === "/" ? "" : root;
  for (const name of path.split("/")) {
    at += `/${name}`;
    try {
      if (Deno.lstatSync(at).isSymlink) throw new TypeError(`${at} is a symbolic link; it is not followed`);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
        return undefined;
      }
      throw error;
    }
  }
  return readSmallFile(at);
}
