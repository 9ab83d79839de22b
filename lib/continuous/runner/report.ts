import type { PlanItem } from "../plan/plan.ts";
import type { Check } from "../run/event.ts";
import { minutes } from "../run/pauses.ts";
import type { RunState } from "../run/state.ts";
import type { Task } from "../task/task.ts";
import type { SessionStore } from "../store/session_store.ts";

const MARK: Readonly<Record<Task["status"], string>> = {
  done: "x",
  active: "~",
  failed: "!",
  blocked: "-",
  ready: " ",
  pending: " ",
};

const SHOWN_COMMANDS = 20;
/** What a model or a command may have put into its words, and a terminal would obey. */
const CONTROL = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Writes `summary.md`. */
export function writeReport({ store }: { store: SessionStore }): void {
  store.write("summary.md", reportText(store.state, store));
}

/** What a run has come to, from its events alone: what is done and what proves it, what is left, what it took, how to go on. */
export function reportText(
  state: RunState,
  { begunAt, lastAt, isAtWork = false }: { begunAt: string; lastAt: string; isAtWork?: boolean },
): string {
  const tasks = [...state.tasks.values()];
  const done = tasks.filter(({ status }) => status === "done").length;
  const files = [...new Set([...state.history.flatMap(({ files }) => files), ...state.lostFiles])].sort();
  return [
    `# ${headline(state, isAtWork)}: ${done} of ${tasks.length} tasks done${outcome(state)}`,
    `Goal: ${state.goal}`,
    state.pause && !state.finished
      ? `Waiting (${state.pause.kind}): ${state.pause.why}.\n${state.pause.next}.`
      : "",
    part("Tasks", (state.plan?.tasks ?? []).map((item) => taskLine(state, item))),
    part("Proof", proof(state)),
    part("What it took", [
      `${state.history.length} steps, ${
        state.history.reduce((sum, { commands }) => sum + commands, 0)
      } commands, ${minutes(state.spent.ms)} of work between ${begunAt} and ${lastAt}`,
      `${state.spent.tokens} tokens${
        state.spent.cost_usd > 0 ? `, ${state.spent.cost_usd.toFixed(2)} USD` : ""
      }, as far as ${state.executor} told`,
      `${state.revision} plan${state.revision === 1 ? "" : "s"}`,
    ]),
    part(
      "Files that changed",
      files.length > 50 ? [...files.slice(0, 50), `and ${files.length - 50} more`] : files,
    ),
    part("Last commands", lastCommands(state)),
    part("What is left", left(state)),
    part("How to go on", goOn(state)),
  ].filter((each) => each !== "").join("\n\n").replace(CONTROL, " ") + "\n";
}

function headline({ finished, pause }: RunState, isAtWork: boolean): string {
  if (finished) return finished === "complete" ? "Complete" : "Incomplete";
  if (pause) return "Paused";
  return isAtWork ? "Under way" : "Interrupted";
}

function outcome({ finished, finishedWhy }: RunState): string {
  if (finished === undefined) return "";
  return finished === "complete" ? " and proven" : `. ${finishedWhy}`;
}

function taskLine(state: RunState, { task_id, title }: PlanItem): string {
  const task = state.tasks.get(task_id);
  const status = task?.status ?? "pending";
  const why = status === "done" || task === undefined ? "" : ` (${status}: ${task.why})`;
  return `[${MARK[status]}] ${task_id}: ${title}${why}`;
}

/** The commands that passed, with when they last did; and those that do not. */
function proof({ finalCheck, history, plan }: RunState): string[] {
  const last = new Map<string, Check & { when: string }>();
  for (const { checks, step } of history) {
    for (const check of checks) last.set(check.command, { ...check, when: `in step ${step}` });
  }
  for (const check of finalCheck?.checks ?? []) last.set(check.command, { ...check, when: "at the end" });
  // What a plan that was given up asked for proves nothing of this one.
  const asked = new Set(plan?.tasks.flatMap(({ verify }) => verify));
  return [...last.values()].filter(({ command }) => asked.has(command)).map((
    { command, code, timed_out, ms, when },
  ) =>
    `\`${command}\` ${
      code === 0 ? "passed" : timed_out ? "took too long" : `ended with ${code}`
    } ${when} (${ms} ms)`
  );
}

/** What the executor ran, latest last. */
function lastCommands({ history }: RunState): string[] {
  return history.flatMap(({ step, ran }) => ran.map((each) => ({ ...each, step }))).slice(-SHOWN_COMMANDS)
    .map(
      ({ step, command, code }) =>
        `step ${step}: \`${command.replace(/\s+/g, " ").slice(0, 160)}\` ${
          code === null ? "did not end" : `ended with ${code}`
        }`,
    );
}

function left(state: RunState): string[] {
  if (state.finished === "complete") return [];
  return (state.plan?.tasks ?? []).flatMap(({ task_id, title }) => {
    const task = state.tasks.get(task_id);
    return task === undefined || task.status === "done"
      ? []
      : [`${task_id}: ${title} (${task.status}: ${task.why})`];
  });
}

function goOn({ finished, session }: RunState): string[] {
  if (finished === "complete") return [];
  return [
    `\`codex-auto resume --continuous ${session}\``,
    `\`codex-auto continuous edit ${session}\` changes the plan first`,
  ];
}

function part(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${title}\n${lines.map((line) => `- ${line}`).join("\n")}`;
}
