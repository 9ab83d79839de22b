import { EXIT } from "../../contract/error_codes.ts";
import { rendered } from "../../continuous/report/render.ts";
import { reportOf } from "../../continuous/report/report.ts";
import { doneTasks } from "../../continuous/run/state.ts";
import { oneLine } from "../../continuous/run/words.ts";
import { readSession, UnusableLog } from "../../continuous/store/log.ts";
import { sessionAtWork, sessionFolder, sessionIds } from "../../continuous/store/runs.ts";
import { coloured, paint, print, printError } from "../output.ts";
import type { ContinuousArgs } from "./args.ts";
import { chosenSession, runPlace } from "./in_place.ts";

const GOAL_CHARS = 80;
const MAX_CHARS = 1000;

/** `codex-auto continuous list`: one line a run, the latest last. */
export async function list(repo: string | undefined): Promise<number> {
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
      const { finished, pause, tasks, goal } = state;
      const waiting = pause && `waits (${pause.kind})`;
      const status = finished ?? waiting ?? (id === atWork ? "under way" : "interrupted");
      const shown = paint(status, status === "complete" ? 32 : 33, on);
      print(`${id}  ${shown}  ${doneTasks(state).size}/${tasks.size}  ${oneLine(goal, GOAL_CHARS)}\n`);
    } catch (error) {
      if (!(error instanceof UnusableLog)) throw error;
      print(`${id}  ${paint("unusable", 31, on)}  ${oneLine(error.message, MAX_CHARS)}\n`);
    }
  }
  return EXIT.ok;
}

/** `codex-auto continuous report [ID]`: what a run has come to, made from its events as they are now. */
export async function report(asked: string, { repo, format }: ContinuousArgs): Promise<number> {
  const { root } = await runPlace(repo);
  const id = chosenSession(root, asked);
  const { events, state } = readSession(sessionFolder(root, id));
  print(rendered(reportOf(events, state, id === sessionAtWork(root)), format ?? "text"));
  return EXIT.ok;
}
