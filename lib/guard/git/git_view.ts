import CONFIG from "../data/git_config.txt" with { type: "text" };
import { attempt } from "../../settings/attempt.ts";
import { locations } from "../../settings/locations.ts";
import { makeOwnFolder, readOwnFile } from "../../settings/own_files.ts";
import { systemWorld } from "../../settings/world.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { findRepository, type Repository } from "./repository.ts";

/** What git is told of a repository: plain data, which goes into the sandbox as it is. */
export interface GitView {
  environment: Readonly<Record<string, string>>;
  /** The list of what is ignored beside `.gitignore`, where there is one. */
  excludes?: string;
}

export const NO_REPOSITORY: GitView = { environment: { GIT_DIR: "/nonexistent" } };

const MAX_EXCLUDE = 1024 * 1024;

/** A repository as git may see it: its index, its objects (none where its history is not its own) and its list of what is ignored. Its configuration is ours. Throws `NotOurs`, or what the file system says, where that cannot be kept. */
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

export function gitViewAt(cwd: string): GitView {
  const found = findRepository(Deno.realPathSync(cwd));
  return typeof found === "object" ? gitView(found) : NO_REPOSITORY;
}

const ON_MACOS = "[core]\n\tignoreCase = true\n\tprecomposeUnicode = true\n";
const OF_SHA256 = "[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tobjectFormat = sha256\n";

/** A folder of ours that git takes for the common directory: our configuration, no references, hooks or objects. Made where it is missing or damaged; undefined where there is no place for it. */
function ownCommonDir(format: Repository["objectFormat"]): string | undefined {
  const { cache } = locations(systemWorld());
  if (cache === undefined) return undefined;
  const folder = `${cache}/git/${format}`;
  // All the configuration that git has with us, whatever stands in the repository's; of a key that comes twice the last counts.
  const config = CONFIG + (Deno.build.os === "darwin" ? ON_MACOS : "") +
    (format === "sha256" ? OF_SHA256 : "");
  if (readOwnFile(`${folder}/config`) === config) return folder;
  makeOwnFolder(`${folder}/refs`);
  makeOwnFolder(`${folder}/objects`);
  // The configuration comes last: where it stands, all does.
  writeFileAtomic(`${folder}/config`, config);
  return folder;
}
