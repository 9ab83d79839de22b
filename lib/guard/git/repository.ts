import { attempt, recover } from "../../settings/attempt.ts";
import { readSmallFile, standing } from "../../settings/small_file.ts";
import { commitOfHead, hasPlainFile, NotAsGitWrites, pathIn, plainText } from "./git_dir.ts";

/** A repository as its own files tell, read without git and without believing its configuration. */
export interface Repository {
  /** Real paths, as are all here: the folder with `.git` in it, the git directory, and the one it shares with other worktrees. */
  top: string;
  gitDir: string;
  gitCommonDir: string;
  /** Commit of HEAD; absent before the first one, and where the history is not believed. */
  commit?: string;
  foreign?: string;
  shallow: boolean;
  objectFormat: "sha1" | "sha256";
}

/** Bytes of a `.git` file, `gitdir` and `commondir`: a path. */
const MAX_PATH_FILE = 8 * 1024;
/** Bytes of git's index (some ten million files), and of the list of a shallow clone. */
const MAX_INDEX = 2 * 1024 ** 3;
const MAX_SHALLOW = 4 * 1024 * 1024;

/** The repository that a folder (a real path) is in, found as git does; undefined where there is none, and why where it is not believed: a git directory elsewhere must lead back, as those of worktrees and submodules do. Throws nothing. */
export function findRepository(start: string): Repository | string | undefined {
  try {
    const { dev } = Deno.statSync(start);
    for (let at = start === "/" ? "" : start;; at = parent(at)) {
      const link = `${at}/.git`;
      const found = gitDirAt(link, at);
      if (found !== undefined) return repositoryAt(at || "/", link, found);
      // A bare repository, or the inside of a git directory; git does not cross file systems either.
      if (at === "" || isGitDir(at) || Deno.statSync(parent(at) || "/").dev !== dev) return undefined;
    }
  } catch (error) {
    if (error instanceof NotAsGitWrites) return error.message;
    if (error instanceof Error) return "its git directory cannot be read";
    throw error;
  }
}

/** Whether history was cut off where the repository was cloned. */
export function isShallow(gitCommonDir: string): boolean {
  return (standing(`${gitCommonDir}/shallow`)?.size ?? 0) > 0;
}

/** Where `.git` of a folder leads: it is a git directory, a link to one, or a file that names one. Undefined where git goes on to the folder above. */
function gitDirAt(link: string, top: string): string | undefined {
  if (standing(link) === undefined) return undefined;
  const stat = Deno.statSync(link);
  if (stat.isDirectory) return isGitDir(link) ? Deno.realPathSync(link) : undefined;
  if (!stat.isFile) return undefined;
  const named = pathIn(plainText(Deno.realPathSync(link), MAX_PATH_FILE, ".git") ?? "", "gitdir: ");
  if (named === undefined) throw new NotAsGitWrites(".git names no git directory");
  return Deno.realPathSync(absolute(named, top));
}

function isGitDir(folder: string): boolean {
  const has = (name: string) => standing(`${folder}/${name}`) !== undefined;
  return has("HEAD") && (has("commondir") || (has("objects") && has("refs")));
}

function repositoryAt(top: string, link: string, gitDir: string): Repository {
  const isOwn = standing(link)?.isDirectory === true;
  if (!isOwn && !leadsBack(gitDir, top, link)) {
    throw new NotAsGitWrites(
      ".git leads to a repository that does not name this folder; its core.worktree could",
    );
  }
  const shared = plainText(`${gitDir}/commondir`, MAX_PATH_FILE, "commondir");
  const gitCommonDir = shared === undefined
    ? gitDir
    : Deno.realPathSync(absolute(pathIn(shared) ?? "", gitDir));
  if (shared !== undefined && parent(gitDir) !== `${gitCommonDir}/worktrees`) {
    throw new NotAsGitWrites("its git directory borrows another's");
  }
  if (!hasPlainFile(`${gitDir}/HEAD`, MAX_PATH_FILE, "HEAD")) throw new NotAsGitWrites("it has no HEAD");
  for (const { name } of Deno.readDirSync(gitDir)) {
    if (/^(?:shared)?index(?:$|\.)/.test(name)) hasPlainFile(`${gitDir}/${name}`, MAX_INDEX, "its index");
  }
  // What a lie about it leads to is a git that understands nothing.
  const format = configured(`${gitCommonDir}/config`, "extensions", "objectformat");
  const objectFormat = format === "sha256" ? format : "sha1";
  const place = { top, gitDir, gitCommonDir, objectFormat } as const;
  const own = () => {
    checkObjects(`${gitCommonDir}/objects`);
    const shallow = hasPlainFile(`${gitCommonDir}/shallow`, MAX_SHALLOW, "its list of cut commits") &&
      isShallow(gitCommonDir);
    const commit = commitOfHead(gitDir, gitCommonDir);
    return { ...place, ...(commit === undefined ? {} : { commit }), shallow };
  };
  return recover(own, NotAsGitWrites, ({ message }) => ({ ...place, foreign: message, shallow: false }));
}

/** A worktree's git directory names its `.git` file; a submodule's names its folder in the configuration. */
function leadsBack(gitDir: string, top: string, link: string): boolean {
  const back = pathIn(plainText(`${gitDir}/gitdir`, MAX_PATH_FILE, "gitdir") ?? "");
  const leads = (path: string, to: string) =>
    attempt(() => Deno.realPathSync(path) === Deno.realPathSync(to)) === true;
  if (back !== undefined && leads(absolute(back, gitDir), link)) return true;
  return ["config", "config.worktree"].some((name) => {
    const named = configured(`${gitDir}/${name}`, "core", "worktree");
    return named !== undefined && leads(absolute(named, gitDir), top);
  });
}

/** A value as git writes it. Unusual spellings are not understood, nor is what is no file: then it is not configured. */
function configured(file: string, section: string, key: string): string | undefined {
  let at = "";
  let found: string | undefined;
  for (const line of (attempt(() => readSmallFile(file)) ?? "").split("\n").map((each) => each.trim())) {
    at = /^\[([^\]]*)\]$/.exec(line)?.[1]?.toLowerCase() ?? at;
    const [, name, value] = /^(\w+)\s*=\s*"?([^"]*)"?$/.exec(line) ?? [];
    if (at === section && name?.toLowerCase() === key) found = value;
  }
  return found;
}

function absolute(path: string, base: string): string {
  return path.startsWith("/") ? path : `${base}/${path}`;
}

function parent(folder: string): string {
  return folder.slice(0, folder.lastIndexOf("/"));
}

/** Sees that git will find objects where they should be. Other stores may be named: to read an object needs its hash, and that of HEAD is the repository's own. Throws `NotAsGitWrites`. */
function checkObjects(objects: string): void {
  const isOwn = standing(objects)?.isDirectory === true &&
    [...Deno.readDirSync(objects)].every(({ isSymlink }) => !isSymlink);
  if (!isOwn) throw new NotAsGitWrites("its objects are links");
}
