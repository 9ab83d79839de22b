import type { PlanItem } from "../plan/plan.ts";
import type { Check, StepEnded } from "../run/event.ts";
import { ended, named, oneLine } from "../run/words.ts";
import type { RunState } from "../run/state.ts";

const TOLD_STEPS = 8;
const TOLD_ATTEMPTS = 3;
const TOLD_FILES = 20;
const TOLD_CHARS = 400;

/** The prompt of one step: goal, plan, what happened, the task, and how it is judged. */
export function stepPrompt(state: RunState, item: PlanItem): string {
  const { plan, tasks, history } = state;
  const { task_id, title, description, verify } = item;
  const attempts = history.filter((step) => step.task_id === task_id && step.outcome !== "provider")
    .slice(-TOLD_ATTEMPTS);
  const earlier = history.filter((step) => step.task_id !== task_id && step.outcome === "worked")
    .slice(-TOLD_STEPS);
  const status = (id: string) => id === task_id ? "your task" : tasks.get(id)?.status ?? "pending";
  return [
    "You work on one task of a larger plan in this repository. Nobody can answer questions while you work.",
    section("Goal", state.goal),
    section("Requirements", list(plan?.requirements ?? [])),
    section(
      "Plan",
      list((plan?.tasks ?? []).map((each) => `[${status(each.task_id)}] ${each.task_id}: ${each.title}`)),
    ),
    section("What was done before", list(earlier.map(earlierStep))),
    section(`Your task: ${title}`, description.trim() || "The title says all of it."),
    section(
      "When it is done",
      `After you have finished, these commands are run in the repository, by somebody else. The task is done when all of them end with 0, and not before:\n${
        list(verify.map((command) => `\`${command}\``))
      }`,
    ),
    section(
      "Your earlier attempts at this task",
      attempts.map((step, at) => attempt(step, at === attempts.length - 1)).join("\n\n"),
    ),
    section("Rules", list(rules(state, item))),
  ].filter((part) => part !== "").join("\n\n");
}

function rules({ allowed }: RunState, { changes_tests }: PlanItem): string[] {
  const but = allowed.size > 0 ? ` Allowed all the same: ${[...allowed].join("; ")}` : "";
  return [
    "Do this task and nothing else; other tasks have their own turn.",
    changes_tests
      ? "Your task may change tests and what runs them. What you add has to fail without the rest of your changes."
      : "Do not change, skip or delete existing tests, nor what runs them (scripts, their configuration, CI). Where one of them is wrong, say so and stop.",
    "Do not commit, and leave the branch as it is: what you change is committed once it is proven.",
    `Stay in this folder: a guard refuses what reaches out of it, publishes or needs other rights, before it runs.${but}`,
    "If something outside your reach is missing, say exactly what, and stop.",
    "End with two or three sentences: what you changed, what is left.",
  ];
}

function earlierStep({ task_id, passed, said, files }: StepEnded): string {
  const changed = files.length > 0 ? ` Files: ${named(files, TOLD_FILES)}` : "";
  return `${task_id} (${passed ? "done" : "not done"}): ${oneLine(said, TOLD_CHARS)}${changed}`;
}

function attempt({ said, files, checks, outcome, pause, conflicts }: StepEnded, isLatest: boolean): string {
  return [
    `You said: ${oneLine(said, TOLD_CHARS) || "nothing"}`,
    `Files changed: ${files.length === 0 ? "none" : named(files, TOLD_FILES)}`,
    ...conflicts ? [`Nothing of it was kept: meanwhile others had changed ${named(conflicts)}`] : [],
    ...(pause ? [`It was stopped: ${pause.why}`] : outcome === "broke" ? ["It ended by an error."] : []),
    ...checks.filter(({ code }) => code !== 0).map((check) => failure(check, isLatest)),
  ].join("\n");
}

/** A command that did not pass, with the end of its output where it is wanted. */
export function failure(check: Check, isWanted = true): string {
  const output = isWanted ? check.tail.trim() : "";
  const shown = output === "" ? "" : `. End of its output:\n~~~\n${output}\n~~~`;
  return `\`${check.command}\` ${ended(check)}${shown}`;
}

export function section(title: string, body: string): string {
  return body.trim() === "" ? "" : `# ${title}\n${body}`;
}

export function list(items: readonly string[]): string {
  return items.map((each) => `- ${each}`).join("\n");
}
