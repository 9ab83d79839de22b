import { checkPlan } from "../plan/check.ts";
import { planJsonSchema } from "../plan/plan.ts";
import { plannerPrompt, readAnswer } from "../plan/planner.ts";
import { backOff } from "../run/decide.ts";
import type { RunEvent } from "../run/event.ts";
import { PAUSE } from "../run/pauses.ts";
import { guardedTurn } from "./guarded_turn.ts";
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
  const { revision, goal, budget } = store.state;
  let problems: string[] = [];
  let failures = 0;
  for (let tries = 0; tries < TRIES && !stop.aborted;) {
    const began = world.elapsed();
    const { result, pause } = await guardedTurn({
      name: `plan-${revision + 1}-${tries + failures + 1}`,
      prompt: plannerPrompt(store.state, why, problems),
      query: goal,
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
      const asked = pause ??
        (end === "provider" ? PAUSE.provider(message, failures) : PAUSE.executor(message || FAILED));
      return append(surroundings, { type: "paused", pause: asked });
    }
  }
  if (!stop.aborted) append(surroundings, { type: "paused", pause: PAUSE.plan(problems) });
}

const FAILED = "the planner failed";
