import type { Logged } from "../run/event.ts";
import { doneTasks, type RunState } from "../run/state.ts";
import { counted, ended, minutes, named, oneLine } from "../run/words.ts";
import { eventLine } from "../screen/view.ts";
import { readSession, type SessionStore } from "../store/log.ts";
import { rendered, type Report } from "./render.ts";

const SHOWN_CHARS = 160;
const SHOWN = 50;
const SHOWN_MOMENTS = 200;

export function writeReport(store: SessionStore): void {
  store.write("summary.md", rendered(reportOf(readSession(store.folder).events, store.state), "text"));
}

/** What a run has come to, from its events alone: what is done and what proves it, what it took, how to go on. */
export function reportOf(events: readonly Logged[], state: RunState, isAtWork = false): Report {
  const { history, spent, pause, finished, session, revision, executor, refusals, workspace } = state;
  const { reviewed, settled, ground } = state;
  const files = [...new Set(history.flatMap(({ files }) => files))].sort();
  const merge = `\`codex-auto continuous merge ${session}\` takes over the branch ${workspace.branch}`;
  const resume = `\`codex-auto resume --continuous ${session}\``;
  const edit = `\`codex-auto continuous edit ${session}\` changes the plan first`;
  const goOn = finished && finished !== "incomplete" ? [merge] : [resume, edit];
  const refused = refusals.slice(-SHOWN).map(({ step, by, command, why }) => {
    const where = step === undefined ? "plan" : `step ${step}`;
    return `${where}: \`${oneLine(command, SHOWN_CHARS)}\` ${why} (${by})`;
  });
  return {
    title: headline(state, isAtWork),
    words: [
      `Goal: ${state.goal}`,
      ...pause && !finished ? [`Waiting (${pause.kind}): ${pause.why}.`, `${pause.next}.`] : [],
    ],
    parts: [
      ["Tasks", tasksOf(events, state)],
      ["Proof", proof(state)],
      ["Review", [
        ...(reviewed?.verdicts ?? []).map(({ requirement, met, why }) => `${met}: ${requirement} (${why})`),
        ...reviewed?.concerns ?? [],
      ]],
      ["What it took", [
        `${history.length} steps, ${sum(history, "commands")} commands, ${minutes(spent.ms)} of work`,
        `${spent.tokens} tokens, ${usd(spent.cost_usd)}, as far as ${executor} told`,
        `${revision} plan${revision === 1 ? "" : "s"}`,
      ]],
      ["Files that changed", files.length > SHOWN ? [named(files, SHOWN)] : files],
      ["Refused", refused],
      ["Timeline", timeline(events, state)],
      ["Where it worked", ground.notes],
      ["How to go on", settled ? [`It was ${settled}`] : goOn],
    ],
  };
}

function usd(cost: number): string {
  return cost > 0 ? `${cost.toFixed(2)} USD` : "cost unknown";
}

function headline(state: RunState, isAtWork: boolean): string {
  const { finished, finishedWhy, pause, tasks } = state;
  const done = `${doneTasks(state).size} of ${tasks.size} tasks done`;
  if (finished === "complete") return `Complete: ${done} and proven`;
  if (finished === "unproven") return `Not proven: ${done}. ${finishedWhy}`;
  if (finished) return `Incomplete: ${done}. ${finishedWhy}`;
  return `${pause ? "Paused" : isAtWork ? "Under way" : "Interrupted"}: ${done}`;
}

function sum<Name extends string>(things: readonly Record<Name, number>[], name: Name): number {
  return things.reduce((all, thing) => all + thing[name], 0);
}

/** What is done has a cross; what is left, its state and why. Behind it what it took. */
function tasksOf(events: readonly Logged[], { plan, tasks, history, refusals }: RunState): string[] {
  return (plan?.tasks ?? []).flatMap(({ task_id, title }) => {
    const { status = "pending", why = "" } = tasks.get(task_id) ?? {};
    const shown = `${task_id}: ${title}`;
    const line = status === "done" ? `[x] ${shown}` : `[ ] ${shown} (${status}: ${why})`;
    const steps = history.filter((step) => step.task_id === task_id);
    const stats = steps.flatMap(({ stat }) => stat ?? []);
    const changed = [...new Set(steps.flatMap(({ files }) => files))];
    const deleted = [...new Set(stats.flatMap(({ deleted }) => deleted))];
    const refused = refusals.filter((each) => each.task_id === task_id).length;
    const took = [
      `${counted(changed.length, "file")} +${sum(stats, "added")} -${sum(stats, "removed")}`,
      ...deleted.length > 0 ? [`deleted ${named(deleted, SHOWN)}`] : [],
      ...testsOf(events, task_id),
      ...refused > 0 ? [`${counted(refused, "command")} refused`] : [],
      `${minutes(sum(steps, "ms"))}, ${sum(steps, "tokens")} tokens, ${usd(sum(steps, "cost_usd"))}`,
    ];
    return steps.length === 0
      ? [line]
      : [line, `${task_id} took ${counted(steps.length, "step")}: ${took.join("; ")}`];
  });
}

function testsOf(events: readonly Logged[], task_id: string): string[] {
  const counts = events.flatMap(({ event }) => {
    const isOf = "checks" in event && "task_id" in event && event.task_id === task_id;
    const told = isOf ? event.checks.flatMap((check) => check.counts ? [check.counts.ran] : []) : [];
    return told.length === 0 ? [] : [told.reduce((sum, ran) => sum + ran)];
  });
  return counts.length === 0 ? [] : [`tests ${counts[0]} before, ${counts.at(-1)} after`];
}

/** The commands that passed, with when they last did; and those that do not. */
function proof({ finalCheck, history, plan, unproven }: RunState): string[] {
  const run = [
    ...history.flatMap(({ checks, step }) => checks.map((check) => ({ check, when: `in step ${step}` }))),
    ...(finalCheck?.checks ?? []).map((check) => ({ check, when: "at the end" })),
  ];
  const last = new Map(run.map((each) => [each.check.command, each]));
  // What a plan that was given up asked for proves nothing of this one.
  const asked = new Set(plan?.tasks.flatMap(({ verify }) => verify));
  return [
    ...[...last.values()].filter(({ check }) => asked.has(check.command)).map(({ check, when }) =>
      `\`${check.command}\` ${ended(check)} ${when} (${check.ms} ms)`
    ),
    ...Array.from(unproven, ([task_id, why]) => `${task_id} is not proven: ${why}`),
  ];
}

function timeline(events: readonly Logged[], state: RunState): string[] {
  return events.filter(({ event }) => event.type !== "ground").flatMap(({ at, event }) => {
    const [line] = eventLine(event, state)?.split("\n") ?? [];
    return line === undefined ? [] : [`${at.slice(0, 19).replace("T", " ")} ${oneLine(line, SHOWN_CHARS)}`];
  }).slice(-SHOWN_MOMENTS);
}
