import { attempt } from "../../settings/attempt.ts";
import { checkPlan } from "../plan/check.ts";
import { MAX_TASKS, planJsonSchema } from "../plan/plan.ts";
import { backOff } from "../run/decide.ts";
import type { RunEvent } from "../run/event.ts";
import { PAUSE } from "../run/pauses.ts";
import type { RunState } from "../run/state.ts";
import { guardedTurn } from "./guarded_turn.ts";
import { failure, list, section } from "./prompt.ts";
import rules from "./planner.txt" with { type: "text" };
import { append, type Surroundings, wait } from "./surroundings.ts";

/** Answers that are asked for: the second is told what was wrong with the first. */
const TRIES = 2;

/** Has a plan made, or made anew, and writes it down; where there is none to be had, a pause. */
export async function makePlan(
  reason: "first" | "replanned",
  why: string,
  surroundings: Surroundings,
): Promise<void> {
  const { store, stop, show } = surroundings;
  const { revision, goal, budget } = store.state;
  let problems: string[] = [];
  let failures = 0;
  for (let tries = 0; tries < TRIES && !stop.aborted;) {
    const { result, pause, used } = await guardedTurn({
      name: `plan-${revision + 1}-${tries + failures + 1}`,
      prompt: plannerPrompt(store.state, why, problems),
      query: goal,
      schema: planJsonSchema(),
    }, surroundings);
    const { end, message } = result;
    const checked = end === "worked" ? await checkPlan(readAnswer(result.said), store.state) : undefined;
    const planned: RunEvent = { type: "planner_ended", outcome: checked?.kind ?? "failed", ...used };
    if (checked?.kind === "sound") {
      return append(surroundings, planned, { type: "planned", reason, plan: checked.plan, why });
    }
    append(surroundings, planned);
    if (checked) {
      tries++;
      problems = checked.problems;
      show({ kind: "note", text: `the plan cannot be used: ${problems.join("; ")}` });
    } else if (end === "provider" && ++failures <= budget.provider_failures) {
      await wait(surroundings, backOff(budget, failures), message);
    } else if (end === "called-off" && !pause) return;
    else {
      const asked = pause ??
        (end === "provider"
          ? PAUSE.provider(message, failures)
          : PAUSE.executor(message || "the planner failed"));
      return append(surroundings, { type: "paused", pause: asked });
    }
  }
  if (!stop.aborted) append(surroundings, { type: "paused", pause: PAUSE.plan(problems) });
}

function plannerPrompt(state: RunState, why: string, problems: readonly string[]): string {
  const states = [...state.tasks.values()].map(({ task_id, status, why }) => `${task_id} ${status} (${why})`);
  const anew = `Tasks that are done stay. Why a new plan is needed: ${why}`;
  return [
    "Make a plan for the goal below, in this repository. Look at the repository first; change nothing. Answer with the plan as JSON and nothing else.",
    section("Goal", state.goal),
    rules.trimEnd().replace("ITEMS", String(MAX_TASKS)),
    section(
      "The plan so far",
      state.plan ? `${JSON.stringify(state.plan)}\n\nStates: ${states.join("; ")}\n\n${anew}` : "",
    ),
    section("What failed last", lastFailures(state)),
    section("Your last answer could not be used", list(problems)),
  ].filter((part) => part !== "").join("\n\n");
}

function lastFailures({ history, finalCheck }: RunState): string {
  const checks = finalCheck?.passed === false ? finalCheck.checks : history.at(-1)?.checks ?? [];
  return checks.filter(({ code }) => code !== 0).map((check) => failure(check)).join("\n");
}

/** The JSON in a model's answer, which may stand among words; undefined where there is none. */
export function readAnswer(text: string): unknown {
  return attempt(() => JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)));
}
