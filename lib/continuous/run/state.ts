import type { Plan } from "../plan/plan.ts";
import { moved, newTask, type Task } from "./task.ts";
import {
  type Budget,
  type Check,
  type Decision,
  MINUTE_MS,
  type Pause,
  type Refused,
  type RunEvent,
  type StepEnded,
  type TurnEnded,
} from "./event.ts";

type Started = Extract<RunEvent, { type: "started" }>;

/** A run as its events have left it. Its collections are the fold's alone to change. */
export interface RunState {
  session: string;
  goal: string;
  executor: Started["executor"];
  executorArgs: readonly string[];
  confirm: Started["confirm"];
  /** With what people have granted since. */
  budget: Budget;
  /** What was granted at the start, and is granted again each time a person lets the run go on. */
  share: Budget;
  plan?: Plan;
  revision: number;
  tasks: Map<string, Task>;
  /** Steps begun, without those that reached no model. */
  steps: number;
  /** Number of the latest step. */
  lastStep: number;
  /** `turn`: the executor has ended, and what it has done is still to be proven. */
  running?: { step: number; task_id: string; turn?: TurnEnded } | undefined;
  history: StepEnded[];
  /** Files that lost steps have changed. */
  lostFiles: string[];
  /** Steps in a row without effect. */
  idle: number;
  providerFailures: number;
  replans: number;
  spent: { ms: number; tokens: number; cost_usd: number };
  baseline?: { head: string; tree: string };
  /** What was not let run, oldest first. */
  refusals: Refused[];
  /** Commands that the guard refused to a step whose task is not done, and nobody has been asked about yet. */
  unasked: Refused[];
  /** Dangerous commands that a person has allowed. */
  allowed: Set<string>;
  /** Tasks whose dangerous commands a person has not allowed: they are worked on without. */
  declined: Set<string>;
  accepted: boolean;
  pause?: Pause | undefined;
  /** What a step was stopped for and nobody has been asked about yet. */
  toAsk?: Pause | undefined;
  /** Why the plan has to be made anew; empty where it has not. */
  outdated: string;
  finalCheck?: { passed: boolean; checks: readonly Check[] } | undefined;
  finished?: "complete" | "incomplete" | undefined;
  finishedWhy: string;
}

/** Steps among which the one is looked for that last tried the same task. */
const STEPS_COMPARED = 100;

/** The state after all events. Throws `RangeError` where they cannot have happened one after another. */
export function stateOf(events: Iterable<RunEvent>): RunState {
  let state: RunState | undefined;
  for (const event of events) {
    if (event.type === "started") {
      if (state !== undefined) throw new RangeError("A run starts once");
      state = fresh(event);
    } else if (state === undefined) throw new RangeError(`A run starts with started, not ${event.type}`);
    else change(state, event);
  }
  if (state === undefined) throw new RangeError("There is no event");
  return state;
}

/** The state after one more event; the one before stays as it is. Throws `RangeError` where the event cannot follow. */
export function after(state: RunState, event: RunEvent): RunState {
  const next = structuredClone(state);
  change(next, event);
  return next;
}

export function doneTasks({ tasks }: Pick<RunState, "tasks">): Set<string> {
  return new Set([...tasks.values()].filter(({ status }) => status === "done").map(({ task_id }) => task_id));
}

export function titleOf({ plan }: RunState, id: string): string {
  return plan?.tasks.find(({ task_id }) => task_id === id)?.title ?? id;
}

/** Changes a state in place: to copy it for each event of a log takes hours where there are many thousand. */
function change(state: RunState, event: RunEvent): void {
  switch (event.type) {
    case "started":
      throw new RangeError("A run starts once");
    case "planned":
      return planned(state, event);
    case "planner_ended":
      return spend(state, event);
    case "task": {
      const task = state.tasks.get(event.task_id);
      if (task === undefined) throw new RangeError(`There is no task ${event.task_id}`);
      state.tasks.set(task.task_id, moved(task, event));
      return;
    }
    case "step_started": {
      const { step, task_id } = event;
      if (state.running !== undefined) throw new RangeError(`Step ${state.running.step} has not ended`);
      state.steps++;
      Object.assign(state, { running: { step, task_id }, lastStep: step, finalCheck: undefined });
      return;
    }
    case "turn_ended":
      if (state.running?.step !== event.step) throw new RangeError(`Step ${event.step} is not running`);
      state.running.turn = event;
      return spend(state, event);
    case "step_ended":
      return stepEnded(state, event);
    case "refused":
      state.refusals.push(event);
      return;
    case "step_lost":
      state.running = undefined;
      return;
    case "baseline": {
      const { head, tree, files = [] } = event;
      state.baseline = { head, tree };
      for (const file of files) state.lostFiles.push(file);
      return;
    }
    case "paused":
      Object.assign(state, { pause: event.pause, toAsk: undefined, unasked: [] });
      return;
    case "decided":
      return decided(state, event.decision);
    case "adjusted":
      return adjusted(state, event);
    case "stale": {
      const changed = event.changed.slice(0, 5).join(", ");
      state.outdated = `the repository is no longer what it was: ${changed} changed`;
      state.finalCheck = undefined;
      return;
    }
    case "checked":
      state.finalCheck = event;
      return spend(state, event);
    case "finished":
      Object.assign(state, { finished: event.outcome, finishedWhy: event.why, pause: undefined });
      return;
    case "reopened":
      Object.assign(state, { finished: undefined, finalCheck: undefined });
      return;
  }
}

