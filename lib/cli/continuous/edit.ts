import { EXIT } from "../../contract/error_codes.ts";
import { editInEditor } from "../../continuous/plan/edit.ts";
import { printError, visible } from "../output.ts";
import type { ContinuousArgs } from "./args.ts";
import { problemLines } from "./face.ts";
import { inPlace, openToGoOn, sessionToGoOn, settingOf } from "./in_place.ts";

/** `codex-auto continuous edit [ID]`: the plan of a run that is at rest, in the user's editor. */
export async function edit(asked: string | undefined, args: ContinuousArgs): Promise<number> {
  const setting = await settingOf(args);
  const id = sessionToGoOn(setting, asked);
  return await inPlace(setting, async () => {
    const store = await openToGoOn(setting, id);
    const edited = await editInEditor(store.state, store.folder, setting.world);
    if (edited.kind === "unsound") {
      const where = edited.file === undefined ? "" : `, and is kept in ${visible(edited.file)}`;
      const problems = problemLines(edited.problems).map((each) => `  ${each}\n`).join("");
      printError(`The plan cannot be used yet${where}:\n${problems}`);
      printError(`Edit it again: codex-auto continuous edit ${id}\n`);
      return EXIT.config;
    }
    if (edited.events.length === 0) {
      printError("Nothing is changed.\n");
      return EXIT.ok;
    }
    if (store.state.finished) store.append({ type: "reopened", why: "its plan was changed" });
    store.append(...edited.events);
    const repairs = edited.events.flatMap((event) => event.type === "planned" ? event.repairs : []);
    for (const each of problemLines(repairs)) printError(`${each}\n`);
    printError(`Changed. Go on: codex-auto resume --continuous ${id}\n`);
    return EXIT.ok;
  });
}
