import { AutoToolsError, EXIT } from "../../contract/error_codes.ts";
import {
  type FlagSettings,
  type RunSettings,
  runSettings,
  SettingsError,
} from "../../continuous/settings/settings.ts";
import { inStorage, StorageError } from "../../continuous/store/log.ts";
import { isOpen, isOwnRun, sessionFolder, sessionIds, takeRunLock } from "../../continuous/store/runs.ts";
import { type OpenedSession, openSession } from "../../continuous/store/session_store.ts";
import { resolveRepoRoot } from "../../guard/boundary/repo_root.ts";
import { systemWorld, type World } from "../../settings/world.ts";
import { say } from "../failure.ts";
import { printError } from "../output.ts";
import { UsageError } from "../usage_error.ts";
import { CONTINUOUS_USAGE } from "./args.ts";
import { CONTINUOUS_EXIT } from "./stop.ts";

/** The repository that runs work in. */
export interface RunPlace {
  /** Real path of git's top level. */
  root: string;
  gitDir: string;
  gitCommonDir: string;
}

export interface Setting {
  place: RunPlace;
  settings: RunSettings;
  world: World;
  /** From now on there is a run that can be gone on with, whatever happens. */
  kept(): void;
}

/** Git's top level around a folder. Throws `AutoToolsError` where there is none: without git nobody can tell what a step changed. */
export async function runPlace(folder: string | undefined): Promise<RunPlace> {
  const { root, gitDir, gitCommonDir } = await resolveRepoRoot({ cwd: folder ?? Deno.cwd() });
  if (gitDir !== undefined && gitCommonDir !== undefined) return { root, gitDir, gitCommonDir };
  throw new AutoToolsError(
    "E_REPO_ROOT",
    `${root} is in no git repository; continuous mode works in one: run \`git init\` first`,
  );
}

/** The run that is meant: by its id or the beginning of it, else the latest that will do. Throws `UsageError`. */
export function chosenSession(
  root: string,
  asked: string | undefined,
  willDo: (id: string) => boolean = () => true,
): string {
  const ids = sessionIds(root);
  const isMeant = (id: string) => id === asked || (asked && asked.length >= 4 && id.startsWith(asked));
  const found = asked === undefined ? ids.filter(willDo).slice(-1) : ids.filter(isMeant);
  const [only, other] = found;
  if (only !== undefined && other === undefined) return only;
  const why = asked === undefined
    ? ids.length === 0 ? "there is no run here yet" : "there is no run to resume here"
    : `${
      other === undefined
        ? `there is no run ${asked.slice(0, 60)}`
        : `${found.length} runs begin with ${asked}`
    }; \`codex-auto continuous list\` shows them`;
  throw new UsageError(why, CONTINUOUS_USAGE);
}

/** A run that may be gone on with: this user's own; by its id or the beginning of it, else the latest that is not complete. Throws `UsageError`. */
export function sessionToGoOn(root: string, asked: string | undefined, world: World): string {
  const id = chosenSession(root, asked, (id) => isOwnRun(id, world) && isOpen(root, id));
  if (isOwnRun(id, world)) return id;
  throw new UsageError(
    `run ${id} was not begun by you on this machine, so what it would run is somebody else's word; look at ${
      sessionFolder(root, id)
    }/plan.json and begin a run of your own`,
    CONTINUOUS_USAGE,
  );
}

/** Opens a run that may be gone on with; undefined where it cannot be used, which is said. */
export async function openToGoOn(
  { place: { root }, settings, world, kept }: Setting,
  asked: string | undefined,
): Promise<Extract<OpenedSession, { kind: "open" }> | undefined> {
  const folder = sessionFolder(root, sessionToGoOn(root, asked, world));
  kept();
  const opened = openSession({ folder, world, retention: settings.snapshotRetention });
  if (opened.kind === "open") return opened;
  await say(opened.message);
  return undefined;
}

/** Whether a run that is kept has only met a disk or a git that did not do their part: it can be gone on with. */
export function isTrouble(error: unknown): error is StorageError | AutoToolsError {
  return error instanceof StorageError || error instanceof AutoToolsError;
}

/**
 * Does something in the repository that no other runner does at the same time, and says what is wrong with its place or its settings.
 *
 * @param refusal looks whether there is anything to do before a file is made for it: gives the exit code where there is not, or throws `UsageError`.
 */
export async function inPlace(
  args: FlagSettings & { repo?: string },
  act: (setting: Setting) => Promise<number>,
  refusal: (setting: Omit<Setting, "kept">) => number | undefined,
): Promise<number> {
  const world = systemWorld();
  const place = await runPlace(args.repo);
  let isKept = false;
  try {
    const settings = await runSettings(args, world);
    const refused = refusal({ place, settings, world });
    if (refused !== undefined) return refused;
    const lock = inStorage(() => takeRunLock(place.root));
    if (!lock) {
      await say(`another run is at work in ${place.root}; \`codex-auto continuous list\` shows it`);
      return EXIT.unavailable;
    }
    try {
      return await act({ place, settings, world, kept: () => isKept = true });
    } finally {
      lock.release();
    }
  } catch (error) {
    if (error instanceof SettingsError) {
      await say(error.message);
      return EXIT.config;
    }
    if (!isTrouble(error) || (!isKept && !(error instanceof StorageError))) throw error;
    const what = error instanceof StorageError ? "keep the run" : "look at the repository";
    await say(`cannot ${what}: ${error.message}`);
    printError(
      isKept
        ? "What was written before is whole. Make room, or put that right, then: codex-auto resume --continuous\n"
        : "Nothing was changed. Make room, or put that right, and try again\n",
    );
    return isKept ? CONTINUOUS_EXIT.paused : EXIT.unavailable;
  }
}
