import { sanitize } from "../../guard/sanitize.ts";
import type { PlanItem } from "../plan/plan.ts";
import type { Check, StepEnded } from "../run/event.ts";
import type { RunState } from "../run/state.ts";

/** Steps of other tasks that are told, newest last. */
const TOLD_STEPS = 8;
const TOLD_CHARS = 400;

/** The prompt of one step: goal, plan, what happened, the task, and how it is judged. */
export function stepPrompt(state: RunState, item: PlanItem): string {
  return [
    "You work on one task of a larger plan in this repository. Nobody can answer questions while you work.",
    section("Goal", state.goal),
    section("Requirements", list(state.plan?.requirements ?? [])),
    section("Plan", list((state.plan?.tasks ?? []).map((each) => planLine(state, each, item.task_id)))),
    section("What was done before", list(earlier(state, item))),
    section(`Your task: ${item.title}`, item.description.trim() || "The title says all of it."),
    section(
      "When it is done",
      `After you have finished, these commands are run in the repository, by somebody else. The task is done when all of them end with 0, and not before:\n${
        list(item.verify.map((command) => `\`${command}\``))
      }`,
    ),
    section("Your earlier attempts at this task", attempts(state, item)),
    section("Rules", list(rules(state, item))),
  ].filter((part) => part !== "").join("\n\n");
}

/** The words that the repository is searched with for a task. */
export function taskQuery(state: RunState, { title, description }: PlanItem): string {
  return `${title}\n${description}\n${state.goal}`.slice(0, 4000);
}

function rules(state: RunState, { task_id }: PlanItem): string[] {
  const allowed = [...state.allowed];
  return [
    "Do this task and nothing else; other tasks have their own turn.",
    "Do not weaken, skip or delete tests, and do not change the commands above to make them pass.",
    allowed.length > 0 && !state.declined.has(task_id)
      ? `Do not delete or rename in bulk, rewrite history, force-push, publish or use sudo. Allowed all the same: ${
        allowed.join("; ")
      }`
      : "Do not delete or rename in bulk, rewrite history, force-push, publish or use sudo.",
    "Do not touch .codex/state.",
    "If something outside your reach is missing, say exactly what, and stop.",
    "End with two or three sentences: what you changed, what is left.",
  ];
}

function planLine(state: RunState, { task_id, title }: PlanItem, current: string): string {
  const status = task_id === current ? "your task" : state.tasks.get(task_id)?.status ?? "pending";
  return `[${status}] ${task_id}: ${title}`;
}

function earlier(state: RunState, { task_id }: PlanItem): string[] {
  return state.history
    .filter((step) => step.task_id !== task_id && step.outcome === "worked")
    .slice(-TOLD_STEPS)
    .map(({ task_id, passed, said, files }) =>
      `${task_id} (${passed ? "done" : "not done"}): ${oneLine(said)}${
        files.length > 0 ? ` Files: ${files.slice(0, 10).join(", ")}` : ""
      }`
    );
}

function attempts(state: RunState, { task_id }: PlanItem): string {
  const steps = state.history.filter((step) => step.task_id === task_id && step.outcome !== "provider").slice(
    -3,
  );
  return steps.map((step, at) => attempt(step, at === steps.length - 1)).join("\n\n");
}

function attempt({ said, files, checks, outcome, pause }: StepEnded, latest: boolean): string {
  const failed = checks.filter(({ code }) => code !== 0);
  return [
    `You said: ${oneLine(said) || "nothing"}`,
    `Files changed: ${files.length === 0 ? "none" : files.slice(0, 20).join(", ")}`,
    ...(pause ? [`It was stopped: ${pause.why}`] : outcome === "broke" ? ["It ended by an error."] : []),
    ...failed.map((check) => failure(check, latest)),
  ].join("\n");
}

function failure({ command, code, timed_out, tail }: Check, whole: boolean): string {
  const how = timed_out ? "took too long and was ended" : `ended with ${code}`;
  return `\`${command}\` ${how}${
    whole && tail.trim() !== "" ? `. End of its output:\n~~~\n${tail.trim()}\n~~~` : ""
  }`;
}

export function oneLine(text: string): string {
  const line = sanitize(text).text.replace(/\s+/g, " ").trim();
  return line.length > TOLD_CHARS ? `${line.slice(0, TOLD_CHARS)}…` : line;
}

function section(title: string, body: string): string {
  return body.trim() === "" ? "" : `# ${title}\n${body}`;
}

function list(items: readonly string[]): string {
  return items.map((each) => `- ${each}`).join("\n");
}
