import { setTimeout as delay } from "node:timers/promises";
import { ignoreError } from "../../settings/attempt.ts";
import type { Usage } from "../settings/settings.ts";
import type { World } from "../../settings/world.ts";
import type { ExecutorEvent, GuardHook, GuardOrder } from "../executor/executor.ts";
import type { Check, Decision, Pause, RunEvent } from "../run/event.ts";
import type { SessionStore } from "../store/log.ts";
import type { Worktree } from "../worktree/worktree.ts";

export type Shown =
  | { kind: "event"; event: RunEvent }
  /** `task_id`: where others are at work beside it. */
  | { kind: "agent"; event: ExecutorEvent; task_id?: string }
  | { kind: "check"; check: Check }
  | { kind: "waiting"; ms: number; why: string }
  | { kind: "note"; text: string };

export type Answer =
  | { kind: "decided"; decision: Decision; by: "person" | "flag" }
  /** A person has changed plan, goal or guard rails; the question stays, where it still makes sense. */
  | { kind: "edited"; events: RunEvent[] }
  /** Nobody answers now: the run stays as it is. */
  | { kind: "leave" };

export interface Surroundings {
  store: SessionStore;
  /** What judges the executor's commands, how those begin that the user's configuration allows, and what is the repository's. */
  guard: { hook: GuardHook; order: Pick<GuardOrder, "rules" | "repository"> };
  /** What a turn cost, in USD, by the model that told it was at work, else by the one that is configured; undefined where there is no price. */
  costOf(usage: Usage, model: string): number | undefined;
  worktree: Worktree;
  world: World;
  root: string;
  /** Program and arguments that verify commands are started with; empty where the executor has no sandbox. */
  sandbox: readonly string[];
  records: string;
  /** What the repository has to say about a task; empty where it has nothing. */
  contextFor(query: string): Promise<string>;
  stop: AbortSignal;
  /** Why it is to wait after the step that runs: a person wants it, or it is time. Asked between two actions; once a request. */
  pauseRequested(): Pause | undefined;
  ask(pause: Pause): Promise<Answer>;
  show(shown: Shown): void;
}

export function append({ store, show }: Pick<Surroundings, "store" | "show">, ...events: RunEvent[]): void {
  for (const event of store.append(...events)) show({ kind: "event", event });
}

/** Says that the run waits, and for what; resolves after `ms`, or at once when the run is called off. */
export async function wait({ show, stop }: Surroundings, ms: number, why: string): Promise<void> {
  show({ kind: "waiting", ms, why });
  await delay(ms, undefined, { signal: stop }).catch(ignoreError);
}
