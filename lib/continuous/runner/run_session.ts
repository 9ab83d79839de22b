import { AutoToolsError } from "../../contract/error_codes.ts";
import { type Action, decide, decisionEvents } from "../run/decide.ts";
import type { Pause } from "../run/event.ts";
import { named } from "../run/words.ts";
import { makePlan, review } from "./plan_and_review.ts";
import { checkRed, commitStep, finalCheck, proveStep } from "./prove_step.ts";
import { writeReport } from "../report/report.ts";
import { type Answer, append, type Surroundings, wait } from "./surroundings.ts";
import { beginStep } from "./work_step.ts";

/** How a run came to rest. Where it is `paused` or `called-off` it can be gone on with as it is. */
export type RunEnd = "complete" | "unproven" | "incomplete" | "paused" | "called-off";

/** Works a run until it is finished, waits for somebody who is not there, or is called off. Throws `StorageError`. */
export async function runSession(surroundings: Surroundings): Promise<RunEnd> {
  await findGround(surroundings);
  const end = await loop(surroundings);
  writeReport(surroundings.store);
  await leaveAsKnown(surroundings);
  return end;
}

type Of<Do extends Action["do"]> = Extract<Action, { do: Do }>;

type Act<Do extends Action["do"]> = (action: Of<Do>, around: Surroundings) => unknown;

const ACTS: { readonly [Do in Exclude<Action["do"], "end" | "ask" | "wait" | "step">]: Act<Do> } = {
  record: ({ events }, around) => append(around, ...events),
  plan: ({ reason, why }, around) => makePlan(reason, why, around),
  red: ({ task }, around) => checkRed(task, around),
  prove: ({ turn }, around) => proveStep(turn, around),
  commit: ({ task_id, step }, around) => commitStep(task_id, step, around),
  check: (_, around) => finalCheck(around),
  review: (_, around) => review(around),
};

async function loop(around: Surroundings): Promise<RunEnd> {
  const { store } = around;
  const atWork = new Map<number, Promise<void>>();
  const ending = new AbortController();
  const stop = AbortSignal.any([around.stop, ending.signal]);
  const surroundings = { ...around, stop };
  let wanted: Pause | undefined;
  const next = (): Action => {
    const action = decide(store.state, atWork);
    if (["record", "prove", "commit", "ask", "end"].includes(action.do)) return action;
    wanted ??= surroundings.pauseRequested();
    if (wanted === undefined) return action;
    if (store.state.running.length > 0) return { do: "wait" };
    const pause = wanted;
    wanted = undefined;
    return { do: "record", events: [{ type: "paused", pause }] };
  };
  const begin = async ({ task, waitMs }: Of<"step">) => {
    if (waitMs > 0) await wait(surroundings, waitMs, "before it is tried again");
    if (stop.aborted) return;
    const { step, turn } = await beginStep(task, surroundings);
    atWork.set(step, turn);
    // One that failed stays, so that who waits for it hears of it.
    turn.then(() => atWork.delete(step), () => {});
  };
  try {
    for (;;) {
      const action = next();
      // What a turn left that was called off is taken back while nobody else has written there.
      const isAlone = store.state.running.length === 1;
      const isTakenBack = action.do === "prove" && isAlone && action.turn.outcome !== "worked";
      if (stop.aborted && action.do !== "wait" && !isTakenBack) return "called-off";
      if (action.do === "end") return store.state.finished ?? "incomplete";
      if (action.do === "wait") await Promise.race(atWork.values());
      else if (action.do === "step") await begin(action);
      else if (action.do !== "ask") {
        const act: (action: never, around: Surroundings) => unknown = ACTS[action.do];
        await act(action as never, surroundings);
      } else if (!(await answered(action.pause, surroundings))) return stop.aborted ? "called-off" : "paused";
    }
  } finally {
    // Whatever ends the run, those at work still write down how far they came.
    ending.abort();
    await Promise.allSettled(atWork.values());
  }
}

