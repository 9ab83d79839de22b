import { gitProgram } from "../guard/git/git.ts";
import type { Locations } from "../settings/locations.ts";
import { readSmallFile } from "../settings/small_file.ts";
import { sandboxEntry } from "../tools/sandbox_entry.ts";
import { reachOf, SandboxAhead } from "../tools/sandbox_start.ts";
import { indexFolder } from "./index_folder.ts";

/**
 * The sandbox for the repository that most likely is meant, started before git has named it: the nearest folder at or above `cwd`
 * that holds a `.git`. It only waits; should git say otherwise, it is ended unused. Undefined where nothing can be expected.
 */
export function sandboxAhead(cwd: string, places: Locations): SandboxAhead | undefined {
  const expected = expectedPlace(cwd);
  if (expected === undefined || expected.root === "/" || expected.root === places.home) return undefined;
  const cacheDir = indexFolder(places, expected.root);
  const git = gitProgram();
  const reach = reachOf({
    ...expected,
    ...(cacheDir === undefined ? {} : { cacheDir }),
    ...(git === undefined ? {} : { git }),
  });
  return new SandboxAhead(sandboxEntry(), reach);
}

interface ExpectedPlace {
  root: string;
  gitDir: string;
  gitCommonDir: string;
}

/** A folder that cannot be read or makes no sense is git's to judge: then nothing is expected. */
function expectedPlace(cwd: string): ExpectedPlace | undefined {
  try {
    for (let at = Deno.realPathSync(cwd);; at = parent(at)) {
      const gitDir = gitDirAt(at);
      if (gitDir !== undefined) return { root: at, gitDir, gitCommonDir: commonDir(gitDir) };
      if (at === "/") return undefined;
    }
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Where `.git` of a folder leads: the folder itself, or what the `.git` file of a worktree or submodule names. */
function gitDirAt(folder: string): string | undefined {
  const link = `${folder === "/" ? "" : folder}/.git`;
  try {
    if (Deno.statSync(link).isDirectory) return Deno.realPathSync(link);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const target = /^gitdir: ([^\n\0]+)/.exec(readSmallFile(link) ?? "")?.[1]?.trimEnd();
  return target === undefined ? undefined : Deno.realPathSync(absolute(target, folder));
}

/** A worktree shares its repository's objects: its git directory says where they are. */
function commonDir(gitDir: string): string {
  const shared = readSmallFile(`${gitDir}/commondir`)?.trimEnd();
  return shared === undefined ? gitDir : Deno.realPathSync(absolute(shared, gitDir));
}

function absolute(path: string, base: string): string {
  return path.startsWith("/") ? path : `${base}/${path}`;
}

function parent(folder: string): string {
  return folder.slice(0, folder.lastIndexOf("/")) || "/";
}
