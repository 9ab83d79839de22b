import { readSmallFile } from "../../settings/small_file.ts";

/** Where git says a repository is. */
export interface ClaimedPlace {
  top: string;
  gitDir: string;
  gitCommonDir: string;
}

/** Symbolic references followed from HEAD, as many as git follows. */
const MAX_REFERENCES = 5;

/**
 * Why a git directory is not believed to be the one of `top`; undefined where it is. A folder from a stranger can name anybody's git directory: in a
 * `.git` file or link, in `commondir`, or by links in the place of its references. The history in it would then be told as this folder's. So a git
 * directory elsewhere must lead back here, as those of worktrees and submodules do, and HEAD must not lead out of the repository.
 *
 * All paths are real ones. Throws what the file system says.
 */
export function whyForeign({ top, gitDir, gitCommonDir }: ClaimedPlace): string | undefined {
  const link = `${top === "/" ? "" : top}/.git`;
  const own = Deno.lstatSync(link).isDirectory;
  if (realOf(own ? link : linkTarget(link, top)) !== gitDir) {
    return "git's top level is not where its folder is";
  }
  if (!own && !leadsBack(gitDir, top, link)) {
    return ".git leads to a repository that does not name this folder; its core.worktree could";
  }
  if (gitCommonDir !== gitDir && parent(gitDir) !== `${gitCommonDir}/worktrees`) {
    return "its git directory borrows another's";
  }
  return referencesLeadOut(gitDir, gitCommonDir)
    ? "its references are links to another repository"
    : undefined;
}

/** What a `.git` that is no folder stands for: the folder it links to, or the one its text names. */
function linkTarget(link: string, top: string): string | undefined {
  const stat = Deno.statSync(link);
  if (stat.isDirectory) return link;
  const target = /^gitdir: ([^\n\0]+)/.exec(readSmallFile(link) ?? "")?.[1]?.trimEnd();
  return target === undefined ? undefined : absolute(target, top);
}

/** A worktree's git directory names its `.git` file; a submodule's names its folder in the configuration. */
function leadsBack(gitDir: string, top: string, link: string): boolean {
  const back = readSmallFile(`${gitDir}/gitdir`)?.trimEnd();
  if (back !== undefined && realOf(absolute(back, gitDir)) === realOf(link)) return true;
  return ["config", "config.worktree"].some((name) => {
    const named = worktreeIn(readSmallFile(`${gitDir}/${name}`) ?? "");
    return named !== undefined && realOf(absolute(named, gitDir)) === top;
  });
}

/** `core.worktree` as git writes it. Unusual spellings are not understood, and then nothing leads back. */
function worktreeIn(config: string): string | undefined {
  let section = "";
  let found: string | undefined;
  for (const line of config.split("\n").map((each) => each.trim())) {
    const head = /^\[([^\]]*)\]$/.exec(line)?.[1];
    if (head !== undefined) section = head.toLowerCase();
    const value = section === "core" ? /^worktree\s*=\s*"?([^"]*)"?$/i.exec(line)?.[1] : undefined;
    if (value !== undefined) found = value;
  }
  return found;
}

/** Whether the way from HEAD to a commit goes through a link out of the repository. */
function referencesLeadOut(gitDir: string, common: string): boolean {
  const leadsOut = (path: string) => {
    const real = realOf(path);
    return real !== undefined && !isBelow(real, gitDir) && !isBelow(real, common);
  };
  if (["refs", "refs/heads", "packed-refs", "reftable"].some((name) => leadsOut(`${common}/${name}`))) {
    return true;
  }
  let at = `${gitDir}/HEAD`;
  for (let steps = 0; steps < MAX_REFERENCES; steps++) {
    if (leadsOut(at)) return true;
    // Not there: packed, or before the first commit.
    const name = /^ref:\s*(\S+)/.exec(readSmallFile(at) ?? "")?.[1];
    if (name === undefined) return false;
    at = `${common}/${name}`;
  }
  return false;
}

/** The real path; undefined where nothing is there. */
function realOf(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

function absolute(path: string, base: string): string {
  return path.startsWith("/") ? path : `${base}/${path}`;
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function parent(folder: string): string {
  return folder.slice(0, folder.lastIndexOf("/")) || "/";
}
