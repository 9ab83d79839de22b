import { type CheckedPlan, checkPlan } from "../plan/check.ts";
import { mergePlan } from "../plan/merge.ts";
import { planJsonSchema } from "../plan/plan_item.ts";
import { plannerPrompt } from "../plan/planner_prompt.ts";
import { readAnswer } from "../plan/read_answer.ts";
import { backOff } from "../run/back_off.ts";
import { PAUSE } from "../run/pauses.ts";
import type { RunState } from "../run/state.ts";
import { type CommandJudge, commandJudge } from "../guard/command_judge.ts";
import { gitAliases } from "../worktree/git.ts";
import { guardedTurn } from "./guarded_turn.ts";
import { append, type Surroundings } from "./surroundings.ts";

/** Answers that are asked for: the second is told what was wrong with the first. */
const TRIES = 2;

/** Has a plan made, or made anew, and writes it down; where there is none to be had, a pause. */
export async function makePlan(
  reason: "first" | "replanned",
  why: string,
  surroundings: Surroundings,
): Promise<void> {
  const { store, world, worktree, contextFor, stop, sleep, show, root, environment } = surroundings;
  const { tree } = await worktree.snapshot();
  const key = `${store.state.session}-plan-${store.state.revision + 1}`;
  const context = await contextFor(store.state.goal, key);
  let problems: string[] = [];
  let failures = 0;
  for (let tries = 0; tries < TRIES && !stop.aborted;) {
    const began = world.elapsed();
    const words = plannerPrompt(store.state, why, problems);
    const { result, pause } = await guardedTurn({
      name: `plan-${store.state.revision + 1}-${tries + failures + 1}`,
      task_id: undefined,
      prompt: context === "" ? words : `${context}\n\n${words}`,
      schema: planJsonSchema(),
      tree,
    }, surroundings);
    const used = {
      tokens: result.tokens,
      cost_usd: result.cost_usd,
      ms: Math.round(world.elapsed() - began),
    };
    if (result.end === "called-off" && !pause) {
      return append(surroundings, { type: "planner_ended", outcome: "failed", ...used });
    }
    if (result.end === "provider" && ++failures <= store.state.budget.provider_failures) {
      append(surroundings, { type: "planner_ended", outcome: "failed", ...used });
      const ms = backOff(store.state.budget.back_off_ms, failures);
      show({ kind: "waiting", ms, why: result.message });
      await sleep(ms, stop);
      continue;
    }
    if (result.end !== "worked") {
      const asked = pause ?? whyNoPlan(store.state, result.end, result.message, failures);
      return append(surroundings, { type: "planner_ended", outcome: "failed", ...used }, {
        type: "paused",
        pause: asked,
      });
    }
    tries++;
    const checked = checkAnswer(
      store.state,
      result.said,
      await commandJudge(await gitAliases(root, environment)),
    );
    append(surroundings, { type: "planner_ended", outcome: checked.kind, ...used });
    if (checked.kind === "sound") {
      const { plan, repairs } = checked;
      return append(surroundings, { type: "planned", reason, plan, repairs, why });
    }
    problems = checked.problems;
    show({ kind: "note", text: `the plan cannot be used: ${problems.join("; ")}` });
  }
  if (!stop.aborted) append(surroundings, { type: "paused", pause: PAUSE.plan(problems) });
}

function checkAnswer(state: RunState, said: string, judge: CommandJudge): CheckedPlan {
  const checked = checkPlan(readAnswer(said), judge);
  if (checked.kind === "unsound" || !state.plan) return checked;
  const done = new Set(
    [...state.tasks.values()].filter(({ status }) => status === "done").map(({ task_id }) => task_id),
  );
  const merged = mergePlan(state.plan, done, checked.plan, judge);
  return { ...merged, repairs: [...checked.repairs, ...merged.repairs] };
}

function whyNoPlan(state: RunState, end: string, message: string, failures: number) {
  if (end === "provider") return PAUSE.provider(message, failures);
  if (end === "time") return PAUSE.time(state);
  if (end === "idle") {
    return PAUSE.plan([`the planner said nothing for ${Math.round(state.budget.idle_ms / 1000)} s`]);
  }
  return PAUSE.executor(message || "the planner failed");
}
