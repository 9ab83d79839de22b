import { createHash } from "node:crypto";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { git } from "../../guard/git/git.ts";
import { attempt, caught } from "../../settings/attempt.ts";
import { readUpTo } from "../../settings/small_file.ts";
import { standing } from "./file_system.ts";

export interface Listing {
  readonly tracked: readonly string[];
  readonly untracked: readonly string[];
  /** False where more may be there. */
  complete: boolean;
  /** Stands for `tracked`, as git printed it: equal marks mean that nothing was added or taken away. Absent where git did not. */
  mark?: string;
  /** True where it is the one that the index keeps, as nothing has changed. */
  kept?: true;
  /** For [Limits]: why it is not git's own, absent where it is or where there is no git. */
  limit?: string;
}

/** What is tracked, for which git need not look at the tree, each path with a NUL behind it. Undefined where git fails or its time was up. */
export async function gitTracked(
  root: string,
  timeoutMs: number,
): Promise<{ tracked: Uint8Array; mark: string } | undefined> {
  const tracked = await listFiles(root, ["--cached"], timeoutMs);
  return tracked && { tracked, mark: createHash("sha1").update(tracked).digest("hex") };
}

/** What git says of these kinds of files, as `gitTracked`. */
export async function listFiles(
  root: string,
  what: readonly string[],
  timeoutMs: number,
): Promise<Uint8Array | undefined> {
  if (timeoutMs <= 0) return undefined;
  const listed = await git(["ls-files", "-z", ...what], { cwd: root, timeoutMs })
    .catch(caught(AutoToolsError, () => undefined));
  if (listed === undefined) return undefined;
  const { stdout, stderr, code, truncated } = listed;
  // A path that was cut off has no NUL behind it. Who complains and lists nothing has not listed.
  const isWhole = stdout.length === 0 ? stderr === "" : stdout.at(-1) === 0;
  return code === 0 && isWhole && !truncated ? stdout : undefined;
}

/** Paths as git prints them, each once: of a conflicted file it prints each side, one after the other. */
export function pathsIn(printed: Uint8Array): string[] {
  const paths = new TextDecoder().decode(printed).split("\0");
  paths.pop();
  return paths.filter((path, at) => path !== paths[at - 1]);
}

/** Bytes at the end of git's index: the checksum of all before them, or its last part. */
const CHECKSUM_BYTES = 20;

/** Stands for what git's index holds: the checksum that git writes at its end. Undefined where there is none, or git was told to leave it out. */
export function gitIndexMark(gitDir: string | undefined): string | undefined {
  const path = `${gitDir}/index`;
  const found = gitDir === undefined ? undefined : standing(path);
  // Whoever opens a pipe may wait for ever.
  if (!found?.isFile || found.size < CHECKSUM_BYTES) return undefined;
  // Being replaced, or not to be read: git is asked then.
  return attempt(() => {
    using file = Deno.openSync(path);
    file.seekSync(-CHECKSUM_BYTES, Deno.SeekMode.End);
    const bytes = readUpTo(file, CHECKSUM_BYTES);
    const isSaid = bytes.length === CHECKSUM_BYTES && bytes.some((byte) => byte !== 0);
    return isSaid ? `${found.size} ${bytes.join(".")}` : undefined;
  });
}
