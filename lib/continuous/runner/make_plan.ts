import type { StepEnd } from "../executor/executor.ts";
import { checkPlan } from "../plan/check.ts";
import { planJsonSchema } from "../plan/plan.ts";
import { plannerPrompt, readAnswer } from "../plan/planner.ts";
import { backOff } from "../run/decide.ts";
import type { Pause, RunEvent } from "../run/event.ts";
import { PAUSE } from "../run/pauses.ts";
import type { RunState } from "../run/state.ts";
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
  const { store, world, stop, show } = surroundings;
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
    }, surroundings);
    const { end, message, tokens, cost_usd } = result;
    const checked = end === "worked" ? await checkPlan(readAnswer(result.said), store.state) : undefined;
    const outcome = checked?.kind ?? "failed";
    const ms = Math.round(world.elapsed() - began);
    const ended: RunEvent = { type: "planner_ended", outcome, tokens, cost_usd, ms };
    if (checked?.kind === "sound") {
      const { plan, repairs } = checked;
      return append(surroundings, ended, { type: "planned", reason, plan, repairs, why });
    }
    append(surroundings, ended);
    if (checked) {
      tries++;
      problems = checked.problems;
      show({ kind: "note", text: `the plan cannot be used: ${problems.join("; ")}` });
    } else if (end === "provider" && ++failures <= budget.provider_failures) {
      await wait(surroundings, backOff(budget, failures), message);
    } else if (end === "called-off" && !pause) return;
    else {
      const asked = pause ?? whyNoPlan(store.state, end, message, failures);
      return append(surroundings, { type: "paused", pause: asked });
    }
  }
  if (!stop.aborted) append(surroundings, { type: "paused", pause: PAUSE.plan(problems) });
}

function whyNoPlan(state: RunState, end: StepEnd, message: string, failures: number): Pause {
  if (end === "provider") return PAUSE.provider(message, failures);
  if (end === "time") return PAUSE.time(state);
  if (end === "idle") {
    return PAUSE.plan([`the planner said nothing for ${state.budget.idle_minutes} min`]);
  }
  return PAUSE.executor(message || "the planner failed");
}
