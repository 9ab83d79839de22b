import { ended, minutes, named, oneLine } from "../run/words.ts";
import { doneTasks, type RunState } from "../run/state.ts";
import type { SessionStore } from "../store/session_store.ts";

const SHOWN_COMMANDS = 20;
const SHOWN_CHARS = 160;
const SHOWN_REFUSALS = 50;
const SHOWN_FILES = 50;
/** What a model or a command may have put into its words, and a terminal would obey. */
const CONTROL = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Writes `summary.md`. */
export function writeReport(store: SessionStore): void {
  store.write("summary.md", reportText(store.state));
}

/** What a run has come to, from its events alone: what is done and what proves it, what it took, how to go on. */
export function reportText(state: RunState, isAtWork = false): string {
  const { history, spent, pause, finished, session, revision, executor } = state;
  const files = [...new Set(history.flatMap(({ files }) => files))].sort();
  const commands = history.reduce((sum, { commands }) => sum + commands, 0);
  const cost = spent.cost_usd > 0 ? `, ${spent.cost_usd.toFixed(2)} USD` : "";
  return [
    headline(state, isAtWork),
    `Goal: ${state.goal}`,
    pause && !finished ? `Waiting (${pause.kind}): ${pause.why}.\n${pause.next}.` : "",
    part("Tasks", tasksOf(state)),
    part("Proof", proof(state)),
    part("What it took", [
      `${history.length} steps, ${commands} commands, ${minutes(spent.ms)} of work`,
      `${spent.tokens} tokens${cost}, as far as ${executor} told`,
      `${revision} plan${revision === 1 ? "" : "s"}`,
    ]),
    part("Files that changed", files.length > SHOWN_FILES ? [named(files, SHOWN_FILES)] : files),
    part("Refused", refused(state)),
    part("Last commands", lastCommands(state)),
    finished === "complete" ? "" : part("How to go on", [
      `\`codex-auto resume --continuous ${session}\``,
      `\`codex-auto continuous edit ${session}\` changes the plan first`,
    ]),
  ].filter((each) => each !== "").join("\n\n").replace(CONTROL, " ") + "\n";
}

function headline(state: RunState, isAtWork: boolean): string {
  const { finished, finishedWhy, pause, tasks } = state;
  const done = `${doneTasks(state).size} of ${tasks.size} tasks done`;
  if (finished === "complete") return `# Complete: ${done} and proven`;
  if (finished) return `# ${finished === "unproven" ? "Not proven" : "Incomplete"}: ${done}. ${finishedWhy}`;
  return `# ${pause ? "Paused" : isAtWork ? "Under way" : "Interrupted"}: ${done}`;
}

/** What is done has a cross; what is left, its state and why. */
function tasksOf({ plan, tasks }: RunState): string[] {
  return (plan?.tasks ?? []).map(({ task_id, title }) => {
    const { status = "pending", why = "" } = tasks.get(task_id) ?? {};
    const shown = `${task_id}: ${title}`;
    return status === "done" ? `[x] ${shown}` : `[ ] ${shown} (${status}: ${why})`;
  });
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
  return [...last.values()].filter(({ check }) => asked.has(check.command)).map(({ check, when }) =>
    `\`${check.command}\` ${ended(check)} ${when} (${check.ms} ms)`
  );
}

/** What was not let run, latest last. */
function refused({ refusals }: RunState): string[] {
  return refusals.slice(-SHOWN_REFUSALS).map(({ step, by, command, why }) =>
    `${step === undefined ? "plan" : `step ${step}`}: \`${oneLine(command, SHOWN_CHARS)}\` ${why} (${by})`
  );
}

/** What the executor ran, latest last. */
function lastCommands({ history }: RunState): string[] {
  const ran = history.flatMap(({ step, ran }) => ran.map((each) => ({ ...each, step })));
  return ran.slice(-SHOWN_COMMANDS).map(({ step, command, code }) => {
    const end = code === null ? "did not end" : `ended with ${code}`;
    return `step ${step}: \`${oneLine(command, SHOWN_CHARS)}\` ${end}`;
  });
}

function part(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${title}\n${lines.map((line) => `- ${line}`).join("\n")}`;
}
