import { redact } from "../../guard/secrets/redact.ts";
import type { PlanItem } from "../plan/plan.ts";
import { type Snapshot, STEPS } from "../worktree/worktree.ts";
import { guardedTurn } from "./guarded_turn.ts";
import { stepPrompt } from "./prompt.ts";
import { append, type Surroundings } from "./surroundings.ts";

const QUERY_CHARS = 4000;
const SAID_CHARS = 2000;

/** Begins a step. Resolves once it is written down; then `turn` is at work: in the worktree, or beside others in a checkout of its own. */
export async function beginStep(item: PlanItem, surroundings: Surroundings) {
  const { store } = surroundings;
  const { task_id } = item;
  if (!goesOnFromLast(task_id, surroundings)) await startFromCommit(surroundings);
  const step = store.state.lastStep + 1;
  append(
    surroundings,
    { type: "task", task_id, from: "ready", to: "active", why: "it is its turn" },
    { type: "step_started", step, task_id },
  );
  return { step, turn: takeTurn(item, step, surroundings) };
}

async function takeTurn(item: PlanItem, step: number, surroundings: Surroundings): Promise<void> {
  const { worktree, store: { state: { baseline, budget } } } = surroundings;
  if (!baseline) return;
  const { head } = baseline;
  if (budget.parallel === 1) {
    const left = async () => ({ head, tree: (await worktree.snapshot()).tree });
    return await workStep(item, step, surroundings, left);
  }
  await worktree.inCheckout(`${STEPS}/${nameOf(step)}`, baseline.tree, async (root, tree) => {
    // Its index is looked at before the step can say anything to it.
    await tree();
    await workStep(item, step, { ...surroundings, root }, async () => ({ head, tree: await tree() }));
  });
}

async function workStep(
  item: PlanItem,
  step: number,
  surroundings: Surroundings,
  left: () => Promise<Snapshot>,
): Promise<void> {
  const { store, stop } = surroundings;
  const { task_id } = item;
  const prompt = stepPrompt(store.state, item);
  const query = `${item.title}\n${item.description}\n${store.state.goal}`.slice(0, QUERY_CHARS);
  const turn = { name: nameOf(step), of: { task_id, step }, prompt, query };
  const { result, pause, used } = await guardedTurn(turn, surroundings);
  const { end } = result;
  const ended = end === "provider" || end === "broke" || (end === "worked" && !pause) ? end : "stopped";
  append(surroundings, {
    type: "turn_ended",
    step,
    task_id,
    outcome: stop.aborted ? "called-off" : ended,
    // Clean before it is cut: half a secret is one that no rule knows.
    said: redact(result.said || result.message).text.slice(-SAID_CHARS).toWellFormed(),
    commands: result.commands,
    ...(pause ? { pause } : {}),
    left: await left(),
    ...used,
  });
}

/** Whether the files of the latest step are the beginning of the next one: it was about the same task, and a person has nothing against them. */
export function goesOnFromLast(task_id: string, { store: { state } }: Surroundings): boolean {
  const last = state.history.at(-1);
  return last?.task_id === task_id && (last.pause?.kind !== "tampered" || state.mayTamper.has(task_id));
}

export async function startFromCommit(surroundings: Surroundings): Promise<void> {
  const { worktree, store: { state: { baseline } } } = surroundings;
  if (!baseline) return;
  const { head } = baseline;
  const tree = await worktree.treeOf(head);
  if (tree === baseline.tree) return;
  append(surroundings, { type: "baseline", why: "from the latest commit", head, tree });
  await worktree.restore({ head, tree });
}

export function nameOf(step: number): string {
  return String(step).padStart(3, "0");
}
