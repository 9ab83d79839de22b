import { redact } from "../../guard/secrets/redact.ts";
import type { PlanItem } from "../plan/plan.ts";
import type { Check, Pause, StepEnded } from "../run/event.ts";
import { PAUSE } from "../run/pauses.ts";
import type { RunState } from "../run/state.ts";
import type { StepResult } from "../executor/executor.ts";
import { guardedTurn, promptOf } from "./guarded_turn.ts";
import { stepPrompt, taskQuery } from "./prompt.ts";
import { append, type Surroundings } from "./surroundings.ts";
import { verify } from "./verify.ts";

/** Characters of the model's last words that are remembered. */
const SAID_CHARS = 2000;
/** Files of one step that are remembered. */
export const REMEMBERED_FILES = 200;

/** One step on a task: prompt, turn, verify commands, and everything written down. */
export async function workStep(item: PlanItem, surroundings: Surroundings): Promise<void> {
  const { store, worktree, world, show, stop } = surroundings;
  const before = await worktree.snapshot();
  const external = await changedByOthers(surroundings, before);
  if (external) return append(surroundings, { type: "paused", pause: external });

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
  const turn = await guardedTurn({ name, task_id, prompt, tree: before.tree }, surroundings);
  const { result, record } = turn;
  const left = await worktree.snapshot();
  const touched = await worktree.changed(before.tree, left.tree) ?? [];

  const proven = result.end === "worked" && !turn.pause
    ? await verify(item.verify, verifyPlace(surroundings), (check) => show({ kind: "check", check }))
    : { checks: [] as Check[], passed: false, output: "" };
  record.write("verify.txt", proven.output);
  // Verify commands write files as well, and nobody else's are these.
  const now = proven.checks.length === 0 ? left : await worktree.snapshot();
  const files = await worktree.changed(before.tree, now.tree) ?? [];
  record.write("diff", await worktree.diff(before.tree, now.tree));
  if (record.failed) throw record.failed;

  const pause = turn.pause ?? pauseAfter(result, store.state, task_id, touched);
  append(surroundings, {
    type: "step_ended",
    step,
    task_id,
    outcome: outcomeOf(result, pause, stop.aborted),
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

export function verifyPlace({ root, environment, world, stop, store }: Surroundings) {
  return { cwd: root, environment, world, signal: stop, timeoutMs: store.state.budget.verify_ms };
}

/** The pause for what somebody else changed since the last step; undefined where nobody did. */
async function changedByOthers({ store, worktree }: Surroundings, now: { head: string; tree: string }) {
  const { baseline } = store.state;
  if (!baseline || (baseline.head === now.head && baseline.tree === now.tree)) return undefined;
  return PAUSE.external(await worktree.changed(baseline.tree, now.tree) ?? []);
}

function outcomeOf({ end }: StepResult, pause: Pause | undefined, stopped: boolean): StepEnded["outcome"] {
  if (stopped) return "called-off";
  if (end === "provider" || end === "broke") return end;
  // What somebody else changed meanwhile is asked about, and takes nothing from what the step has done.
  if (end === "worked" && (!pause || pause.kind === "external")) return "worked";
  return "stopped";
}

/** @param touched files that changed while the executor worked. */
function pauseAfter(
  { end, message, commands, tools, files }: StepResult,
  state: RunState,
  task_id: string,
  touched: readonly string[],
): Pause | undefined {
  if (end === "idle") return PAUSE.idle(task_id, state.budget.idle_ms);
  if (end === "time") return PAUSE.time(state);
  if (end === "unavailable") return PAUSE.executor(message);
  // Without commands and tools of others, only what it said it wrote can be its work.
  const others = end === "worked" && commands + tools === 0
    ? touched.filter((path) => !files.includes(path))
    : [];
  return others.length > 0 ? PAUSE.external(others) : undefined;
}
