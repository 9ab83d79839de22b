import { z } from "zod";
import { attempt } from "../../settings/attempt.ts";
import { checkPlan } from "../plan/check.ts";
import { MAX_TASKS, planJsonSchema } from "../plan/plan.ts";
import { backOff } from "../run/decide.ts";
import { MET, type RunEvent } from "../run/event.ts";
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

const DIFF_CHARS = 100_000;

const reviewSchema = z.strictObject({
  verdicts: z.array(z.strictObject({ requirement: z.string(), met: z.enum(MET), why: z.string() })),
  concerns: z.array(z.string()),
});

/** Has a second session, which may only read, compare all that was done with what was asked. */
export async function review(surroundings: Surroundings): Promise<void> {
  const { store, worktree, stop, show } = surroundings;
  const { baseline, workspace, lastStep } = store.state;
  show({ kind: "note", text: "a second session reviews all changes" });
  const diff = await worktree.diff(workspace.base, baseline?.head ?? workspace.base);
  const { $schema: _, ...schema } = z.toJSONSchema(reviewSchema);
  const { result, used } = await guardedTurn({
    name: `review-${lastStep}`,
    prompt: reviewPrompt(store.state, diff),
    query: "",
    schema,
  }, surroundings);
  if (stop.aborted) return;
  const answer = result.end === "worked"
    ? attempt(() => reviewSchema.parse(readAnswer(result.said)))
    : undefined;
  append(surroundings, {
    type: "reviewed",
    outcome: answer ? "answered" : "failed",
    ...answer ?? { verdicts: [], concerns: [] },
    ...used,
  });
}

function reviewPrompt({ goal, plan, workspace }: RunState, diff: string): string {
  const cut = diff.length > DIFF_CHARS ? `\n[cut; \`git diff ${workspace.base}\` has all of it]` : "";
  return [
    "Review the changes below, which somebody else has made in this repository. Change nothing. Answer with JSON and nothing else.",
    section("Goal", goal),
    section("Requirements", list(plan?.requirements ?? [])),
    `# The answer
- verdicts: one for each requirement, in its words; met: yes, no, or unclear where the changes do not show it; why: one sentence with file and line.
- concerns: what a careful reader would not let pass: code that only pleases the tests, tests made weaker, something broken besides. Empty where there is nothing.`,
    `# Changes\n~~~diff\n${diff.slice(0, DIFF_CHARS)}${cut}\n~~~`,
  ].join("\n\n");
}
