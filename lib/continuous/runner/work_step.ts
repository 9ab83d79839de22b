import { redact } from "../../guard/secrets/redact.ts";
import type { StepResult } from "../executor/executor.ts";
import type { PlanItem } from "../plan/plan.ts";
import type { Pause, TurnEnded } from "../run/event.ts";
import { PAUSE } from "../run/pauses.ts";
import { guardedTurn, keep } from "./guarded_turn.ts";
import { stepPrompt } from "./prompt.ts";
import { append, type Surroundings } from "./surroundings.ts";
import { verify } from "./verify.ts";

/** Characters of a task that the repository is searched with. */
const QUERY_CHARS = 4000;
/** Characters of the model's last words that are remembered. */
const SAID_CHARS = 2000;
/** Files of one step that are remembered. */
export const REMEMBERED_FILES = 200;

/** The executor's turn of one step on a task. */
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
  const prompt = stepPrompt(store.state, item);
  const query = `${item.title}\n${item.description}\n${store.state.goal}`.slice(0, QUERY_CHARS);
  const { result, pause } = await guardedTurn(
    { name: nameOf(step), step, task_id, prompt, query },
    surroundings,
  );
  append(surroundings, {
    type: "turn_ended",
    step,
    task_id,
    outcome: stop.aborted ? "called-off" : outcomeOf(result, pause),
    // Clean before it is cut: half a secret is one that no rule knows.
    said: redact(result.said || result.message).text.slice(-SAID_CHARS).toWellFormed(),
    commands: result.commands,
    ran: result.ran,
    ...(pause ? { pause } : {}),
    tokens: result.tokens,
    cost_usd: result.cost_usd,
    ms: Math.round(world.elapsed() - began),
  });
}

/** Looks at what a turn has changed, and whether its task is done. Where that is called off, the turn stands, and is proven when the run goes on. */
export async function proveStep(turn: TurnEnded, surroundings: Surroundings): Promise<void> {
  const { store, worktree, world, stop } = surroundings;
  const { step, task_id, outcome } = turn;
  const { plan, baseline } = store.state;
  const began = world.elapsed();
  const commands = plan?.tasks.find((item) => item.task_id === task_id)?.verify ?? [];
  const proven = await verify(outcome === "worked" ? commands : [], surroundings);
  if (outcome === "worked" && stop.aborted) return;
  const now = await worktree.snapshot();
  const before = baseline?.tree ?? now.tree;
  const files = await worktree.changed(before, now.tree);
  keep(surroundings, `${nameOf(step)}.verify.txt`, proven.output);
  keep(surroundings, `${nameOf(step)}.diff`, await worktree.diff(before, now.tree));
  append(surroundings, {
    type: "step_ended",
    step,
    task_id,
    passed: proven.passed,
    files: files.slice(0, REMEMBERED_FILES),
    checks: proven.checks,
    ms: Math.round(world.elapsed() - began),
    ...now,
  });
}

/** Of a step's files. */
function nameOf(step: number): string {
  return String(step).padStart(3, "0");
}

function outcomeOf({ end }: StepResult, pause: Pause | undefined): TurnEnded["outcome"] {
  return end === "provider" || end === "broke" || (end === "worked" && !pause) ? end : "stopped";
}
