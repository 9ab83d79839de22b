import { AutoToolsError, EXIT } from "../../contract/error_codes.ts";
import { fileSettings, SettingsError } from "../../continuous/settings/file_settings.ts";
import { type FlagSettings, type RunSettings, runSettings } from "../../continuous/settings/run_settings.ts";
import { stateFolder } from "../../continuous/store/folder.ts";
import { takeRunLock } from "../../continuous/store/run_lock.ts";
import { inStorage, StorageError } from "../../continuous/store/storage_error.ts";
import { systemWorld, type World } from "../../settings/world.ts";
import { type RunPlace, runPlace } from "./place.ts";
import { CONTINUOUS_EXIT } from "./stop.ts";
import { say } from "../failure.ts";
import { printError } from "../output.ts";

export interface Setting {
  place: RunPlace;
  settings: RunSettings;
  world: World;
  /** From now on there is a run that can be gone on with, whatever happens. */
  kept(): void;
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
    const settings = runSettings(args, world, await fileSettings(world));
    const refused = refusal({ place, settings, world });
    if (refused !== undefined) return refused;
    const lock = inStorage(() => takeRunLock(stateFolder(place.root)));
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
