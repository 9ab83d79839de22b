import { AutoToolsError } from "../../contract/error_codes.ts";
import { LIMITS, withDetail } from "../../contract/limits.ts";
import { git } from "../git/git.ts";
import { type ClaimedPlace, whyForeign } from "../git/git_place.ts";
import { isPrivatePlace, isPseudoTree, isSensitivePath } from "./sensitive.ts";

export interface RepoRootInput {
  /** Absolute; where the client or the user stands. */
  cwd: string;
  /** `CI_AUTO_TOOLS_REPO_ROOT`. */
  env?: string | undefined;
  /** `repo_root` of the configuration below a git top level, relative to it; undefined where there is none. */
  config?: (gitTop: string) => string | undefined | Promise<string | undefined>;
  /** The user's home folder, which is never searched as a whole. */
  home?: string | undefined;
  /** ms that git may take. */
  timeoutMs?: number;
}

export interface RepoRoot {
  /** Real path, no trailing slash. */
  root: string;
  source: "env" | "config" | "git" | "cwd";
  /** Real path of the repository's own git directory, and of the common one (the same but in worktrees). */
  gitDir?: string;
  gitCommonDir?: string;
  /** Commit of HEAD; absent before the first one. */
  commit?: string;
  /** Texts for [Limits]. */
  limits: string[];
  /** Why nothing below this root may be searched, absent where it may. */
  refused?: string;
}

interface GitPlace extends ClaimedPlace {
  commit?: string;
}

const NOT_HERE = "git's top level is not where its folder is";

/** ms for `rev-parse`, which takes 4 on a warm machine: beyond this the disk is in trouble. */
const REV_PARSE_MS = 1000;

/** Characters of a folder's name that a message repeats. */
const MAX_NAMED = 200;

/** Why a folder cannot be the root; `named` is a text of whoever asked for it, a repository's configuration too. */
class NoRoot extends Error {
  constructor(readonly what: string, readonly named: string, readonly why: string, options?: ErrorOptions) {
    super(what, options);
  }
}

/**
 * Finds the repository root: environment, then configuration, then git's top level, then the working directory with `no-git-root`.
 *
 * One git command in the common case. Throws `AutoToolsError` `E_REPO_ROOT` where what was asked for is not a folder, or where the
 * configuration leads out of the git top level.
 */
export async function resolveRepoRoot(input: RepoRootInput): Promise<RepoRoot> {
  try {
    return await find(input);
  } catch (error) {
    if (!(error instanceof NoRoot)) throw error;
    // Nobody needs the guard where all is well.
    const { sanitize } = await import("../sanitize.ts");
    const named = sanitize(error.named).text.replace(/\s+/g, " ").slice(0, MAX_NAMED).toWellFormed();
    throw new AutoToolsError("E_REPO_ROOT", `${error.what} "${named}"${error.why}`, { cause: error.cause });
  }
}

async function find(input: RepoRootInput): Promise<RepoRoot> {
  const { cwd, env, config, home } = input;
  const asked = env === undefined ? undefined : realFolder(absolute(env, cwd), "CI_AUTO_TOOLS_REPO_ROOT");
  const start = asked ?? realFolder(cwd, "working directory");
  const { place, limit } = await findGit(start, input);
  const within = asked === undefined ? place : place && isBelow(asked, place.top) ? place : undefined;
  if (asked !== undefined) return finish(asked, "env", within, [], home);
  if (place === undefined) return finish(start, "cwd", undefined, [limit], home);
  if (isTooWide(place.top, home) && place.top !== start) {
    return finish(start, "cwd", undefined, [
      withDetail(LIMITS.noGitRoot, `${place.top} is not searched as a whole`),
    ], home);
  }
  const configured = await config?.(place.top);
  if (configured === undefined) return finish(place.top, "git", place, [], home);
  const root = realFolder(absolute(configured, place.top), "repo_root");
  if (!isBelow(root, place.top)) {
    throw new NoRoot("repo_root", configured, ` is outside the git top level ${place.top}`);
  }
  return finish(root, "config", place, [], home);
}

function finish(
  root: string,
  source: RepoRoot["source"],
  place: GitPlace | undefined,
  limits: string[],
  home: string | undefined,
): RepoRoot {
  const refused = whyRefused(root, place?.top, home);
  const { gitDir, gitCommonDir, commit } = place ?? {};
  return {
    root,
    source,
    ...(gitDir === undefined ? {} : { gitDir }),
    ...(gitCommonDir === undefined ? {} : { gitCommonDir }),
    ...(commit === undefined ? {} : { commit }),
    limits: refused === undefined ? limits : [...limits, refused],
    ...(refused === undefined ? {} : { refused }),
  };
}

