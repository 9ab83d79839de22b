import type { Plan } from "../plan/plan.ts";
import { moved, newTask, type Task } from "./task.ts";
import {
  type Budget,
  type Check,
  type Decision,
  MINUTE_MS,
  type Pause,
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
  for (const event of events) state = next(state, event);
  if (state === undefined) throw new RangeError("There is no event");
  return state;
}

/** The state after one more event; the one before stays as it is. Throws `RangeError` where the event cannot follow. */
export function after(state: RunState, event: RunEvent): RunState {
  return next(
    {
      ...state,
      tasks: new Map(state.tasks),
      history: [...state.history],
      lostFiles: [...state.lostFiles],
      allowed: new Set(state.allowed),
      declined: new Set(state.declined),
    },
    event,
  );
}

export function doneTasks({ tasks }: Pick<RunState, "tasks">): Set<string> {
  return new Set([...tasks.values()].filter(({ status }) => status === "done").map(({ task_id }) => task_id));
}

export function titleOf({ plan }: RunState, id: string): string {
  return plan?.tasks.find(({ task_id }) => task_id === id)?.title ?? id;
}

/** Lets the collections of the state before grow in place: to copy them for each event of a log takes hours where there are many thousand. */
function next(state: RunState | undefined, event: RunEvent): RunState {
  if (event.type === "started") {
    if (state !== undefined) throw new RangeError("A run starts once");
    return fresh(event);
  }
  if (state === undefined) throw new RangeError(`A run starts with started, not ${event.type}`);
  switch (event.type) {
    case "planned":
      return planned(state, event);
    case "planner_ended":
      return { ...state, spent: added(state, event) };
    case "task": {
      const task = state.tasks.get(event.task_id);
      if (task === undefined) throw new RangeError(`There is no task ${event.task_id}`);
      state.tasks.set(task.task_id, moved(task, event));
      return state;
    }
    case "step_started": {
      const { step, task_id } = event;
      if (state.running !== undefined) throw new RangeError(`Step ${state.running.step} has not ended`);
      const steps = state.steps + 1;
      return { ...state, running: { step, task_id }, steps, lastStep: step, finalCheck: undefined };
    }
    case "turn_ended": {
      const { type: _, ...turn } = event;
      if (state.running?.step !== turn.step) throw new RangeError(`Step ${turn.step} is not running`);
      return { ...state, running: { ...state.running, turn }, spent: added(state, turn) };
    }
    case "step_ended":
      return stepEnded(state, event);
    case "step_lost":
      return { ...state, running: undefined };
    case "baseline": {
      const { head, tree, files = [] } = event;
      for (const file of files) state.lostFiles.push(file);
      return { ...state, baseline: { head, tree } };
    }
    case "paused":
      return { ...state, pause: event.pause, toAsk: undefined };
    case "decided":
      return decided(state, event.decision);
    case "adjusted":
      return adjusted(state, event);
    case "stale": {
      const changed = event.changed.slice(0, 5).join(", ");
      const outdated = `the repository is no longer what it was: ${changed} changed`;
      return { ...state, outdated, finalCheck: undefined };
    }
    case "checked": {
      const { passed, checks, ms } = event;
      return {
        ...state,
        finalCheck: { passed, checks },
        spent: added(state, { ms, tokens: 0, cost_usd: 0 }),
      };
    }
    case "finished":
      return { ...state, finished: event.outcome, finishedWhy: event.why, pause: undefined };
    case "reopened":
      return { ...state, finished: undefined, finalCheck: undefined };
  }
}

