import type { Plan } from "../plan/plan.ts";
import { moved, newTask, type Task } from "./task.ts";
import type { Check, Decision, FINISHED, Pause, Refused, RunEvent, StepEnded, TurnEnded } from "./event.ts";
import { MINUTE_MS } from "./event.ts";

/** A run as its events have left it. Its collections are the fold's alone to change. */
export type RunState = ReturnType<typeof fresh>;

/** The state after all events. Throws `RangeError` where they cannot have happened one after another. */
export function stateOf(events: Iterable<RunEvent>): RunState {
  const [first, ...rest] = events;
  if (first?.type !== "started") throw new RangeError(`A run starts with started, not ${first?.type}`);
  return after(fresh(first), rest);
}

/** The state after more events; the one before stays as it is. Throws `RangeError` where they cannot follow. */
export function after(state: RunState, events: readonly RunEvent[]): RunState {
  const next = structuredClone(state);
  // In place: to copy it for each event of a log takes hours where there are many thousand.
  for (const event of events) change(next, event);
  return next;
}

export function doneTasks({ tasks }: Pick<RunState, "tasks">): Set<string> {
  return new Set([...tasks.values()].filter(({ status }) => status === "done").map(({ task_id }) => task_id));
}

export function titleOf({ plan }: RunState, id: string): string {
  return plan?.tasks.find(({ task_id }) => task_id === id)?.title ?? id;
}

type Of<Type extends RunEvent["type"]> = Extract<RunEvent, { type: Type }>;

function change(state: RunState, event: RunEvent): void {
  const fold: (state: RunState, event: never) => unknown = FOLD[event.type];
  fold(state, event as never);
  if (!("ms" in event)) return;
  const { spent } = state;
  spent.ms += event.ms;
  if ("tokens" in event) spent.tokens += event.tokens;
  if ("cost_usd" in event) spent.cost_usd += event.cost_usd;
}

const FOLD: { readonly [Type in RunEvent["type"]]: (state: RunState, event: Of<Type>) => unknown } = {
  started() {
    throw new RangeError("A run starts once");
  },
  ground: (state, ground) => Object.assign(state, { ground }),
  planned,
  planner_ended() {},
  task(state, event) {
    const task = state.tasks.get(event.task_id);
    if (task === undefined) throw new RangeError(`There is no task ${event.task_id}`);
    state.tasks.set(task.task_id, moved(task, event));
    if (event.asks) state.idle = 0;
    if (event.from === "active") state.judged = 0;
  },
  step_started(state, { step, task_id }) {
    const { running, budget, lastStep } = state;
    if (running.length >= budget.parallel) throw new RangeError(`Step ${lastStep} has not ended`);
    state.steps++;
    running.push({ step, task_id });
    Object.assign(state, { lastStep: step, ...UNCHECKED });
  },
  turn_ended(state, event) {
    const running = state.running.find(({ step }) => step === event.step);
    if (running === undefined) throw new RangeError(`Step ${event.step} is not running`);
    running.turn = event;
  },
  step_ended: stepEnded,
  refused: (state, event) => state.refusals.push(event),
  step_lost: (state, { step }) => over(state, step),
  baseline(state, { head, tree, at_rest }) {
    if (tree !== state.baseline?.tree) Object.assign(state, UNCHECKED);
    state.baseline = { head, tree, at_rest };
  },
  red: (state, { task_id, checks }) => state.red.set(task_id, checks),
  committed: (state, { head, tree, step }) =>
    Object.assign(state, { baseline: { head, tree }, committed: step }),
  paused: (state, { pause }) => Object.assign(state, { pause, toAsk: undefined }),
  decided: (state, { decision }) => decided(state, decision),
  adjusted,
  checked: (state, finalCheck) => Object.assign(state, { finalCheck }),
  reviewed: (state, reviewed) => Object.assign(state, { reviewed }),
  settled: (state, { how }) => Object.assign(state, { settled: how }),
  finished: (state, { outcome, why }) =>
    Object.assign(state, { finished: outcome, finishedWhy: why, pause: undefined }),
  reopened: (state) => Object.assign(state, { finished: undefined, ...UNCHECKED }),
};

function over(state: RunState, step: number): void {
  state.running = state.running.filter((each) => each.step !== step);
}

/** Whatever changes takes the last check and the review back. */
const UNCHECKED = { finalCheck: undefined, reviewed: undefined, reviewAccepted: false };

function fresh({ type: _, version: _v, executor_args, budget, ...started }: Of<"started">) {
  return {
    ...started,
    executorArgs: executor_args,
    budget: { ...budget },
    /** What was granted at the start, and is granted again each time a person lets the run go on. */
    share: budget,
    ground: { notes: [] as string[] },
    plan: undefined as Plan | undefined,
    revision: 0,
    tasks: new Map<string, Task>(),
    /** Steps begun, without those that reached no model. */
    steps: 0,
    lastStep: 0,
    /** Steps that are not over, in the order in which they began. `turn`: the executor has ended, and what it has done is still to be proven. */
    running: [] as { step: number; task_id: string; turn?: TurnEnded }[],
    history: [] as StepEnded[],
    red: new Map<string, readonly Check[]>(),
    /** Tasks that a person lets change what decides on them. */
    mayTamper: new Set<string>(),
    /** Why of tasks that are done nobody can tell whether they are. */
    unproven: new Map<string, string>(),
    /** The step that is over and whose task has not been moved on for it; 0 where there is none. */
    judged: 0,
    committed: 0,
    idle: 0,
    providerFailures: 0,
    replans: 0,
    spent: { ms: 0, tokens: 0, cost_usd: 0 },
    /** What the worktree holds: the latest commit, and the files of the latest step on top of it. */
    baseline: undefined as { head: string; tree: string; at_rest?: boolean | undefined } | undefined,
    refusals: [] as Refused[],
    allowed: new Set<string>(),
    accepted: false,
    pause: undefined as Pause | undefined,
    /** What a step was stopped for and nobody has been asked about yet. */
    toAsk: undefined as Pause | undefined,
    /** Why the plan has to be made anew; empty where it has not. */
    outdated: "",
    finalCheck: undefined as { passed: boolean; checks: readonly Check[] } | undefined,
    reviewed: undefined as Of<"reviewed"> | undefined,
    /** A person ends the run whatever the review says. */
    reviewAccepted: false,
    finished: undefined as (typeof FINISHED)[number] | undefined,
    finishedWhy: "",
    settled: undefined as "merged" | "discarded" | undefined,
  };
}

