import { AutoToolsError } from "../../contract/error_codes.ts";
import { resolveRepoRoot } from "../../guard/boundary/repo_root.ts";
import { readSession } from "../../continuous/store/session_store.ts";
import { sessionIds, STATE_FOLDER } from "../../continuous/store/folder.ts";
import { ownership } from "../../continuous/store/ownership.ts";
import { isRunLocked } from "../../continuous/store/run_lock.ts";
import type { World } from "../../settings/world.ts";
import { CONTINUOUS_USAGE } from "./args.ts";
import { UsageError } from "../usage_error.ts";

/** The repository that runs work in. */
export interface RunPlace {
  /** Real path of git's top level. */
  root: string;
  gitDir: string;
  gitCommonDir: string;
}

/** Git's top level around a folder. Throws `AutoToolsError` where there is none: without git nobody can tell what a step changed. */
export async function runPlace(folder: string | undefined): Promise<RunPlace> {
  const { root, gitDir, gitCommonDir } = await resolveRepoRoot({ cwd: folder ?? Deno.cwd() });
  if (gitDir === undefined || gitCommonDir === undefined) {
    throw new AutoToolsError(
      "E_REPO_ROOT",
      `${root} is in no git repository; continuous mode works in one: run \`git init\` first`,
    );
  }
  return { root, gitDir, gitCommonDir };
}

export function sessionFolder(root: string, id: string): string {
  return `${root}/${STATE_FOLDER}/${id}`;
}

/** A run that may be gone on with: this user's own; by its id or the beginning of it, else the latest that is not complete. Throws `UsageError`. */
export function sessionToGoOn(root: string, asked: string | undefined, world: World): string {
  const { isOwn } = ownership(world);
  const id = chosenSession(
    root,
    asked,
    (id) => isOwn(id) && hasBegun(sessionFolder(root, id)) && !isComplete(sessionFolder(root, id)),
  );
  if (isOwn(id)) return id;
  throw new UsageError(
    `run ${id} was not begun by you on this machine, so what it would run is somebody else's word; look at ${
      sessionFolder(root, id)
    }/plan.json and begin a run of your own`,
    CONTINUOUS_USAGE,
  );
}

/** The run that is meant: by its id or the beginning of it, else the latest that will do. Throws `UsageError`. */
export function chosenSession(
  root: string,
  asked: string | undefined,
  willDo: (id: string) => boolean = () => true,
): string {
  const ids = sessionIds(root);
  if (asked !== undefined) {
    const found = ids.filter((id) => id === asked || (asked.length >= 4 && id.startsWith(asked)));
    const [only, other] = found;
    if (only !== undefined && other === undefined) return only;
    const why = found.length > 1
      ? `${found.length} runs begin with ${asked}`
      : `there is no run ${asked.slice(0, 60)}`;
    throw new UsageError(`${why}; \`codex-auto continuous list\` shows them`, CONTINUOUS_USAGE);
  }
  const latest = ids.findLast(willDo);
  if (latest !== undefined) return latest;
  const why = ids.length === 0 ? "there is no run here yet" : "there is no run to resume here";
  throw new UsageError(why, CONTINUOUS_USAGE);
}

/** Whether anything of a run was written down: one whose program was killed before that has nothing to go on with. */
function hasBegun(folder: string): boolean {
  try {
    return Deno.lstatSync(`${folder}/events.jsonl`).size > 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** A run that cannot be read counts as not complete: whoever resumes it is told. */
function isComplete(folder: string): boolean {
  const read = readSession(folder);
  return read.kind === "log" && read.state.finished === "complete";
}

/** The run that somebody works on at this moment: the one that was written to last, where there is a runner. */
export function sessionAtWork(root: string): string | undefined {
  const ids = sessionIds(root);
  if (ids.length === 0 || !isRunLocked(`${root}/${STATE_FOLDER}`)) return undefined;
  const written = ids.map((id) => ({ id, at: writtenAt(`${sessionFolder(root, id)}/events.jsonl`) }));
  return written.reduce((latest, each) => each.at > latest.at ? each : latest).id;
}

function writtenAt(file: string): number {
  try {
    return Deno.lstatSync(file).mtime?.getTime() ?? 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}