function fresh({ session, goal, executor, executor_args, confirm, budget }: Started): RunState {
  return {
    session,
    goal,
    executor,
    executorArgs: executor_args,
    confirm,
    budget,
    share: budget,
    revision: 0,
    tasks: new Map(),
    steps: 0,
    lastStep: 0,
    history: [],
    lostFiles: [],
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
function planned(state: RunState, { plan, reason }: Extract<RunEvent, { type: "planned" }>): RunState {
  const taskOf = (id: string) => {
    const task = state.tasks.get(id);
    return task?.status === "done" || task?.on === "skipped" ? task : newTask(id);
  };
  return {
    ...state,
    plan,
    revision: state.revision + 1,
    tasks: new Map(plan.tasks.map(({ task_id }) => [task_id, taskOf(task_id)])),
    // What people changed is no failure of the plan.
    replans: state.replans + (reason === "replanned" && state.outdated === "" ? 1 : 0),
    outdated: "",
    idle: 0,
    finalCheck: undefined,
  };
}

function stepEnded(state: RunState, event: Extract<RunEvent, { type: "step_ended" }>): RunState {
  const turn = state.running?.turn;
  if (turn?.step !== event.step) throw new RangeError(`Step ${event.step} has no turn that ended`);
  const { type: _, ...proof } = event;
  const step: StepEnded = { ...turn, ...proof, ms: turn.ms + proof.ms };
  const effect = hadEffect(state, step);
  state.history.push(step);
  const reached = step.outcome !== "provider" || step.commands > 0 || step.files.length > 0;
  return {
    ...state,
    running: undefined,
    steps: state.steps - (reached ? 0 : 1),
    idle: !reached || step.outcome === "called-off" ? state.idle : effect ? 0 : state.idle + 1,
    baseline: { head: step.head, tree: step.tree },
    providerFailures: step.outcome === "provider" ? state.providerFailures + 1 : 0,
    spent: added(state, { ms: proof.ms, tokens: 0, cost_usd: 0 }),
    toAsk: step.pause,
  };
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

function decided(state: RunState, decision: Decision): RunState {
  const { pause, allowed, declined } = state;
  for (const command of decision === "continue" ? pause?.commands ?? [] : []) allowed.add(command);
  if (pause?.kind === "dangerous" && pause.task_id !== undefined && decision === "retry") {
    declined.add(pause.task_id);
  }
  return {
    ...state,
    pause: undefined,
    budget: decision === "skip" ? state.budget : granted(state),
    accepted: state.accepted || (pause?.kind === "preview" && decision !== "skip"),
    idle: 0,
    providerFailures: 0,
    replans: decision === "retry" ? 0 : state.replans,
    finalCheck: pause?.kind === "regressed" ? undefined : state.finalCheck,
  };
}

/** Another goal asks for another plan; one that was only shown so far is not asked about any more. */
function adjusted(state: RunState, event: Extract<RunEvent, { type: "adjusted" }>): RunState {
  const { budget } = state;
  const asksAnew = event.goal !== undefined && event.goal !== state.goal;
  return {
    ...state,
    goal: event.goal ?? state.goal,
    confirm: event.confirm ?? state.confirm,
    budget: {
      ...budget,
      steps: event.steps ?? budget.steps,
      retries: event.retries ?? budget.retries,
      idle_steps: event.idle_steps ?? budget.idle_steps,
    },
    outdated: asksAnew ? "the goal was changed" : state.outdated,
    pause: asksAnew && state.pause?.kind === "preview" ? undefined : state.pause,
  };
}

/** With as much again of what is used up, from here on: a step may have used far more than was left. */
function granted({ pause, share, budget, spent }: RunState): Budget {
  const more = (used: number, limit: number, again: number) => Math.max(used, limit) + again;
  switch (pause?.kind) {
    case "steps":
      return { ...budget, steps: budget.steps + share.steps };
    case "time":
      return {
        ...budget,
        total_minutes: more(spent.ms / MINUTE_MS, budget.total_minutes, share.total_minutes),
      };
    case "tokens":
      return { ...budget, tokens: more(spent.tokens, budget.tokens, share.tokens) };
    case "cost":
      return { ...budget, cost_usd: more(spent.cost_usd, budget.cost_usd, share.cost_usd) };
    default:
      return budget;
  }
}

function added({ spent }: RunState, { ms, tokens, cost_usd }: RunState["spent"]) {
  return { ms: spent.ms + ms, tokens: spent.tokens + tokens, cost_usd: spent.cost_usd + cost_usd };
}
