import { AutoToolsError } from "../contract/error_codes.ts";
import { git } from "../guard/git/git.ts";
import { resolveRepoRoot } from "../guard/boundary/repo_root.ts";
import { joinBytes } from "../settings/join_bytes.ts";
import { systemWorld } from "../settings/world.ts";
import { SESSION_FOLDER, sessionFile } from "./codex_session.ts";

/** ms; git answers in about 5. */
const GIT_MS = 2000;
/** ms to wait for somebody else who writes the list, who takes a few; and how old a lock is that nobody holds any more. */
const LOCK_MS = 2000;
const LOCK_PAUSE_MS = 10;
const LEFT_BEHIND_MS = 60_000;

/** Has git ignore the folder of the wrapper's session. */
export async function ignoreSessionFolder(repoRoot: string): Promise<void> {
  await ignoreFolder(repoRoot, SESSION_FOLDER, sessionFile(repoRoot));
}

/**
 * Has git ignore a folder of ours: one line in `info/exclude` of the common git directory (worktrees share
 * it), only where `file`, which lies in it, would show up as untracked. Does nothing outside a repository.
 * Throws where the list cannot be written.
 */
export async function ignoreFolder(repoRoot: string, folder: string, file: string): Promise<void> {
  // Not by git's own word: a stranger's `.git` could name anybody's repository, and this writes into it.
  const { repository } = await resolveRepoRoot({ cwd: repoRoot });
  if (repository === undefined || !await isShown(repoRoot, file)) return;
  const { top, gitCommonDir } = repository;
  const list = `${gitCommonDir}/info/exclude`;
  if (leadsElsewhere(`${gitCommonDir}/info`)) {
    throw new Error(`${gitCommonDir}/info is a symbolic link; git's exclude list is left alone`);
  }
  // A pattern with a slash in it holds from the top level; below that, it needs to be told to look anywhere.
  await append(list, Deno.realPathSync(repoRoot) === top ? `${folder}/` : `**/${folder}/`);
}

/** Whether git would list a file as untracked; where git fails, nobody sees that. */
async function isShown(cwd: string, file: string): Promise<boolean> {
  try {
    const args = ["ls-files", "--others", "--exclude-standard", "--", file] as const;
    const { code, stdout } = await git(args, { cwd, timeoutMs: GIT_MS });
    return code === 0 && stdout.length > 0;
  } catch (error) {
    if (error instanceof AutoToolsError && error.code === "E_TOOL_UNAVAILABLE") return false;
    throw error;
  }
}

/**
 * Puts one line at the end of a file; what stands in it stays byte for byte, whatever its encoding. As git changes its files:
 * whoever makes `FILE.lock` may write, and the lock becomes the file.
 */
async function append(file: string, line: string): Promise<void> {
  Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  const lock = `${file}.lock`;
  using written = await made(lock);
  try {
    const old = readBytes(file);
    const bytes = new TextEncoder().encode(`${line}\n`);
    const apart = new Uint8Array(old.length > 0 && old[old.length - 1] !== 0x0a ? [0x0a] : []);
    const whole = joinBytes([old, apart, bytes]);
    for (let at = 0; at < whole.length;) at += written.writeSync(whole.subarray(at));
    Deno.chmodSync(lock, modeOf(file));
    Deno.renameSync(lock, file);
  } catch (error) {
    Deno.removeSync(lock);
    throw error;
  }
}

/** Makes a file that nobody else has made. One that was left behind by somebody who is gone is removed. */
async function made(lock: string): Promise<Deno.FsFile> {
  for (let waited = 0;; waited += LOCK_PAUSE_MS) {
    try {
      return Deno.openSync(lock, { write: true, createNew: true });
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists) || waited >= LOCK_MS) throw error;
    }
    if (ageOf(lock) > LEFT_BEHIND_MS) Deno.removeSync(lock);
    else await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
  }
}

/** ms since a file was written; of one that is gone, 0. */
function ageOf(file: string): number {
  try {
    return systemWorld().now().getTime() - (Deno.lstatSync(file).mtime?.getTime() ?? Infinity);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

function leadsElsewhere(folder: string): boolean {
  try {
    return Deno.lstatSync(folder).isSymlink;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function readBytes(file: string): Uint8Array {
  try {
    if (!Deno.lstatSync(file).isFile) {
      throw new Error(`${file} is not a regular file; git's exclude list is left alone`);
    }
    return Deno.readFileSync(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Uint8Array();
    throw error;
  }
}

function modeOf(file: string): number {
  try {
    return (Deno.statSync(file).mode ?? 0o644) & 0o777;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0o644;
    throw error;
  }
}
