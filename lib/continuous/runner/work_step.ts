import { redact } from "../../guard/secrets/redact.ts";
import type { StepResult } from "../executor/executor.ts";
import type { PlanItem } from "../plan/plan.ts";
import type { Pause, StepEnded } from "../run/event.ts";
import { PAUSE } from "../run/pauses.ts";
import type { RunState } from "../run/state.ts";
import { guardedTurn, keep, promptOf, type TurnEnd } from "./guarded_turn.ts";
import { stepPrompt, taskQuery } from "./prompt.ts";
import { append, type Surroundings } from "./surroundings.ts";
import { NOTHING_VERIFIED, verify } from "./verify.ts";

/** Characters of the model's last words that are remembered. */
const SAID_CHARS = 2000;
/** Files of one step that are remembered. */
export const REMEMBERED_FILES = 200;

/** One step on a task: prompt, turn, verify commands, and everything written down. */
export async function workStep(item: PlanItem, surroundings: Surroundings): Promise<void> {
  const { store, worktree, world, stop } = surroundings;
  const before = await worktree.snapshot();
  const { baseline } = store.state;
  if (baseline && (baseline.head !== before.head || baseline.tree !== before.tree)) {
    const pause = PAUSE.external(await worktree.changed(baseline.tree, before.tree));
    return append(surroundings, { type: "paused", pause });
  }
  const { task_id } = item;
  const step = store.state.lastStep + 1;
  append(
    surroundings,
    { type: "task", task_id, from: "ready", to: "active", why: "it is its turn" },
    { type: "step_started", step, task_id },
  );
  const began = world.elapsed();
  const name = String(step).padStart(3, "0");
  const prompt = await promptOf(
    surroundings,
    stepPrompt(store.state, item),
    taskQuery(store.state, item),
    `${store.state.session}-${name}`,
  );
  const turn = await guardedTurn({ name, task_id, prompt }, surroundings);
  const { result } = turn;
  const isOver = result.end === "worked" && !turn.pause;
  const proven = isOver ? await verify(item.verify, surroundings) : NOTHING_VERIFIED;
  const now = await worktree.snapshot();
  const files = await worktree.changed(before.tree, now.tree);
  keep(surroundings, `${name}.verify.txt`, proven.output);
  keep(surroundings, `${name}.diff`, await worktree.diff(before.tree, now.tree));

  const pause = turn.pause ?? pauseAfter(result, store.state, task_id);
  append(surroundings, {
    type: "step_ended",
    step,
    task_id,
    outcome: outcomeOf(turn, stop.aborted),
    passed: proven.passed,
    // Clean before it is cut: half a secret is one that no rule knows.
    said: redact(result.said || result.message).text.slice(-SAID_CHARS).toWellFormed(),
    commands: result.commands,
    ran: result.ran,
    files: files.slice(0, REMEMBERED_FILES),
    checks: proven.checks,
    ...(pause ? { pause } : {}),
    tokens: result.tokens,
    cost_usd: result.cost_usd,
    ms: Math.round(world.elapsed() - began),
    ...now,
  });
}

function outcomeOf({ result: { end }, pause }: TurnEnd, stopped: boolean): StepEnded["outcome"] {
  if (stopped) return "called-off";
  return end === "provider" || end === "broke" || (end === "worked" && !pause) ? end : "stopped";
}

function pauseAfter({ end, message }: StepResult, { budget }: RunState, task_id: string): Pause | undefined {
  if (end === "idle") return PAUSE.idle(task_id, budget);
  if (end === "time") return PAUSE.time({ budget });
  return end === "unavailable" ? PAUSE.executor(message) : undefined;
}
