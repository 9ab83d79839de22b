import type { Danger } from "../guard/judge.ts";
import type { PlanItem } from "../plan/plan.ts";
import { type Check, MINUTE_MS, type Pause, type PauseKind, PAUSES, type StepEnded } from "./event.ts";
import { LIMITS, type RunState, titleOf, usedOf } from "./state.ts";
import { counted, ended, minutes, named, oneLine } from "./words.ts";

const SHOWN_CHARS = 300;
/** Kinds that need a word of their own: to resume the run does not yet accept what was found. */
export const NEEDS_WORD = /^(?:dangerous|tampered|review)$/;

function pause(kind: PauseKind, why: string, task_id?: string): Pause {
  return { kind, why, next: PAUSES[kind], ...(task_id === undefined ? {} : { task_id }) };
}

export const PAUSE = {
  preview({ plan }: RunState) {
    const tasks = counted(plan?.tasks.length ?? 0, "task");
    return pause("preview", `The plan has ${tasks} and nothing has been done yet`);
  },
  breakpoint: ({ task_id, title, risk }: PlanItem) =>
    pause("breakpoint", `"${title}" (risk ${risk}) waits for your word`, task_id),
  dangerous(task_id: string | undefined, found: readonly Danger[], where: string): Pause {
    const listed = found.map(({ command, why }) => `\`${oneLine(command, SHOWN_CHARS)}\` ${why}`).join("; ");
    const commands = found.map(({ command }) => command);
    return { ...pause("dangerous", `${where}: ${listed}`, task_id), commands };
  },
  stalled(state: RunState, task_id: string) {
    const what = `${state.idle} steps in a row changed no file, made no commit and changed no test result`;
    const last = state.history.at(-1);
    const failing = last?.outcome === "worked" ? failingOf(last) : undefined;
    return pause("stalled", failing ? `${what}, and whatever the model says, ${failing}` : what, task_id);
  },
  repeated(task_id: string | undefined, command: string, times: number, came = "gave the same output") {
    const what = `The same command ${came} ${times} times while no file changed`;
    return pause("stuck", `${what}: ${command}`, task_id);
  },
  used(kind: keyof typeof LIMITS, state: RunState) {
    const [limit, unit] = LIMITS[kind];
    const [used, granted] = [usedOf(state), state.budget].map((of) => Math.round(of[limit] * 100) / 100);
    return pause(kind, `${used} of ${granted} ${unit} are used`);
  },
  idle({ budget: { idle_minutes } }: RunState, task_id?: string) {
    const silent = minutes(idle_minutes * MINUTE_MS);
    return pause("idle", `The executor said nothing for ${silent}, so it was ended`, task_id);
  },
  tampered(task_id: string, reasons: readonly string[], diff: string) {
    const what = `A person has to accept what the step did: ${reasons.join("; ")}. Diff: ${diff}`;
    return pause("tampered", what, task_id);
  },
  review: (open: readonly string[]) =>
    pause("review", `The review does not find everything done: ${named(open, 3)}`),
  failed(state: RunState, task_id: string) {
    const attempts = counted(state.tasks.get(task_id)?.attempts ?? 0, "attempt");
    const what = `"${titleOf(state, task_id)}" is not done after ${attempts}`;
    const failing = failingOf(state.history.findLast((step) => step.task_id === task_id));
    return pause("failed", failing ? `${what}: ${failing}` : what, task_id);
  },
  regressed(failed: readonly Check[]) {
    const which = failed.map(({ command }) => command).join(", ");
    return pause("regressed", `All tasks were done, but at the end ${which} no longer passes`);
  },
  plan: (problems: readonly string[]) =>
    pause("plan", `There is no sound plan: ${problems.slice(0, 3).join("; ")}`),
  provider(why: string, failures: number) {
    const times = failures === 1 ? "" : `${failures} times in a row `;
    return pause("provider", `The model could not be reached ${times}(${why})`);
  },
  unguarded: (name: string) =>
    pause(
      "executor",
      `${name} ran a command without asking the guard, and was ended: its hooks are switched off, or it is too old to have them`,
    ),
  executor: (why: string) => pause("executor", why),
  until: (time: string) => pause("until", `It is ${time}, until when it was to work`),
  requested: () => pause("requested", "You asked for a pause"),
} as const;

function failingOf(step: StepEnded | undefined): string | undefined {
  const check = step?.checks.find(({ code }) => code !== 0);
  return check && `${check.command} ${ended(check)}`;
}

/** The pause that a guard asks for between two steps; undefined where all is well. */
export function guardPause(state: RunState): Pause | undefined {
  const { budget, providerFailures, history } = state;
  const last = history.at(-1);
  if (providerFailures > budget.provider_failures) return PAUSE.provider(last?.said ?? "", providerFailures);
  const used = (["time", "tokens", "cost"] as const).find((kind) => {
    const [limit] = LIMITS[kind];
    return budget[limit] > 0 && usedOf(state)[limit] >= budget[limit];
  });
  return used && PAUSE.used(used, state);
}
