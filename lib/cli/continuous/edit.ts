import { EXIT } from "../../contract/error_codes.ts";
import { editInEditor } from "../../continuous/plan/edit.ts";
import { printError, visible } from "../output.ts";
import { UsageError } from "../usage_error.ts";
import { CONTINUOUS_USAGE, parseContinuousArgs } from "./args.ts";
import { problemLines } from "./face.ts";
import { inPlace, openToGoOn, sessionToGoOn } from "./in_place.ts";

/** `codex-auto continuous edit [ID]`: the plan of a run that is at rest, in the user's editor. */
export async function edit(args: string[]): Promise<number> {
  const parsed = parseContinuousArgs(args);
  const { words } = parsed;
  if (words.length > 1) throw new UsageError("edit takes one run", CONTINUOUS_USAGE);
  return await inPlace(parsed, async (setting) => {
    const opened = await openToGoOn(setting, words[0]);
    if (opened === undefined) return EXIT.unavailable;
    const { store } = opened;
    const { session, finished } = store.state;
    const edited = await editInEditor(store.state, store.folder, setting.world);
    if (edited.kind === "unsound") {
      const where = edited.file === undefined ? "" : `, and is kept in ${visible(edited.file)}`;
      const problems = problemLines(edited.problems).map((each) => `  ${each}\n`).join("");
      printError(`The plan cannot be used yet${where}:\n${problems}`);
      printError(`Edit it again: codex-auto continuous edit ${session}\n`);
      return EXIT.config;
    }
    if (edited.kind === "unchanged") {
      printError("Nothing is changed.\n");
      return EXIT.ok;
    }
    if (finished) store.append({ type: "reopened", why: "its plan was changed" });
    store.append(...edited.events);
    for (const event of edited.events) {
      const repairs = event.type === "planned" ? event.repairs : [];
      for (const each of problemLines(repairs)) printError(`${each}\n`);
    }
    printError(`Changed. Go on: codex-auto resume --continuous ${session}\n`);
    return EXIT.ok;
  }, ({ place: { root }, world }) => {
    sessionToGoOn(root, words[0], world);
    return undefined;
  });
}
