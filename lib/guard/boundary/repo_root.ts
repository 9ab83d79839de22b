import { AutoToolsError } from "../../contract/error_codes.ts";
import { LIMITS, withDetail } from "../../contract/limits.ts";
import { attempt } from "../../settings/attempt.ts";
import { gitProgram } from "../git/git.ts";
import { findRepository, type Repository } from "../git/repository.ts";
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
}

export interface RepoRoot {
  /** Real path, no trailing slash. */
  root: string;
  source: "env" | "config" | "git" | "cwd";
  /** Real path of the repository's own git directory, and of the common one (the same but in worktrees). */
  gitDir?: string;
  gitCommonDir?: string;
  /** Commit of HEAD; absent before the first one, and where the history is not the repository's own. */
  commit?: string;
  repository?: Repository;
  /** Texts for [Limits]. */
  limits: string[];
  /** Why nothing below this root may be searched, absent where it may. */
  refused?: string;
}

/** Characters of a folder's name that a message repeats. */
const MAX_NAMED = 200;

/** Why a folder cannot be the root; `named` is a text of whoever asked for it, a repository's configuration too. */
class NoRoot extends Error {
  constructor(readonly what: string, readonly named: string, readonly why: string, options?: ErrorOptions) {
    super(what, options);
  }
}

/**
 * Finds the repository root: environment, then configuration, then git's top level, then the working directory with `no-git-root`. Asks no git.
 *
 * A configured root that cannot be one is passed over, and said. Throws `AutoToolsError` `E_REPO_ROOT` where the environment asks for what is no folder.
 */
export async function resolveRepoRoot(input: RepoRootInput): Promise<RepoRoot> {
  try {
    return await find(input);
  } catch (error) {
    if (!(error instanceof NoRoot)) throw error;
    throw new AutoToolsError("E_REPO_ROOT", await messageOf(error), { cause: error.cause });
  }
}

async function messageOf({ what, named, why }: NoRoot): Promise<string> {
  // Nobody needs the guard where all is well.
  const { sanitize } = await import("../sanitize.ts");
  return `${what} "${sanitize(named).text.replace(/\s+/g, " ").slice(0, MAX_NAMED).toWellFormed()}"${why}`;
}

async function find(input: RepoRootInput): Promise<RepoRoot> {
  const { cwd, env, config, home } = input;
  const asked = env === undefined ? undefined : realFolder(absolute(env, cwd), "CI_AUTO_TOOLS_REPO_ROOT");
  const start = asked ?? realFolder(cwd, "working directory");
  const { repository, limit } = repositoryOf(start);
  if (asked !== undefined) return finish(asked, "env", repository, [], home);
  if (repository === undefined) return finish(start, "cwd", undefined, [limit], home);
  const { top } = repository;
  if (isTooWide(top, home) && top !== start) {
    return finish(start, "cwd", undefined, [
      withDetail(LIMITS.noGitRoot, `${top} is not searched as a whole`),
    ], home);
  }
  const configured = await config?.(top);
  if (configured === undefined) return finish(top, "git", repository, [], home);
  try {
    return finish(configuredRoot(configured, top, home), "config", repository, [], home);
  } catch (error) {
    if (!(error instanceof NoRoot)) throw error;
    return finish(top, "git", repository, [`${await messageOf(error)}; ignored`], home);
  }
}

/** Throws `NoRoot` where nothing could be searched there. */
function configuredRoot(configured: string, top: string, home: string | undefined): string {
  const root = realFolder(absolute(configured, top), "repo_root");
  if (!isBelow(root, top)) throw new NoRoot("repo_root", configured, " is outside the git top level");
  if (whyRefused(root, top, home) !== undefined) {
    throw new NoRoot("repo_root", configured, " is no project's folder");
  }
  return root;
}

function finish(
  root: string,
  source: RepoRoot["source"],
  repository: Repository | undefined,
  limits: string[],
  home: string | undefined,
): RepoRoot {
  const refused = whyRefused(root, repository?.top, home);
  const { gitDir, gitCommonDir, commit, foreign } = repository ?? {};
  const history = foreign === undefined ? [] : [withDetail(LIMITS.noHistory, foreign)];
  return {
    root,
    source,
    ...(gitDir === undefined ? {} : { gitDir }),
    ...(gitCommonDir === undefined ? {} : { gitCommonDir }),
    ...(commit === undefined ? {} : { commit }),
    ...(repository === undefined ? {} : { repository }),
    limits: [...limits, ...history, ...(refused === undefined ? [] : [refused])],
    ...(refused === undefined ? {} : { refused }),
  };
}

function repositoryOf(start: string): { repository?: Repository; limit: string } {
  if (gitProgram() === undefined) return { limit: withDetail(LIMITS.noGitRoot, "git is not installed") };
  const found = findRepository(start);
  if (found === undefined) return { limit: LIMITS.noGitRoot };
  return typeof found === "string"
    ? { limit: withDetail(LIMITS.noGitRoot, found) }
    : { repository: found, limit: "" };
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
  // A home that does not exist, lies below a file or is closed to us cannot be followed as the root was.
  return root === (attempt(() => Deno.realPathSync(home)) ?? home);
}
