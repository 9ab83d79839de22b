import text from "./prompts.txt" with { type: "text" };
import type { PlanItem } from "../plan/plan.ts";
import type { Check, StepEnded } from "../run/event.ts";
import { ended, named, oneLine } from "../run/words.ts";
import type { RunState } from "../run/state.ts";

const PROMPTS = new Map(
  text.split(/^=== /m).map((part) => [part.split("\n", 1)[0], part.slice(part.indexOf("\n") + 1).trim()]),
);
const VALUE = /\{(\w+)\}/g;

/** A prompt of `prompts.txt` with these values in it. A section that has no value for one of its names is left out. */
export function filled(prompt: string, values: Readonly<Record<string, string>>): string {
  const sections = PROMPTS.get(prompt)?.split(/\n\n(?=# )/) ?? [];
  return sections.filter((section) => section.matchAll(VALUE).every(([, name = ""]) => values[name]?.trim()))
    .map((section) => section.replace(VALUE, (_, name) => values[name] ?? "")).join("\n\n");
}

const TOLD_STEPS = 8;
const TOLD_ATTEMPTS = 3;
const TOLD_FILES = 20;
const TOLD_CHARS = 400;

export function stepPrompt(state: RunState, item: PlanItem): string {
  const { goal, plan, tasks, history, allowed } = state;
  const { task_id, title, description, verify, changes_tests } = item;
  const attempts = history.filter((step) => step.task_id === task_id && step.outcome !== "provider")
    .slice(-TOLD_ATTEMPTS);
  const earlier = history.filter((step) => step.task_id !== task_id && step.outcome === "worked")
    .slice(-TOLD_STEPS);
  const status = (id: string) => id === task_id ? "your task" : tasks.get(id)?.status ?? "pending";
  return filled("step", {
    goal,
    requirements: list(plan?.requirements ?? []),
    plan: list((plan?.tasks ?? []).map((each) => `[${status(each.task_id)}] ${each.task_id}: ${each.title}`)),
    earlier: list(earlier.map(({ task_id, passed, said, files }) => {
      const changed = files.length > 0 ? ` Files: ${named(files, TOLD_FILES)}` : "";
      return `${task_id} (${passed ? "done" : "not done"}): ${oneLine(said, TOLD_CHARS)}${changed}`;
    })),
    title,
    description: description.trim() || "The title says all of it.",
    verify: list(verify.map((command) => `\`${command}\``)),
    attempts: attempts.map((step, at) => attempt(step, at === attempts.length - 1)).join("\n\n"),
    tests: filled(changes_tests ? "changes tests" : "keeps tests", {}),
    allowed: list([...allowed]),
  });
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

export function failure(check: Check, isWanted = true): string {
  const output = isWanted ? check.tail.trim() : "";
  const shown = output === "" ? "" : `. End of its output:\n~~~\n${output}\n~~~`;
  return `\`${check.command}\` ${ended(check)}${shown}`;
}

export function list(items: readonly string[]): string {
  return items.map((each) => `- ${each}`).join("\n");
}
