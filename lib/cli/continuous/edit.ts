import { EXIT } from "../../contract/error_codes.ts";
import { editInEditor } from "../../continuous/plan/edit.ts";
import { openSession } from "../../continuous/store/session_store.ts";
import { CONTINUOUS_USAGE, parseContinuousArgs } from "./args.ts";
import { inPlace } from "./in_place.ts";
import { problemLines } from "./problems.ts";
import { sessionFolder, sessionToGoOn } from "./place.ts";
import { say } from "../failure.ts";
import { printError } from "../output.ts";
import { visible } from "../visible.ts";
import { UsageError } from "../usage_error.ts";

/** `codex-auto continuous edit [ID]`: the plan of a run that is at rest, in the user's editor. */
export async function edit(args: string[]): Promise<number> {
  const parsed = parseContinuousArgs(args);
  const { words } = parsed;
  if (words.length > 1) throw new UsageError("edit takes one run", CONTINUOUS_USAGE);
  return await inPlace(parsed, async ({ place: { root }, settings, world, kept }) => {
    const id = sessionToGoOn(root, words[0], world);
    kept();
    const folder = sessionFolder(root, id);
    const opened = openSession({ folder, world, retention: settings.snapshotRetention });
    if (opened.kind === "unusable") {
      await say(opened.message);
      return EXIT.unavailable;
    }
    const { store } = opened;
    const edited = await editInEditor(store.state, store.folder, world);
    if (edited.kind === "unsound") {
      const where = edited.file === undefined ? "" : `, and is kept in ${visible(edited.file)}`;
      printError(
        `The plan cannot be used yet${where}:\n${
          problemLines(edited.problems).map((each) => `  ${each}\n`).join("")
        }Edit it again: codex-auto continuous edit ${id}\n`,
      );
      return EXIT.config;
    }
    if (edited.kind === "unchanged") {
      printError("Nothing is changed.\n");
      return EXIT.ok;
    }
    if (store.state.finished) store.append({ type: "reopened", why: "its plan was changed" });
    store.append(...edited.events);
    for (const event of edited.events) {
      if (event.type === "planned") {
        for (const each of problemLines(event.repairs)) printError(`${each}\n`);
      }
    }
    printError(`Changed. Go on: codex-auto resume --continuous ${id}\n`);
    return EXIT.ok;
  }, ({ place: { root }, world }) => {
    sessionToGoOn(root, words[0], world);
    return undefined;
  });
}