function fresh({ session, goal, executor, executor_args, confirm, budget }: Started): RunState {
  return {
    session,
    goal,
    executor,
    executorArgs: executor_args,
    confirm,
    budget: { ...budget },
    share: budget,
    revision: 0,
    tasks: new Map(),
    steps: 0,
    lastStep: 0,
    history: [],
    lostFiles: [],
    refusals: [],
    unasked: [],
    idle: 0,
    providerFailures: 0,
    replans: 0,
    spent: { ms: 0, tokens: 0, cost_usd: 0 },
    allowed: new Set(),
    declined: new Set(),
    accepted: false,
    outdated: "",
    finishedWhy: "",
  };
}

/** What is done, and what a person has put aside, stays so; everything else begins anew. */
function planned(state: RunState, { plan, reason }: Extract<RunEvent, { type: "planned" }>): void {
  const tasks = plan.tasks.map(({ task_id }) => {
    const task = state.tasks.get(task_id);
    return task?.status === "done" || task?.on === "skipped" ? task : newTask(task_id);
  });
  // What people changed is no failure of the plan.
  if (reason === "replanned" && state.outdated === "") state.replans++;
  state.plan = plan;
  state.revision++;
  state.tasks = new Map(tasks.map((task) => [task.task_id, task]));
  state.outdated = "";
  state.idle = 0;
  state.finalCheck = undefined;
}

function stepEnded(state: RunState, event: Extract<RunEvent, { type: "step_ended" }>): void {
  const turn = state.running?.turn;
  if (turn?.step !== event.step) throw new RangeError(`Step ${event.step} has no turn that ended`);
  const step: StepEnded = { ...turn, ...event, ms: turn.ms + event.ms };
  const reached = step.outcome !== "provider" || step.commands > 0 || step.files.length > 0;
  if (!reached) state.steps--;
  else if (step.outcome !== "called-off") state.idle = hadEffect(state, step) ? 0 : state.idle + 1;
  state.history.push(step);
  state.running = undefined;
  state.baseline = { head: step.head, tree: step.tree };
  state.providerFailures = step.outcome === "provider" ? state.providerFailures + 1 : 0;
  state.toAsk = step.pause;
  const isAsked = !event.passed && !state.declined.has(event.task_id);
  state.unasked = isAsked
    ? state.refusals.filter((each) => each.step === event.step && each.by === "guard")
    : [];
  spend(state, event);
}

/** Whether anything is otherwise than before the step: commit, files, results of verify commands, or the task itself. */
function hadEffect({ baseline, history }: RunState, event: StepEnded): boolean {
  if (event.passed || baseline?.head !== event.head || baseline.tree !== event.tree) return true;
  if (event.checks.length === 0) return false;
  const before = history.slice(-STEPS_COMPARED).findLast(({ task_id, checks }) =>
    task_id === event.task_id && checks.length > 0
  );
  return before !== undefined && signature(before.checks) !== signature(event.checks);
}

function signature(checks: readonly Check[]): string {
  return JSON.stringify(checks.map(({ command, code }) => [command, code]));
}

function decided(state: RunState, decision: Decision): void {
  const { pause, allowed, declined } = state;
  for (const command of decision === "continue" ? pause?.commands ?? [] : []) allowed.add(command);
  if (pause?.kind === "dangerous" && pause.task_id !== undefined && decision === "retry") {
    declined.add(pause.task_id);
  }
  if (decision !== "skip") grant(state);
  if (decision === "retry") state.replans = 0;
  if (pause?.kind === "preview" && decision !== "skip") state.accepted = true;
  if (pause?.kind === "regressed") state.finalCheck = undefined;
  Object.assign(state, { pause: undefined, idle: 0, providerFailures: 0 });
}

/** Another goal asks for another plan; one that was only shown so far is not asked about any more. */
function adjusted(state: RunState, event: Extract<RunEvent, { type: "adjusted" }>): void {
  const { goal = state.goal, confirm = state.confirm, budget = state.budget } = event;
  if (goal !== state.goal) {
    state.outdated = "the goal was changed";
    if (state.pause?.kind === "preview") state.pause = undefined;
  }
  Object.assign(state, { goal, confirm, budget });
}

/** Grants as much again of what is used up, from here on: a step may have used far more than was left. */
function grant({ pause, share, budget, spent }: RunState): void {
  const more = (used: number, limit: number, again: number) => Math.max(used, limit) + again;
  switch (pause?.kind) {
    case "steps":
      budget.steps += share.steps;
      break;
    case "time":
      budget.total_minutes = more(spent.ms / MINUTE_MS, budget.total_minutes, share.total_minutes);
      break;
    case "tokens":
      budget.tokens = more(spent.tokens, budget.tokens, share.tokens);
      break;
    case "cost":
      budget.cost_usd = more(spent.cost_usd, budget.cost_usd, share.cost_usd);
  }
}

function spend({ spent }: RunState, used: { ms: number; tokens?: number; cost_usd?: number }): void {
  spent.ms += used.ms;
  spent.tokens += used.tokens ?? 0;
  spent.cost_usd += used.cost_usd ?? 0;
}