/** Asks a person, and does as told; false where nobody answers. */
async function answered(pause: Pause, surroundings: Surroundings): Promise<boolean> {
  const { store, ask, stop } = surroundings;
  writeReport(store);
  const left = Promise.withResolvers<Answer>();
  stop.addEventListener("abort", () => left.resolve({ kind: "leave" }), { once: true });
  const answer = await Promise.race([ask(pause), left.promise]);
  if (answer.kind === "leave" || stop.aborted) return false;
  if (answer.kind === "edited") {
    append(surroundings, ...answer.events);
    return true;
  }
  // The command line answers at once, and when the run went on it was looked.
  if (answer.by === "person") await takeIn(surroundings);
  append(surroundings, ...decisionEvents(store.state, answer.decision, answer.by));
  return true;
}

/** Puts what a person did by hand in the worktree, while the run waited, into a commit of its own. */
async function takeIn(surroundings: Surroundings): Promise<void> {
  const { store, worktree, show } = surroundings;
  const { baseline } = store.state;
  const now = await worktree.snapshot();
  if (!baseline || (baseline.tree === now.tree && baseline.head === now.head)) return;
  const changes = await worktree.changed(baseline.tree, now.tree);
  const lack = await worktree.lacksFilter(changes);
  if (lack !== undefined) throw new AutoToolsError("E_TOOL_UNAVAILABLE", lack);
  const changed = changes.map(({ path }) => path);
  const isCommitted = now.tree === await worktree.treeOf(now.head);
  const message = `Changes made by hand\n\n${changed.join("\n")}`;
  const head = isCommitted ? now.head : await worktree.commit(now.tree, now.head, message);
  append(surroundings, { type: "baseline", why: "as a person left it", head, tree: now.tree });
  show({ kind: "note", text: `while it waited, somebody changed ${named(changed)} in the worktree` });
}

/** Leaves the worktree as the log has it, and says so there: what differs when the run goes on is a person's. Where one was asked it is theirs already. A step that has just been judged has restored it already, and after a signal time is short. */
async function leaveAsKnown(surroundings: Surroundings): Promise<void> {
  const { worktree, store: { state: { baseline, pause, judged } } } = surroundings;
  if (!baseline) return;
  if (!pause && judged === 0) await worktree.restore(baseline);
  append(surroundings, { type: "baseline", why: "the run came to rest", ...baseline, at_rest: true });
}

/** Looks at what the worktree holds, before anything is done in it. */
async function findGround(surroundings: Surroundings): Promise<void> {
  const { store, worktree, show } = surroundings;
  const { baseline, running, pause, budget } = store.state;
  const note = (text: string) => show({ kind: "note", text });
  if (budget.parallel > 1 && !(await worktree.canMerge())) {
    note("--parallel needs git 2.38 or later, so one task is worked on at a time");
    append(surroundings, { type: "adjusted", budget: { ...budget, parallel: 1 } });
  }
  const now = await worktree.snapshot();
  if (!baseline) return append(surroundings, { type: "baseline", why: "where the run begins", ...now });
  const ended = running.filter(({ turn }) => turn);
  for (const { step } of ended) note(`the turn of step ${step} had ended; what it did is proven now`);
  if (pause || baseline.at_rest) {
    await takeIn(surroundings);
    const { head, tree } = store.state.baseline ?? now;
    return append(surroundings, { type: "baseline", why: "from here on steps may change it", head, tree });
  }
  const changed = (await worktree.changed(baseline.tree, now.tree)).map(({ path }) => path);
  // Steps side by side leave nothing here.
  const isItsOwn = changed.length > 0 && running.length === 1;
  const what = isItsOwn ? `, and had changed ${named(changed)}; that is taken back` : "";
  for (const { step, turn } of running) if (!turn) note(`step ${step} was lost${what}, and it is done again`);
  if (changed.length > 0 || now.head !== baseline.head) await worktree.restore(baseline);
}
