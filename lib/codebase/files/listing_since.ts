import type { CodebaseOptions } from "../codebase.ts";
import { gitIndexMark } from "./git_index_mark.ts";
import { gitTracked, untrackedBelow } from "./git_listing.ts";
import { type KeptListing, MAX_NAMES, since } from "./kept_listing.ts";
import { TrackedPaths } from "./tracked_paths.ts";

/** What git would list now, by what it listed before and as little as it must be asked. */
export interface ListingSince
  extends Pick<KeptListing, "gitIndex" | "tracked" | "mark" | "untracked" | "times"> {
  /** Of `untracked` what is new; folders too, where they were asked for. */
  added: readonly string[];
  /** Whether nothing has changed. */
  same: boolean;
}

export interface HowToLook {
  /** ms since 1970. */
  now: number;
  /** For looking at what is watched; beyond it, git is asked for everything. */
  lookMs: number;
  /** For each git. */
  gitMs: number;
  /** Whether new folders without tracked files are named as such (`untrackedBelow`). */
  folders: boolean;
}

/** Undefined where only git can say what there is. Throws as `git` does. */
export async function listingSince(
  kept: KeptListing,
  options: CodebaseOptions,
  { now, lookMs, gitMs, folders }: HowToLook,
): Promise<ListingSince | undefined> {
  const { root } = options;
  const gitIndex = gitIndexMark(options.gitDir) ?? "";
  const sameIndex = gitIndex !== "" && gitIndex === kept.gitIndex;
  // It answers while the folders are looked at.
  const asked = sameIndex ? undefined : gitTracked(root, gitMs);
  // Whoever awaits it sees the failure; until then it is nobody's.
  asked?.catch(() => undefined);
  const changes = since(kept, options, now, lookMs);
  const listed = await asked;
  if (changes === undefined || listed?.complete === false) return undefined;
  const index = listed === undefined || listed.mark === kept.mark
    ? undefined
    : indexChanges(kept, listed.tracked);
  const paths = [...changes.names, ...index?.removed ?? []];
  if (paths.length > MAX_NAMES) return undefined;
  const added = paths.length === 0 ? [] : await untrackedBelow(root, { paths, folders, timeoutMs: gitMs });
  if (added === undefined) return undefined;
  const isStill = (path: string) => !changes.gone.has(path) && index?.tracked.has(path) !== true;
  return {
    gitIndex,
    tracked: index === undefined ? kept.tracked : index.printed,
    mark: listed?.mark ?? kept.mark,
    untracked: [...kept.untracked.filter(isStill), ...added],
    added,
    same: changes.same && sameIndex,
    times: changes.times,
  };
}

/** What is tracked now, and what no longer is and may stand there still. */
function indexChanges(kept: KeptListing, printed: Uint8Array) {
  const tracked = new Set(new TrackedPaths(printed).all);
  const removed = new TrackedPaths(kept.tracked()).all.filter((path) => !tracked.has(path));
  return { printed: () => printed, tracked, removed };
}
