import { z } from "zod";
import { attempt } from "../../settings/attempt.ts";
import { MET } from "../run/event.ts";
import type { RunState } from "../run/state.ts";
import { guardedTurn } from "./guarded_turn.ts";
import { readAnswer } from "./make_plan.ts";
import { list, section } from "./prompt.ts";
import { append, type Surroundings } from "./surroundings.ts";

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
