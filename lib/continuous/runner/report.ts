import type { PlanItem } from "../plan/plan.ts";
import { minutes } from "../run/pauses.ts";
import { doneTasks, type RunState } from "../run/state.ts";
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
  const done = doneTasks(state).size;
  const files = [...new Set([...state.history.flatMap(({ files }) => files), ...state.lostFiles])].sort();
  return [
    `# ${headline(state, isAtWork)}: ${done} of ${state.tasks.size} tasks done${outcome(state)}`,
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
  const run = [
    ...history.flatMap(({ checks, step }) => checks.map((check) => ({ check, when: `in step ${step}` }))),
    ...(finalCheck?.checks ?? []).map((check) => ({ check, when: "at the end" })),
  ];
  const last = new Map(run.map((each) => [each.check.command, each]));
  // What a plan that was given up asked for proves nothing of this one.
  const asked = new Set(plan?.tasks.flatMap(({ verify }) => verify));
  return [...last.values()].filter(({ check }) => asked.has(check.command)).map(({ check, when }) => {
    const { command, code, timed_out, ms } = check;
    const how = code === 0 ? "passed" : timed_out ? "took too long" : `ended with ${code}`;
    return `\`${command}\` ${how} ${when} (${ms} ms)`;
  });
}

/** What the executor ran, latest last. */
function lastCommands({ history }: RunState): string[] {
  const ran = history.flatMap(({ step, ran }) => ran.map((each) => ({ ...each, step })));
  return ran.slice(-SHOWN_COMMANDS).map(({ step, command, code }) => {
    const shown = command.replace(/\s+/g, " ").slice(0, 160);
    return `step ${step}: \`${shown}\` ${code === null ? "did not end" : `ended with ${code}`}`;
  });
}

function left({ finished, plan, tasks }: RunState): string[] {
  if (finished === "complete") return [];
  return (plan?.tasks ?? []).flatMap(({ task_id, title }) => {
    const task = tasks.get(task_id);
    const isDone = task === undefined || task.status === "done";
    return isDone ? [] : [`${task_id}: ${title} (${task.status}: ${task.why})`];
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
