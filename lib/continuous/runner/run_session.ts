import { decide } from "../run/decide.ts";
import { decisionEvents } from "../run/decision_events.ts";
import type { Pause } from "../run/event.ts";
import { PAUSE } from "../run/pauses.ts";
import { named } from "../run/words.ts";
import { makePlan } from "./make_plan.ts";
import { writeReport } from "./report.ts";
import { append, calledOff, type Surroundings, wait } from "./surroundings.ts";
import { verify } from "./verify.ts";
import { proveStep, REMEMBERED_FILES, workStep } from "./work_step.ts";

/** How a run came to rest. But for `complete` and `incomplete` it can be gone on with as it is. */
export type RunEnd = "complete" | "incomplete" | "paused" | "called-off";

/** Works a run until it is finished, waits for somebody who is not there, or is called off. Throws `StorageError`. */
export async function runSession(surroundings: Surroundings): Promise<RunEnd> {
  await findGround(surroundings);
  const end = await loop(surroundings);
  writeReport(surroundings.store);
  return end;
}

async function loop(surroundings: Surroundings): Promise<RunEnd> {
  const { store, stop } = surroundings;
  for (;;) {
    const action = decide(store.state);
    if (stop.aborted && action.do !== "prove") return "called-off";
    if (!["record", "prove", "ask", "end"].includes(action.do) && surroundings.pauseRequested()) {
      append(surroundings, { type: "paused", pause: PAUSE.requested() });
      continue;
    }
    switch (action.do) {
      case "end":
        return store.state.finished ?? "incomplete";
      case "record":
        append(surroundings, ...action.events);
        break;
      case "plan":
        await makePlan(action.reason, action.why, surroundings);
        break;
      case "retry":
        await wait(surroundings, action.waitMs, `before ${action.transition.task_id} is tried again`);
        if (!stop.aborted) append(surroundings, { type: "task", ...action.transition });
        break;
      case "step":
        if (action.waitMs > 0) await wait(surroundings, action.waitMs, "for the model's provider");
        if (!stop.aborted) await workStep(action.task, surroundings);
        break;
      case "prove":
        await proveStep(action.turn, surroundings);
        if (stop.aborted) return "called-off";
        break;
      case "check":
        await finalCheck(surroundings);
        break;
      case "ask":
        if (!(await answered(action.pause, surroundings))) return stop.aborted ? "called-off" : "paused";
        break;
    }
  }
}

/** Asks a person, and does as told; false where nobody answers. */
async function answered(pause: Pause, surroundings: Surroundings): Promise<boolean> {
  const { store, worktree, ask, stop } = surroundings;
  writeReport(store);
  const answer = await Promise.race([ask(pause), calledOff(stop)]);
  if (!answer || answer.kind === "leave" || stop.aborted) return false;
  if (answer.kind === "edited") {
    append(surroundings, ...answer.events);
    return true;
  }
  // Whatever a person did by hand before the answer belongs to it.
  const now = await worktree.snapshot();
  const { baseline } = store.state;
  if (baseline && (baseline.tree !== now.tree || baseline.head !== now.head)) {
    append(surroundings, { type: "baseline", why: "the repository as a person left it", ...now });
  }
  append(surroundings, ...decisionEvents(store.state, answer.decision, answer.by));
  return true;
}

/** Compares the repository with what the run knows of it, before anything is done. */
async function findGround(surroundings: Surroundings): Promise<void> {
  const { store, worktree, show } = surroundings;
  const { baseline, running, accepted, finished } = store.state;
  const note = (text: string) => show({ kind: "note", text });
  const now = await worktree.snapshot();
  if (!baseline) return append(surroundings, { type: "baseline", why: "where the run begins", ...now });
  if (running?.turn) return note(`the turn of step ${running.step} had ended; what it did is proven now`);
  if (baseline.tree === now.tree && baseline.head === now.head) {
    if (running) note(`step ${running.step} was lost, and had changed nothing; it is done again`);
    return;
  }
  const changed = await worktree.changed(baseline.tree, now.tree);
  const what = changed.length === 0 ? "the commit" : named(changed);
  if (running) {
    note(`step ${running.step} was lost after it had changed ${what}; it is done again from there`);
    const files = changed.slice(0, REMEMBERED_FILES);
    return append(surroundings, { type: "baseline", ...now, why: "what a lost step left", files });
  }
  note(`since the run was left, ${what} changed`);
  append(surroundings, { type: "baseline", ...now, why: "the repository as it is now" });
  if (accepted && !finished) {
    append(surroundings, { type: "stale", changed: changed.length > 0 ? changed : [what] });
  }
}

/** Runs the verify commands of all tasks once more: what a later task broke is not done. */
async function finalCheck(surroundings: Surroundings): Promise<void> {
  const { store, world, show, stop, worktree } = surroundings;
  const began = world.elapsed();
  const commands = [...new Set(store.state.plan?.tasks.flatMap(({ verify }) => verify) ?? [])];
  show({ kind: "note", text: "all tasks are done; running all their verify commands once more" });
  const { checks, passed } = await verify(commands, surroundings);
  if (stop.aborted) return;
  append(
    surroundings,
    { type: "baseline", why: "after the last check", ...await worktree.snapshot() },
    { type: "checked", checks, passed, ms: Math.round(world.elapsed() - began) },
  );
}
