import { z } from "zod";
import { attempt } from "../../settings/attempt.ts";
import { checkPlan } from "../plan/check.ts";
import { MAX_TASKS, planJsonSchema } from "../plan/plan.ts";
import { backOff } from "../run/decide.ts";
import { MET, type RunEvent } from "../run/event.ts";
import { PAUSE } from "../run/pauses.ts";
import type { RunState } from "../run/state.ts";
import { guardedTurn } from "./guarded_turn.ts";
import { failure, filled, list } from "./prompt.ts";
import { append, type Surroundings, wait } from "./surroundings.ts";

/** Answers that are asked for: the second is told what was wrong with the first. */
const TRIES = 2;

/** Has a plan made, or made anew, and writes it down; where there is none to be had, a pause. */
export async function makePlan(reason: "first" | "replanned", why: string, surroundings: Surroundings) {
  const { store, stop, show, guard: { order: { repository } } } = surroundings;
  const { revision, goal, budget } = store.state;
  let problems: string[] = [];
  let failures = 0;
  for (let tries = 0; tries < TRIES && !stop.aborted;) {
    const name = `plan-${revision + 1}-${tries + failures + 1}`;
    const prompt = plannerPrompt(store.state, why, problems);
    const turn = { name, prompt, query: goal, schema: planJsonSchema() };
    const { result, pause, used } = await guardedTurn(turn, surroundings);
    const { end, message, said } = result;
    const checked = end === "worked" ? await checkPlan(readAnswer(said), store.state, repository) : undefined;
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

function plannerPrompt(state: RunState, why: string, problems: readonly string[]) {
  const { goal, plan, tasks, history, finalCheck } = state;
  const checks = finalCheck?.passed === false ? finalCheck.checks : history.at(-1)?.checks ?? [];
  const states = [...tasks.values()].map(({ task_id, status, why }) => `${task_id} ${status} (${why})`);
  return filled("plan", {
    goal,
    most: String(MAX_TASKS),
    plan: plan ? JSON.stringify(plan) : "",
    states: states.join("; "),
    why,
    failures: checks.filter(({ code }) => code !== 0).map((check) => failure(check)).join("\n"),
    problems: list(problems),
  });
}

/** The JSON in a model's answer, which may stand among words; undefined where there is none. */
export function readAnswer(text: string): unknown {
  return attempt(() => JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)));
}

const DIFF_CHARS = 100_000;

const verdictSchema = z.strictObject({ requirement: z.string(), met: z.enum(MET), why: z.string() });
const reviewSchema = z.strictObject({ verdicts: z.array(verdictSchema), concerns: z.array(z.string()) });

/** Has a second session, which may only read, compare all that was done with what was asked. What it is silent about is unclear. */
export async function review(surroundings: Surroundings): Promise<void> {
  const { store, worktree, stop, show } = surroundings;
  const { goal, plan, baseline, workspace, lastStep } = store.state;
  show({ kind: "note", text: "a second session reviews all changes" });
  const diff = await worktree.diff(workspace.base, baseline?.head ?? workspace.base);
  const cut = diff.length > DIFF_CHARS ? `\n[cut; \`git diff ${workspace.base}\` has all of it]` : "";
  const wanted = [...new Set(plan?.requirements)];
  const asked = wanted.length > 0 ? wanted : ["The goal is reached"];
  const verdicts = z.array(verdictSchema.extend({ requirement: z.enum(asked) }));
  const { $schema: _, ...schema } = z.toJSONSchema(reviewSchema.extend({ verdicts }));
  const prompt = filled("review", { goal, requirements: list(asked), diff: diff.slice(0, DIFF_CHARS) + cut });
  const turn = { name: `review-${lastStep}`, prompt, query: "", schema };
  const { result, used } = await guardedTurn(turn, surroundings);
  if (stop.aborted) return;
  const answer = result.end === "worked"
    ? attempt(() => reviewSchema.parse(readAnswer(result.said)))
    : undefined;
  const told = answer ?? { verdicts: [], concerns: [] };
  const isSilent = (each: string) => answer && !told.verdicts.some(({ requirement }) => requirement === each);
  const unclear = { met: "unclear" as const, why: "the review does not say" };
  told.verdicts.push(...asked.filter(isSilent).map((requirement) => ({ requirement, ...unclear })));
  append(surroundings, { type: "reviewed", outcome: answer ? "answered" : "failed", ...told, ...used });
}
