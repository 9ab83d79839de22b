import { attempt } from "../../settings/attempt.ts";
import { findRepository, type Repository } from "./repository.ts";
import { ownCommonDir } from "./own_config.ts";

/** What git is told of a repository: plain data, which goes into the sandbox as it is. */
export interface GitView {
  environment: Readonly<Record<string, string>>;
  /** The list of what is ignored beside `.gitignore`, where there is one. */
  excludes?: string;
}

/** No repository at all. */
export const NO_REPOSITORY: GitView = { environment: { GIT_DIR: "/nonexistent" } };

/** Bytes of the list of what a repository ignores beside `.gitignore`. */
const MAX_EXCLUDE = 1024 * 1024;

/**
 * A repository as git may see it: its index, its objects (none where its history is not its own) and its list of what is ignored. What git reads in the common directory,
 * the configuration above all, it finds in one of ours. Of the git directory only the index remains to be read, and HEAD, which is a plain file.
 */
export function gitView(repository: Repository): GitView {
  const { top, gitDir, gitCommonDir, foreign, shallow, objectFormat } = repository;
  const own = ownCommonDir(objectFormat);
  if (own === undefined) return NO_REPOSITORY;
  const excludes = `${gitCommonDir}/info/exclude`;
  const list = attempt(() => Deno.statSync(excludes));
  return {
    environment: {
      GIT_DIR: gitDir,
      GIT_COMMON_DIR: own,
      GIT_WORK_TREE: top,
      GIT_OBJECT_DIRECTORY: `${foreign === undefined ? gitCommonDir : own}/objects`,
      ...(shallow ? { GIT_SHALLOW_FILE: `${gitCommonDir}/shallow` } : {}),
    },
    // A link will do: what it leads to is not told, but obeyed.
    ...(list?.isFile === true && list.size <= MAX_EXCLUDE ? { excludes } : {}),
  };
}

/** The same for the repository that a folder is in. */
export function gitViewAt(cwd: string): GitView {
  const found = findRepository(Deno.realPathSync(cwd));
  return typeof found === "object" ? gitView(found) : NO_REPOSITORY;
}
