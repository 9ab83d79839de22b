import type { RepoRootSource } from "../../contract/envelope.ts";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { LIMITS, withDetail } from "../../contract/limits.ts";
import { attempt, caught } from "../../settings/attempt.ts";
import { defined } from "../../settings/json.ts";
import { gitProgram } from "../git/git.ts";
import { findRepository } from "../git/repository.ts";
import { isPrivatePlace, isPseudoTree, isSensitivePath } from "./sensitive.ts";

export interface RepoRootInput {
  cwd: string;
  env?: string | undefined;
  /** `repo_root` of the configuration below a git top level, relative to it; undefined where there is none. */
  config?: (gitTop: string) => string | undefined | Promise<string | undefined>;
  home?: string | undefined;
}

const MAX_NAMED = 200;

/**
 * Finds the root: environment, configuration, git's top level, then the working directory with `no-git-root`. A configured root that cannot be one is
 * passed over, and said. `root` is a real path without a slash at its end; `refused`: why nothing below it may be searched. Throws `AutoToolsError`
 * `E_REPO_ROOT` where the environment names no folder.
 */
export async function resolveRepoRoot({ cwd, env, config, home }: RepoRootInput) {
  const asked = env === undefined ? undefined : await realFolder(env, cwd, "CI_AUTO_TOOLS_REPO_ROOT");
  const start = asked ?? await realFolder(cwd, ".", "working directory");
  const found = gitProgram() === undefined ? "git is not installed" : findRepository(start);
  const repository = typeof found === "object" ? found : undefined;
  const top = repository?.top;
  const finish = (root: string, source: RepoRootSource, ...limits: string[]) => {
    const own = source === "cwd" ? undefined : repository;
    if (own?.foreign !== undefined) limits.push(withDetail(LIMITS.noHistory, own.foreign));
    const refused = whyRefused(root, own?.top, home);
    return { root, source, limits, ...defined({ repository: own, refused }) };
  };
  if (asked !== undefined) return finish(asked, "env");
  if (top === undefined) {
    const why = typeof found === "string" ? withDetail(LIMITS.noGitRoot, found) : LIMITS.noGitRoot;
    return finish(start, "cwd", why);
  }
  if (isTooWide(top, home) && top !== start) {
    return finish(start, "cwd", withDetail(LIMITS.noGitRoot, `${top} is not searched as a whole`));
  }
  const configured = await config?.(top);
  if (configured === undefined) return finish(top, "git");
  return await configuredRoot(configured, top, home).then(
    (root) => finish(root, "config"),
    caught(AutoToolsError, ({ message }) => finish(top, "git", `${message}; ignored`)),
  );
}

async function configuredRoot(configured: string, top: string, home: string | undefined): Promise<string> {
  const root = await realFolder(configured, top, "repo_root");
  if (top !== "/" && !`${root}/`.startsWith(`${top}/`)) {
    throw await noRoot("repo_root", configured, " is outside the git top level");
  }
  if (whyRefused(root, top, home) !== undefined) {
    throw await noRoot("repo_root", configured, " is no project's folder");
  }
  return root;
}

async function realFolder(named: string, base: string, what: string): Promise<string> {
  const path = named.startsWith("/") ? named : `${base}/${named}`;
  try {
    const real = Deno.realPathSync(path);
    if (Deno.statSync(real).isDirectory) return real;
  } catch (error) {
    throw await noRoot(`Cannot resolve ${what}`, path, `: ${reason(error)}`, error);
  }
  throw await noRoot(`Cannot resolve ${what}`, path, ": not a folder");
}

/** `named` is a text of whoever asked for the folder, a repository's configuration too. */
async function noRoot(what: string, named: string, why: string, cause?: unknown): Promise<AutoToolsError> {
  // Nobody needs the redaction where all is well.
  const { sanitize } = await import("../sanitize.ts");
  const said = sanitize(named).text.replace(/\s+/g, " ").slice(0, MAX_NAMED).toWellFormed();
  return new AutoToolsError("E_REPO_ROOT", `${what} "${said}"${why}`, { cause });
}

/** The system's words, without the path that the runtime puts behind them. */
function reason(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "it does not exist";
  const message = error instanceof Error ? error.message : String(error);
  return message.split(" (os error", 1)[0] ?? message;
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
