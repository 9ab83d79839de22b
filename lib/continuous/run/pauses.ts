import type { Danger } from "../guard/danger.ts";
import type { PlanItem } from "../plan/plan.ts";
import { type Budget, type Check, MINUTE_MS, type Pause } from "./event.ts";
import { type RunState, titleOf } from "./state.ts";

/** Every reason to wait for a person, with what happened and what can be done about it. */
export const PAUSE = {
  preview: (state: RunState, found: readonly Danger[]): Pause => ({
    kind: "preview",
    why: found.length === 0
      ? `The plan has ${counted(state.plan?.tasks.length ?? 0, "task")} and nothing has been done yet`
      : `The goal asks for commands that may cost work: ${listed(found)}`,
    next: "Look the plan over: continue to begin, or edit it first",
    ...(found.length === 0 ? {} : { commands: found.map(({ command }) => command) }),
  }),
  breakpoint: ({ task_id, title, risk }: PlanItem): Pause => ({
    kind: "breakpoint",
    task_id,
    why: `"${title}" (risk ${risk}) waits for your word`,
    next: "Continue to let it be done, skip it, or edit the plan",
  }),
  dangerous: (task_id: string, found: readonly Danger[], where: string): Pause => ({
    kind: "dangerous",
    task_id,
    why: `${where}: ${listed(found)}`,
    next: "Continue to allow exactly these commands, retry to go on without them, or skip the task",
    commands: found.map(({ command }) => command),
  }),
  stalled: (task_id: string | undefined, steps: number, last: string): Pause => ({
    kind: "stalled",
    ...(task_id === undefined ? {} : { task_id }),
    why: `${steps} steps in a row changed no file, made no commit and changed no test result${last}`,
    next: "Say more about the task (edit the plan) or help by hand, then continue; or skip the task",
  }),
  repeated: (task_id: string, command: string, times: number): Pause => ({
    kind: "stuck",
    task_id,
    why: `The same command gave the same output ${times} times while no file changed: ${command}`,
    next:
      "Find out by hand what it waits for, or say in the plan what to do instead (edit), then continue; or skip the task",
  }),
  steps: ({ budget }: RunState): Pause => ({
    kind: "steps",
    why: `${budget.steps === 1 ? "The one step it had is" : `All ${budget.steps} steps are`} used`,
    next: "Continue to grant as many again as at the start, or resume with --max-steps",
  }),
  time: ({ budget }: Pick<RunState, "budget">): Pause => ({
    kind: "time",
    why: `It has worked for ${minutes(budget.total_minutes * MINUTE_MS)}, which is all it was granted`,
    next: "Continue to grant as much again",
  }),
  tokens: ({ budget, spent }: RunState): Pause => ({
    kind: "tokens",
    why: `${spent.tokens} tokens are used of ${budget.tokens}`,
    next: "Continue to grant as many again",
  }),
  cost: ({ budget, spent }: RunState): Pause => ({
    kind: "cost",
    why: `${spent.cost_usd.toFixed(2)} USD are spent of ${budget.cost_usd.toFixed(2)}`,
    next: "Continue to grant as much again",
  }),
  idle: (task_id: string, { idle_minutes }: Budget): Pause => ({
    kind: "idle",
    task_id,
    why: `The executor said nothing for ${minutes(idle_minutes * MINUTE_MS)}, so it was ended`,
    next:
      "Continue to try the task again, or skip it; a command that takes long needs a longer idle limit ([continuous] idle_minutes)",
  }),
  external: (changed: readonly string[]): Pause => ({
    kind: "external",
    why: changed.length === 0
      ? "Somebody else has changed the repository"
      : `Somebody else has changed ${named(changed)}`,
    next: "Continue to go on from the repository as it is now",
  }),
  failed: (state: RunState, task_id: string): Pause => ({
    kind: "failed",
    task_id,
    why: `"${titleOf(state, task_id)}" is not done after ${attempts(state, task_id)}${
      lastFailure(state, task_id)
    }`,
    next: "Retry to give it one more attempt and new plans, skip it, or edit the plan",
  }),
  regressed: (failed: readonly Check[]): Pause => ({
    kind: "regressed",
    why: `All tasks were done, but at the end ${
      failed.map(({ command }) => command).join(", ")
    } no longer passes`,
    next: "Repair it by hand and continue to check again, or retry to have a new plan made",
  }),
  plan: (problems: readonly string[]): Pause => ({
    kind: "plan",
    why: `There is no sound plan: ${problems.slice(0, 3).join("; ")}`,
    next: "Continue to have it planned again, or edit the plan yourself",
  }),
  provider: (why: string, failures: number): Pause => ({
    kind: "provider",
    why: `The model could not be reached ${failures === 1 ? "" : `${failures} times in a row `}(${why})`,
    next: "Nothing is lost; continue once the provider answers again",
  }),
  executor: (why: string): Pause => ({
    kind: "executor",
    why,
    next: "Put that right and continue",
  }),
  requested: (): Pause => ({
    kind: "requested",
    why: "You asked for a pause",
    next: "Continue when you like",
  }),
} as const;

/** The pause that a guard asks for between two steps; undefined where all is well. */
export function guardPause(state: RunState): Pause | undefined {
  const { budget, spent, idle, providerFailures, history } = state;
  const last = history.at(-1);
  if (idle >= budget.idle_steps) return PAUSE.stalled(last?.task_id, idle, claims(state));
  if (providerFailures > budget.provider_failures) return PAUSE.provider(last?.said ?? "", providerFailures);
  const isUsed = (used: number, limit: number) => limit > 0 && used >= limit;
  if (isUsed(spent.ms / MINUTE_MS, budget.total_minutes)) return PAUSE.time(state);
  if (isUsed(spent.tokens, budget.tokens)) return PAUSE.tokens(state);
  if (isUsed(spent.cost_usd, budget.cost_usd)) return PAUSE.cost(state);
  return undefined;
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

function listed(found: readonly Danger[]): string {
  return found.map(({ command, why }) => `\`${command}\` ${why}`).join("; ");
}

/** A few names of many. */
export function named(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

function attempts({ tasks }: RunState, id: string): string {
  return counted(tasks.get(id)?.attempts ?? 0, "attempt");
}

function lastFailure({ history }: RunState, id: string): string {
  const check = history.findLast(({ task_id }) => task_id === id)?.checks.find(({ code }) => code !== 0);
  return check === undefined
    ? ""
    : `: ${check.command} ${check.timed_out ? "took too long" : `ended with ${check.code}`}`;
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** A time for people: `90 s`, `12 min`, `3 h 5 min`. */
export function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const whole = Math.round(seconds / 60);
  return whole < 120 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}
