import { sanitize } from "../../guard/sanitize.ts";
import type { Shown } from "../runner/surroundings.ts";
import { type RunState, titleOf } from "../run/state.ts";
import type { View } from "./draw.ts";
import { lineOf } from "./lines.ts";

const RECENT_LINES = 200;

/** The view after one more thing has happened; `now`: ms on any clock that does not go back. */
export interface Watched extends View {
  /** When it began to do what it does. */
  since: number;
}

export function firstView(state: RunState, now: number): Watched {
  return { state, recent: [], doing: "", doingMs: 0, says: "", help: false, since: now };
}

export function seen(view: Watched, shown: Shown, state: RunState, now: number): Watched {
  const line = lineOf(shown, state);
  const lines = line === undefined ? [] : sanitize(line).text.split("\n");
  const doing = doingOf(shown, state) ?? view.doing;
  return {
    ...view,
    state,
    recent: [...view.recent, ...lines].slice(-RECENT_LINES),
    doing,
    since: doing === view.doing ? view.since : now,
    doingMs: doing === view.doing ? now - view.since : 0,
  };
}

function doingOf(shown: Shown, state: RunState): string | undefined {
  const { pause, running, plan, finished } = state;
  if (finished) return finished;
  if (pause) return "waiting for you";
  if (shown.kind === "waiting") return `waiting ${shown.why}`;
  if (shown.kind === "check") return "verifying";
  if (running) return `working on: ${titleOf(state, running.task_id)}`;
  return shown.kind === "agent" || !plan ? "planning" : undefined;
}
