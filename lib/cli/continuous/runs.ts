import { EXIT } from "../../contract/error_codes.ts";
import { editInEditor } from "../../continuous/plan/edit.ts";
import { rendered } from "../../continuous/report/render.ts";
import { reportOf } from "../../continuous/report/report.ts";
import type { RunEvent } from "../../continuous/run/event.ts";
import { doneTasks } from "../../continuous/run/state.ts";
import { oneLine } from "../../continuous/run/words.ts";
import { readSession, repairLog, UnusableLog } from "../../continuous/store/log.ts";
import { sessionAtWork, sessionFolder, sessionIds } from "../../continuous/store/runs.ts";
import { UsageError } from "../command.ts";
import { coloured, paint, print, printError, visible } from "../output.ts";
import type { ContinuousArgs } from "./args.ts";
import { chosenSession, inPlace, runPlace, sessionToGoOn, settingOf, withRun } from "./in_place.ts";

const GOAL_CHARS = 80;
const MAX_CHARS = 1000;

/** `codex-auto continuous list`: one line a run, the latest last. */
export async function list(repo: string): Promise<void> {
  const { root } = await runPlace(repo);
  const ids = sessionIds(root);
  if (ids.length === 0) {
    printError(`No run in ${oneLine(root, MAX_CHARS)} yet: codex-auto --continuous "GOAL"\n`);
  }
  const on = coloured(Deno.stdout);
  const atWork = sessionAtWork(root);
  for (const id of ids) {
    try {
      const { state } = readSession(sessionFolder(root, id));
      const { settled, finished, pause, tasks, goal } = state;
      const waiting = pause && `waits (${pause.kind})`;
      const status = settled ?? finished ?? waiting ?? (id === atWork ? "under way" : "interrupted");
      const shown = paint(status, /^(?:complete|merged)$/.test(status) ? 32 : 33, on);
      print(`${id}  ${shown}  ${doneTasks(state).size}/${tasks.size}  ${oneLine(goal, GOAL_CHARS)}\n`);
    } catch (error) {
      if (!(error instanceof UnusableLog)) throw error;
      print(`${id}  ${paint("unusable", 31, on)}  ${oneLine(error.message, MAX_CHARS)}\n`);
    }
  }
}

/** `codex-auto continuous report [ID]`: what a run has come to, made from its events as they are now. */
export async function report(asked: string, { repo, format }: ContinuousArgs): Promise<void> {
  const { root } = await runPlace(repo);
  const id = chosenSession(root, asked);
  const { events, state } = readSession(sessionFolder(root, id));
  print(rendered(reportOf(events, state, id === sessionAtWork(root)), format ?? "text"));
}

/** `codex-auto continuous edit [ID]`: the plan of a run that is at rest, in the user's editor. */
export async function edit(asked: string, args: ContinuousArgs): Promise<number | void> {
  return await withRun(asked, args, async (store, { world }) => {
    const { finished, session } = store.state;
    const edited = await editInEditor(store.state, store.folder, world);
    if (edited.kind === "unsound") {
      const where = edited.file === undefined ? "" : `, and is kept in ${visible(edited.file)}`;
      const problems = edited.problems.map((each) => `  ${each}\n`).join("");
      const again = `Edit it again: codex-auto continuous edit ${session}`;
      printError(`The plan cannot be used yet${where}:\n${problems}${again}\n`);
      return EXIT.config;
    }
    if (edited.events.length > 0 && finished) store.append({ type: "reopened", why: "its plan was changed" });
    store.append(...edited.events);
    const next = `Changed. Go on: codex-auto resume --continuous ${session}`;
    return printError(`${edited.events.length > 0 ? next : "Nothing is changed."}\n`);
  });
}

/** `codex-auto continuous repair ID`: the log of a run, begun anew from its snapshots. */
export async function repair(asked: string, args: ContinuousArgs): Promise<number | void> {
  const setting = await settingOf(args);
  const { place: { root }, world } = setting;
  const id = sessionToGoOn(setting, asked);
  return await inPlace(setting, () => {
    const { kept, events } = repairLog(sessionFolder(root, id), world.now().toISOString());
    printError(`Repaired up to event ${events}; the damaged log is kept in ${kept}\n`);
    printError(`Go on: codex-auto resume --continuous ${id}\n`);
  });
}

/** `codex-auto continuous rerun TASK [ID]`: a task that is done, or has failed, is worked on again. */
export async function rerun(task_id: string, args: ContinuousArgs, asked: string): Promise<number | void> {
  return await withRun(asked, args, (store) => {
    const { tasks, finished, session } = store.state;
    const from = tasks.get(task_id)?.status;
    if (from !== "done" && from !== "failed") {
      const known = [...tasks.values()].map((each) => `${each.task_id} (${each.status})`).join(", ");
      const what = "is no task that is done or has failed; there are";
      throw new UsageError(`${task_id.slice(0, 60)} ${what} ${known}`);
    }
    const why = "a person wants it done again";
    const again: RunEvent = { type: "task", task_id, from, to: from === "done" ? "pending" : "ready", why };
    store.append(...(finished ? [{ type: "reopened" as const, why }] : []), again);
    printError(`${task_id} is to be done again: codex-auto resume --continuous ${session}\n`);
  }, () => true);
}
