import type { ExecutorEvent } from "../executor/executor.ts";
import type { RunEvent } from "../run/event.ts";
import { counted, ended, minutes, named, oneLine } from "../run/words.ts";
import { type RunState, titleOf } from "../run/state.ts";
import type { Shown } from "../runner/surroundings.ts";

const MAX_LINE = 300;

/** What is said of each kind of a thing; nothing of those that are missing. */
type Lines<Thing, Key extends keyof Thing> = {
  readonly [Kind in Thing[Key] & string]?: Line<Extract<Thing, Record<Key, Kind>>>;
};

const AGENT: Lines<ExecutorEvent, "kind"> = {
  command_started: ({ command }) => said("runs", command),
  command_ended: ({ code, command }) =>
    code === 0 ? undefined : said("", `exit ${code ?? "none"}: ${command}`),
  files: ({ paths }) => said("writes", named(paths)),
  tool: ({ name }) => said("uses", name),
  said: ({ text }) => said("says", text),
  warning: ({ text }) => said("warns", text),
};

const EVENTS: Lines<RunEvent, "type"> = {
  started: ({ session, goal }) => `run ${session}: ${oneLine(goal, MAX_LINE)}`,
  planned: ({ plan }) => `plan: ${counted(plan.tasks.length, "task")}`,
  step_started: ({ step, task_id }, state) =>
    `step ${step} of ${state.budget.steps}: ${titleOf(state, task_id)}`,
  refused: ({ command, why, by }) => said("refused", `${command} ${why} (${by})`),
  turn_ended: ({ outcome, said: words }) =>
    outcome === "worked" ? undefined : said("ended", `${outcome}: ${words}`),
  step_ended: ({ files }) => said("files", files.length === 0 ? "none changed" : named(files, 8)),
  task: ({ to, task_id, why }, state) =>
    to === "done" || to === "failed" ? `${to}: ${titleOf(state, task_id)} (${why})` : undefined,
  paused: ({ pause }) => `waits (${pause.kind}): ${pause.why}\n  ${pause.next}`,
  decided: ({ decision }) => `answer: ${decision}`,
  ground: ({ notes }) => notes.map((each) => said("note", each)).join("\n"),
  committed: ({ head }) => said("commit", head.slice(0, 10)),
  reviewed({ outcome, verdicts, concerns }) {
    const open = `${verdicts.filter(({ met }) => met !== "yes").length} open, ${concerns.length} concerns`;
    return said("review", outcome === "failed" ? "could not be made" : open);
  },
  finished: ({ outcome, why }) => `${outcome}: ${why}`,
};

const SHOWN: Lines<Shown, "kind"> = {
  event: ({ event }, state) => eventLine(event, state),
  agent({ event, task_id }, state) {
    const line = lineIn(AGENT[event.kind], event, state);
    return line === undefined || task_id === undefined ? line : `${line}  (${task_id})`;
  },
  check: ({ check }) =>
    `  verify  ${check.code === 0 ? "ok  " : "FAIL"}  ${check.command}  ${ended(check)}, ${check.ms} ms`,
  waiting: ({ ms, why }) => ms === 0 ? undefined : said("waiting", `${minutes(ms)} ${why}`),
  note: ({ text }) => said("note", text),
};

type Line<Thing = never> = (thing: Thing, state: RunState) => string | undefined;

function lineIn(line: Line | undefined, thing: unknown, state: RunState): string | undefined {
  return line?.(thing as never, state);
}

function said(what: string, text: string): string {
  return `  ${what.padEnd(7)} ${oneLine(text, MAX_LINE)}`;
}

/** A line for people about what has just happened; undefined for what they need not see. `state` is the one after it. */
export function lineOf(shown: Shown, state: RunState): string | undefined {
  return lineIn(SHOWN[shown.kind], shown, state);
}

export function eventLine(event: RunEvent, state: RunState): string | undefined {
  return lineIn(EVENTS[event.type], event, state);
}
