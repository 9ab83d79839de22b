import type { Pause } from "./event.ts";
import { PAUSE } from "./pauses.ts";
import type { RunState } from "./state.ts";

/** The pause that a guard asks for between two steps; undefined where all is well. */
export function guardPause(state: RunState): Pause | undefined {
  const { budget, spent, idle, providerFailures, history } = state;
  const last = history.at(-1);
  if (last && undoEachOther(state.trees)) return PAUSE.undone(last.task_id);
  if (idle >= budget.idle_steps) return PAUSE.stalled(last?.task_id, idle, claims(state));
  if (providerFailures > budget.provider_failures) return PAUSE.provider(last?.said ?? "", providerFailures);
  if (budget.total_ms !== null && spent.ms >= budget.total_ms) return PAUSE.time(state);
  if (budget.tokens !== null && spent.tokens >= budget.tokens) return PAUSE.tokens(state);
  if (budget.cost_usd !== null && spent.cost_usd >= budget.cost_usd) return PAUSE.cost(state);
  return undefined;
}

/** Whether the last steps went A → B → A → B. One way back is a change of mind; two are a circle. */
function undoEachOther(trees: readonly string[]): boolean {
  const [a, b, c, d] = trees.slice(-4);
  return d !== undefined && a === c && b === d && a !== b;
}

/** That the model says a task is done, where our own checks say otherwise. */
function claims({ history }: RunState): string {
  const last = history.at(-1);
  const failing = last?.checks.find(({ code }) => code !== 0);
  if (!last || last.outcome !== "worked" || !failing) return "";
  return `, and whatever the model says, ${failing.command} ${
    failing.timed_out ? "takes too long" : `ends with ${failing.code}`
  }`;
}