/** What is done, what a person has put aside, and what waits for one with a question stays so; everything else begins anew. */
function planned(state: RunState, { plan, reason }: Of<"planned">): void {
  const old = new Map(state.plan?.tasks.map((item) => [item.task_id, item]));
  // A person accepts that a task changes tests: no new plan of the model's gives that to another.
  const isGiven = (id: string) => reason !== "replanned" || !state.accepted || !!old.get(id)?.changes_tests;
  const items = plan.tasks.map((item) => isGiven(item.task_id) ? item : { ...item, changes_tests: false });
  const tasks = items.map((item) => {
    const task = state.tasks.get(item.task_id);
    const before = old.get(item.task_id);
    if (JSON.stringify(before?.verify) !== JSON.stringify(item.verify)) state.red.delete(item.task_id);
    const waits = task?.on === "person" && JSON.stringify(before) === JSON.stringify(item);
    return task && (task.status === "done" || task.on === "skipped" || waits) ? task : newTask(item.task_id);
  });
  // What people changed is no failure of the plan.
  if (reason === "replanned" && state.outdated === "") state.replans++;
  state.plan = { ...plan, tasks: items };
  state.revision++;
  state.tasks = new Map(tasks.map((task) => [task.task_id, task]));
  state.outdated = "";
  state.idle = 0;
  Object.assign(state, UNCHECKED);
}

function stepEnded(state: RunState, event: Of<"step_ended">): void {
  const turn = state.running.find(({ step }) => step === event.step)?.turn;
  if (turn === undefined) throw new RangeError(`Step ${event.step} has no turn that ended`);
  const step: StepEnded = { ...turn, ...event, ms: turn.ms + event.ms };
  const reached = step.outcome !== "provider" || step.commands > 0 || step.files.length > 0;
  if (!reached) state.steps--;
  else if (step.outcome !== "called-off" && !step.conflicts) {
    state.idle = hadEffect(state, step) ? 0 : state.idle + 1;
  }
  state.history.push(step);
  over(state, event.step);
  state.judged = event.step;
  state.baseline = { head: step.head, tree: step.tree };
  state.providerFailures = step.outcome === "provider" ? state.providerFailures + 1 : 0;
  // A question about a task is its own to wait with.
  if (step.pause && step.pause.task_id === undefined) state.toAsk = step.pause;
  if (step.unproven === undefined) state.unproven.delete(step.task_id);
  else state.unproven.set(step.task_id, step.unproven);
}

/** Whether anything is otherwise than before the step: commit, files, results of verify commands, or the task itself. */
function hadEffect({ baseline, history }: RunState, event: StepEnded): boolean {
  if (event.passed || baseline?.head !== event.head || baseline.tree !== event.tree) return true;
  if (event.checks.length === 0) return false;
  const before = history.findLast(({ task_id, checks }) => task_id === event.task_id && checks.length > 0);
  const codes = ({ checks }: StepEnded) => JSON.stringify(checks.map(({ command, code }) => [command, code]));
  return before !== undefined && codes(before) !== codes(event);
}

function decided(state: RunState, decision: Decision): void {
  const { pause, allowed, mayTamper, budget, share } = state;
  if (decision === "skip" && pause?.task_id === undefined) return;
  for (const command of decision === "continue" ? pause?.commands ?? [] : []) allowed.add(command);
  if (pause?.kind === "tampered" && decision === "continue") mayTamper.add(pause.task_id ?? "");
  // As much again of what is used up, from here on: a step may have used far more than was left.
  for (const [kind, [limit]] of Object.entries(LIMITS)) {
    if (kind === pause?.kind) budget[limit] = Math.max(usedOf(state)[limit], budget[limit]) + share[limit];
  }
  if (decision === "retry") state.replans = 0;
  if (pause?.kind === "preview") state.accepted = true;
  if (pause?.kind === "regressed") state.finalCheck = undefined;
  if (pause?.kind === "review" && decision === "continue") state.reviewAccepted = true;
  if (pause?.kind === "review" && decision === "retry") state.outdated = `the review finds: ${pause.why}`;
  Object.assign(state, { pause: undefined, idle: 0, providerFailures: 0 });
}

/** The limits that a run asks at: as the budget names them, and their units. */
export const LIMITS = {
  steps: ["steps", "steps"],
  time: ["total_minutes", "minutes"],
  tokens: ["tokens", "tokens"],
  cost: ["cost_usd", "USD"],
} as const;

export function usedOf({ spent, steps }: RunState) {
  return { ...spent, total_minutes: spent.ms / MINUTE_MS, steps };
}

/** Another goal asks for another plan; one that was only shown so far is not asked about any more. */
function adjusted(state: RunState, event: Of<"adjusted">): void {
  const { goal = state.goal, confirm = state.confirm, budget = state.budget } = event;
  if (goal !== state.goal) {
    state.outdated = "the goal was changed";
    if (state.pause?.kind === "preview") state.pause = undefined;
  }
  Object.assign(state, { goal, confirm, budget });
}
