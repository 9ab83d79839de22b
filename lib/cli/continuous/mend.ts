import { EXIT } from "../../contract/error_codes.ts";
import { editInEditor } from "../../continuous/plan/edit.ts";
import { repairLog } from "../../continuous/store/log.ts";
import type { RunEvent } from "../../continuous/run/event.ts";
import { isOwnRun, sessionFolder } from "../../continuous/store/runs.ts";
import { UsageError } from "../command.ts";
import { printError, visible } from "../output.ts";
import type { ContinuousArgs } from "./args.ts";
import { problemLines } from "./face.ts";
import { inPlace, openToGoOn, sessionToGoOn, settingOf } from "./in_place.ts";

/** `codex-auto continuous edit [ID]`: the plan of a run that is at rest, in the user's editor. */
export async function edit(asked: string, args: ContinuousArgs): Promise<number> {
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
    if (edited.events.length > 0 && store.state.finished) {
      store.append({ type: "reopened", why: "its plan was changed" });
    }
    store.append(...edited.events);
    const repairs = edited.events.flatMap((event) => event.type === "planned" ? event.repairs : []);
    const next = `Changed. Go on: codex-auto resume --continuous ${id}`;
    for (const each of [...problemLines(repairs), edited.events.length > 0 ? next : "Nothing is changed."]) {
      printError(`${each}\n`);
    }
    return EXIT.ok;
  });
}

/** `codex-auto continuous repair ID`: the log of a run, begun anew from its snapshots. */
export async function repair(asked: string, args: ContinuousArgs): Promise<number> {
  const setting = await settingOf(args);
  const { place: { root }, world } = setting;
  const id = sessionToGoOn(setting, asked);
  return await inPlace(setting, async () => {
    const { kept, events } = repairLog(sessionFolder(root, id), world.now().toISOString());
    const { state } = await openToGoOn(setting, id);
    const what =
      `Repaired up to event ${events}, ${state.tasks.size} tasks; the damaged log is kept in ${kept}`;
    printError(`${what}\nGo on: codex-auto resume --continuous ${id}\n`);
    return EXIT.ok;
  });
}

/** `codex-auto continuous rerun TASK [ID]`: a task that is done, or has failed, is worked on again. */
export async function rerun(task_id: string, args: ContinuousArgs, asked: string): Promise<number> {
  const setting = await settingOf(args);
  const id = sessionToGoOn(setting, asked, (each) => isOwnRun(each, setting.world));
  return await inPlace(setting, async () => {
    const store = await openToGoOn(setting, id);
    const { tasks, finished, settled } = store.state;
    if (settled) throw new UsageError(`run ${id} was ${settled}`);
    const from = tasks.get(task_id)?.status;
    if (from !== "done" && from !== "failed") {
      const known = [...tasks.values()].map((each) => `${each.task_id} (${each.status})`).join(", ");
      throw new UsageError(
        `${task_id.slice(0, 60)} is no task that is done or has failed; there are ${known}`,
      );
    }
    const why = "a person wants it done again";
    const again: RunEvent = { type: "task", task_id, from, to: from === "done" ? "pending" : "ready", why };
    store.append(...(finished ? [{ type: "reopened" as const, why }] : []), again);
    printError(`${task_id} is to be done again: codex-auto resume --continuous ${id}\n`);
    return EXIT.ok;
  });
}
