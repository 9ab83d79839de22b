import { checkPlan } from "../plan/check.ts";
import { planJsonSchema } from "../plan/plan.ts";
import { plannerPrompt, readAnswer } from "../plan/planner.ts";
import { backOff } from "../run/decide.ts";
import { PAUSE } from "../run/pauses.ts";
import { doneTasks, type RunState } from "../run/state.ts";
import { repositoryJudge } from "../worktree/git.ts";
import { guardedTurn, promptOf } from "./guarded_turn.ts";
import { append, type Surroundings, wait } from "./surroundings.ts";

/** Answers that are asked for: the second is told what was wrong with the first. */
const TRIES = 2;

/** Has a plan made, or made anew, and writes it down; where there is none to be had, a pause. */
export async function makePlan(
  reason: "first" | "replanned",
  why: string,
  surroundings: Surroundings,
): Promise<void> {
  const { store, world, worktree, stop, show, root, environment } = surroundings;
  const { tree } = await worktree.snapshot();
  const { revision, session, goal, budget } = store.state;
  const key = `${session}-plan-${revision + 1}`;
  let problems: string[] = [];
  let failures = 0;
  for (let tries = 0; tries < TRIES && !stop.aborted;) {
    const began = world.elapsed();
    const { result, pause } = await guardedTurn({
      name: `plan-${revision + 1}-${tries + failures + 1}`,
      prompt: await promptOf(surroundings, plannerPrompt(store.state, why, problems), goal, key),
      schema: planJsonSchema(),
      tree,
    }, surroundings);
    const { end, message, tokens, cost_usd } = result;
    const ended = (outcome: "sound" | "unsound" | "failed") => ({
      type: "planner_ended" as const,
      outcome,
      tokens,
      cost_usd,
      ms: Math.round(world.elapsed() - began),
    });
    if (end === "called-off" && !pause) return append(surroundings, ended("failed"));
    if (end === "provider" && ++failures <= budget.provider_failures) {
      append(surroundings, ended("failed"));
      await wait(surroundings, backOff(budget.back_off_ms, failures), message);
      continue;
    }
    if (end !== "worked") {
      const asked = pause ?? whyNoPlan(store.state, end, message, failures);
      return append(surroundings, ended("failed"), { type: "paused", pause: asked });
    }
    tries++;
    const old = store.state.plan && { plan: store.state.plan, done: doneTasks(store.state) };
    const checked = checkPlan(readAnswer(result.said), await repositoryJudge(root, environment), old);
    append(surroundings, ended(checked.kind));
    if (checked.kind === "sound") {
      const { plan, repairs } = checked;
      return append(surroundings, { type: "planned", reason, plan, repairs, why });
    }
    problems = checked.problems;
    show({ kind: "note", text: `the plan cannot be used: ${problems.join("; ")}` });
  }
  if (!stop.aborted) append(surroundings, { type: "paused", pause: PAUSE.plan(problems) });
}

function whyNoPlan(state: RunState, end: string, message: string, failures: number) {
  if (end === "provider") return PAUSE.provider(message, failures);
  if (end === "time") return PAUSE.time(state);
  if (end === "idle") {
    return PAUSE.plan([`the planner said nothing for ${Math.round(state.budget.idle_ms / 1000)} s`]);
  }
  return PAUSE.executor(message || "the planner failed");
}
