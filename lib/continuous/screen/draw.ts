import stringWidth from "string-width";
import type { PlanItem } from "../plan/plan.ts";
import { minutes, plain } from "../run/words.ts";
import { doneTasks, type RunState, titleOf } from "../run/state.ts";
import type { TaskStatus } from "../run/task.ts";

export function doingOf(state: RunState): string {
  const { running, plan, outdated, finished } = state;
  const titles = running.map(({ task_id }) => titleOf(state, task_id));
  if (titles.length > 0) return `working on: ${titles.join(" | ")}`;
  return finished ?? (plan && outdated === "" ? "verifying" : "planning");
}

const STYLES = { plain: 0, bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
type Style = keyof typeof STYLES;
type Line = readonly [text: string, style?: Style];

const MARKS: Readonly<Record<TaskStatus, readonly [mark: string, style: Style]>> = {
  done: ["✓", "green"],
  active: ["▶", "bold"],
  failed: ["✗", "red"],
  blocked: ["‖", "yellow"],
  ready: ["·", "plain"],
  pending: [" ", "plain"],
};
const KEYS = "c continue  p pause  r retry  b skip  e edit plan  h help  q leave";
const COUNT = new Intl.NumberFormat("en", { notation: "compact" });
/** Lines of the panel that are no tasks. */
const FRAME_ROWS = 6;

/** Rule, tasks, progress, what is done or waited for, and keys: at most half of the screen, or the six lines without the tasks. `says`: a word to the person, about the key pressed last. */
export function draw(
  state: RunState,
  { doingMs, says }: { doingMs: number; says: string },
  { columns, rows }: ReturnType<typeof Deno.consoleSize>,
  colour: boolean,
): string[] {
  const { tasks, budget, spent, pause, finished, session, executor } = state;
  const done = doneTasks(state);
  const width = Math.min(20, Math.max(4, Math.floor(columns / 5)));
  const full = tasks.size === 0 ? 0 : Math.floor((done.size / tasks.size) * width);
  const used = [
    `[${"█".repeat(full)}${"░".repeat(width - full)}] ${done.size}/${tasks.size} tasks`,
    `step ${state.steps}/${budget.steps}`,
    minutes(spent.ms),
    ...(spent.tokens > 0 ? [`${COUNT.format(spent.tokens)} tokens`] : []),
    ...(spent.cost_usd > 0 ? [`${spent.cost_usd.toFixed(2)} USD`] : []),
  ];
  const items = state.plan?.tasks ?? [];
  const room = Math.max(0, Math.floor(rows / 2) - FRAME_ROWS);
  const first = items.findIndex(({ task_id }) => !done.has(task_id));
  const from = Math.max(0, Math.min(first - 1, items.length - room));
  const now = `${doingOf(state)}  ${minutes(doingMs)}`;
  const lines: Line[] = [
    ["─".repeat(columns), "dim"],
    [`codex-auto continuous  ${session}  ${executor}`, "dim"],
    [state.goal, "bold"],
    ...items.slice(from, from + room).map((item): Line => [
      taskLine(state, item),
      MARKS[tasks.get(item.task_id)?.status ?? "pending"][1],
    ]),
    [used.join("  "), "cyan"],
    pause && !finished ? [`WAITS (${pause.kind}): ${pause.why}`, "yellow"] : [now, "bold"],
    says === "" ? [KEYS, "dim"] : [says, "yellow"],
  ];
  return lines.slice(-rows).map(([text, style = "plain"]) => {
    const line = shortened(text, columns);
    return colour && style !== "plain" ? `\u001b[${STYLES[style]}m${line}\u001b[0m` : line;
  });
}

/** The plan as it is shown before anything of it is done: every task, and every verify command whole. */
export function preview(state: RunState): string {
  const { plan, budget: { steps, retries, idle_steps }, confirm, ground, goal } = state;
  const tasks = plan?.tasks ?? [];
  const breakpoints = confirm ? "wait for your word" : "are passed";
  return [
    goal,
    ...tasks.map((item) => taskLine(state, item)),
    `limits  ${steps} steps, ${retries} retries a task, ${idle_steps} idle steps; breakpoints ${breakpoints}`,
    ...ground.notes.map((each) => `note    ${each}`),
    ...(plan?.requirements ?? []).map((each) => `needs   ${each}`),
    ...tasks.flatMap(({ title, verify }) => verify.map((command) => `verify  ${command}   (${title})`)),
  ].join("\n");
}

function taskLine(state: RunState, item: PlanItem): string {
  const { task_id, title, risk, breakpoint, changes_tests } = item;
  const task = state.tasks.get(task_id);
  const status = task?.status ?? "pending";
  const flags = [
    ...(risk === "high" ? ["high risk"] : []),
    ...(changes_tests ? ["changes tests"] : []),
    ...(breakpoint && !task?.approved ? ["waits for you"] : []),
  ];
  return [
    ` ${MARKS[status][0]} ${title}`,
    ...(flags.length > 0 ? [`[${flags.join(", ")}]`] : []),
    ...(task && task.attempts > 1 ? [`try ${task.attempts}`] : []),
    ...(status === "blocked" || status === "failed" ? [task?.why ?? ""] : []),
  ].join("  ");
}

const LETTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });
/** A text in one line of at most `columns` columns of a terminal, cut with `…`. */
export function shortened(text: string, columns: number): string {
  const whole = plain(text).replaceAll("\n", " ");
  if (stringWidth(whole) <= columns) return whole;
  let kept = "";
  let width = 1;
  for (const { segment } of LETTERS.segment(whole)) {
    width += stringWidth(segment);
    if (width > columns) break;
    kept += segment;
  }
  return columns <= 0 ? "" : `${kept}…`;
}
