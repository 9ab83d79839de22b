import { AutoToolsError } from "../../contract/error_codes.ts";
import { resolveRepoRoot } from "../../guard/boundary/repo_root.ts";
import type { PrivateGit } from "./private_git.ts";

/** A repository inside the repository, as git has it in an index: a path, and the commit that is checked out there. */
export interface Link {
  path: string;
  commit: string;
}

/** A repository inside another, whose files can be looked at. */
export interface Nested {
  /** Relative to the one around it. */
  path: string;
  root: string;
  gitDir: string;
  gitCommonDir: string;
}

/** Mode of a link in an index. */
const LINK = "160000";
/** Paths in one command line. */
const MAX_PATHS = 500;

/** The links of an index. */
export async function linksIn(own: PrivateGit): Promise<Link[]> {
  const entries = (await own.run(["ls-files", "-s", "-z"])).split("\0");
  return entries.flatMap((entry) => {
    if (!entry.startsWith(LINK)) return [];
    const [, commit = "", path = ""] = /^\d+ ([0-9a-f]+) \d\t([^]*)$/.exec(entry) ?? [];
    return path === "" ? [] : [{ path, commit }];
  });
}

/** Untracked repositories that git cannot link to, since they have no commit yet. */
export async function unborn(own: PrivateGit): Promise<string[]> {
  const others = await own.run(["ls-files", "-z", "-o", "--directory", "--exclude-standard"]);
  return others.split("\0").filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1));
}

/** Takes links out of the index: git would look into the repositories they lead to, with all that these configure. */
export async function dropLinks(own: PrivateGit, links: readonly Link[]): Promise<void> {
  for (let at = 0; at < links.length; at += MAX_PATHS) {
    const paths = links.slice(at, at + MAX_PATHS).map(({ path }) => path);
    await own.run(["update-index", "--force-remove", "--", ...paths]);
  }
}

/** Puts back links that git did not find again, though their folders are there: to what is ignored, or not checked out. Gives all that there are. */
export async function keepLinks(
  own: PrivateGit,
  root: string,
  before: readonly Link[],
  found: readonly Link[],
): Promise<Link[]> {
  const paths = new Set(found.map(({ path }) => path));
  const lost = before.filter(({ path }) => !paths.has(path) && isFolder(`${root}/${path}`));
  for (const { path, commit } of lost) {
    await own.run(["update-index", "--add", "--cacheinfo", `${LINK},${commit},${path}`], CANNOT_ADD);
  }
  return [...found, ...lost];
}

/** Exit code of `git update-index` where files have taken the link's place. */
const CANNOT_ADD = 128;

/** The repository at a path of another; undefined where there is none, or one that git does not believe to be there. */
export async function nestedAt(root: string, path: string): Promise<Nested | undefined> {
  const folder = `${root}/${path}`;
  if (!isThere(`${folder}/.git`)) return undefined;
  try {
    const place = await resolveRepoRoot({ cwd: folder });
    const { gitDir, gitCommonDir } = place;
    if (place.root !== folder || gitDir === undefined || gitCommonDir === undefined) return undefined;
    return { path, root: folder, gitDir, gitCommonDir };
  } catch (error) {
    if (error instanceof AutoToolsError) return undefined;
    throw error;
  }
}

function isFolder(path: string): boolean {
  return isThere(path) && Deno.lstatSync(path).isDirectory;
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}