async function findGit(
  start: string,
  { timeoutMs = REV_PARSE_MS }: RepoRootInput,
): Promise<{ place?: GitPlace; limit: string }> {
  try {
    // HEAD stands last: before the first commit git fails on it, after printing the rest.
    const args = ["rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir", "HEAD"];
    const result = await git(args, {
      cwd: start,
      timeoutMs,
      maxBytes: 64 * 1024,
    });
    if (result.timedOut) return { limit: withDetail(LIMITS.noGitRoot, "git did not answer in time") };
    const [top, gitDir, common, head] = printedLines(new TextDecoder().decode(result.stdout), start);
    if (!top || !gitDir || !common) return { limit: LIMITS.noGitRoot };
    const place = believed(start, { top, gitDir, gitCommonDir: absolute(common, start) });
    if (typeof place === "string") return { limit: withDetail(LIMITS.noGitRoot, place) };
    return {
      place: head !== undefined && /^[0-9a-f]{40,64}$/.test(head) ? { ...place, commit: head } : place,
      limit: "",
    };
  } catch (error) {
    if (!(error instanceof AutoToolsError) || error.code !== "E_TOOL_UNAVAILABLE") throw error;
    return { limit: withDetail(LIMITS.noGitRoot, "git is not installed") };
  }
}

/** What git printed, line by line. A path may have a line break in a folder's name; those on the way to `start` are known. */
function printedLines(text: string, start: string): string[] {
  let joined = text;
  for (let folder = start; folder.includes("\n"); folder = folder.slice(0, folder.lastIndexOf("/"))) {
    joined = joined.replaceAll(folder, folder.replaceAll("\n", "\0"));
  }
  return joined.split("\n").map((line) => line.replaceAll("\0", "\n"));
}

/**
 * `core.worktree` of a repository could name any folder as the top level, `/` too, and `.git` any repository. A place counts only where the top level
 * holds the `.git` that leads to this git directory, the start below it, and the git directory is this folder's own. Else it is said why not.
 */
function believed(start: string, claimed: ClaimedPlace): GitPlace | string {
  try {
    const place = {
      top: Deno.realPathSync(claimed.top),
      gitDir: Deno.realPathSync(claimed.gitDir),
      gitCommonDir: Deno.realPathSync(claimed.gitCommonDir),
    };
    if (!isBelow(start, place.top)) return NOT_HERE;
    return whyForeign(place) ?? place;
  } catch (error) {
    // What git printed is no path that can be followed: missing, too long, or with a NUL in it.
    if (error instanceof Error) return NOT_HERE;
    throw error;
  }
}

function realFolder(path: string, what: string): string {
  try {
    const real = Deno.realPathSync(path);
    if (Deno.statSync(real).isDirectory) return real;
  } catch (error) {
    throw new NoRoot(`Cannot resolve ${what}`, path, `: ${reason(error)}`, { cause: error });
  }
  throw new NoRoot(`Cannot resolve ${what}`, path, ": not a folder");
}

/** The system's words, without the path that the runtime puts behind them. */
function reason(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "it does not exist";
  const message = error instanceof Error ? error.message : String(error);
  return message.split(" (os error", 1)[0] ?? message;
}

function absolute(path: string, base: string): string {
  return path.startsWith("/") ? path : `${base}/${path}`;
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}

function whyRefused(root: string, top: string | undefined, home: string | undefined): string | undefined {
  if (isTooWide(root, home)) return `${root} is not searched as a whole; start in a project folder`;
  // Below it the names say nothing any more.
  const isPrivate = top !== undefined && isSensitivePath(`${root.slice(top.length + 1)}/any`);
  return isPrivate || isPrivatePlace(root) || isPseudoTree(root)
    ? `${root} is no project's folder; nothing in it is read`
    : undefined;
}

function isTooWide(root: string, home: string | undefined): boolean {
  if (root === "/") return true;
  if (home === undefined) return false;
  try {
    return root === Deno.realPathSync(home);
  } catch (error) {
    // A home that does not exist, lies below a file or is closed to us cannot be followed as the root was.
    if (error instanceof Error) return root === home;
    throw error;
  }
}
