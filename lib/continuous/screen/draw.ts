import type { PlanItem } from "../plan/plan.ts";
import { minutes } from "../run/pauses.ts";
import { doneTasks, type RunState } from "../run/state.ts";
import type { TaskStatus } from "../run/task.ts";
import { fit, shortened, wrapped } from "./text_width.ts";

/** What the screen knows of a run. */
export interface View {
  state: RunState;
  /** What happened last, newest last; one line each. */
  recent: readonly string[];
  /** What it does at the moment, and for how many ms. */
  doing: string;
  doingMs: number;
  /** A word to the person, about the key pressed last. */
  says: string;
  help: boolean;
}

export interface Size {
  columns: number;
  rows: number;
}

const MARKS: Readonly<Record<TaskStatus, string>> = {
  done: "✓",
  active: "▶",
  failed: "✗",
  blocked: "‖",
  ready: "·",
  pending: " ",
};
const STYLES: Readonly<Record<TaskStatus, Style>> = {
  done: "green",
  active: "bold",
  failed: "red",
  blocked: "yellow",
  ready: "plain",
  pending: "plain",
};
const KEYS = "c continue  p pause  r retry  b skip  e edit plan  h help  q leave";
const HELP = [
  "c  continue: answer yes to what it asks; or take back a pause",
  "p  pause: it waits after the step that runs",
  "r  retry: try the task again; without the dangerous command it asked for",
  "b  skip: put the task aside; tasks that need it wait",
  "e  edit: the plan in your $EDITOR",
  "q  leave: it stops within two seconds and can be resumed",
  "h  close this help",
  "",
  "A task is done when its verify commands pass. Waiting costs nothing.",
];

type Style = "plain" | "bold" | "dim" | "green" | "red" | "yellow" | "cyan";
interface Line {
  text: string;
  style: Style;
}

const CODES: Readonly<Record<Style, number>> = {
  plain: 0,
  bold: 1,
  dim: 2,
  red: 31,
  green: 32,
  yellow: 33,
  cyan: 36,
};

/** The whole screen: exactly `rows` lines of exactly `columns` columns, the same for the same view. */
export function draw(view: View, { columns, rows }: Size, colour: boolean): string[] {
  const head = header(view, columns);
  const foot: Line[] = [plain(view.says === "" ? KEYS : view.says, view.says === "" ? "dim" : "yellow")];
  const room = Math.max(0, rows - head.length - foot.length);
  const body = view.help ? HELP.map((text) => plain(text)) : bodyLines(view, columns, room);
  const lines = [...head, ...filled(body, room), ...foot].slice(0, rows);
  return filled(lines, rows).map(({ text, style }) => {
    const line = fit(text, columns);
    return colour && style !== "plain" ? `\u001b[${CODES[style]}m${line}\u001b[0m` : line;
  });
}

function header({ state, doing, doingMs }: View, columns: number): Line[] {
  const { tasks, budget, spent } = state;
  const done = doneTasks(state).size;
  const bar = barOf(done, tasks.size, Math.min(20, Math.max(4, Math.floor(columns / 5))));
  const used = [
    `${done}/${tasks.size} tasks`,
    `step ${state.steps}/${budget.steps}`,
    minutes(spent.ms),
    ...(spent.tokens > 0 ? [`${short(spent.tokens)} tokens`] : []),
    ...(spent.cost_usd > 0 ? [`${spent.cost_usd.toFixed(2)} USD`] : []),
  ].join("  ");
  const now = doing === "" ? "" : `${doing}${doingMs >= 1000 ? `  ${minutes(doingMs)}` : ""}`;
  return [
    plain(`codex-auto continuous  ${state.session}  ${state.executor}`, "dim"),
    plain(shortened(state.goal, columns), "bold"),
    plain(`[${bar}] ${used}`, "cyan"),
    plain(now, "bold"),
    plain("─".repeat(columns), "dim"),
  ];
}

function bodyLines(view: View, columns: number, room: number): Line[] {
  const { state } = view;
  const asks = askLines(view, columns);
  const items = state.plan?.tasks ?? [];
  const previewing = state.pause?.kind === "preview";
  const forTasks = Math.max(
    1,
    Math.min(items.length, previewing ? room : Math.floor((room - asks.length) * 0.6)),
  );
  const tasks = taskLines(state, items, forTasks);
  const rest = Math.max(0, room - tasks.length - asks.length - 1);
  const more = previewing
    ? cutTo(planDetails(state), rest)
    : view.recent.slice(-rest).map((text) => plain(text, styleOf(text)));
  return [...tasks, plain("─".repeat(columns), "dim"), ...filled(more.slice(0, rest), rest), ...asks];
}

/** As many tasks as there is room for, those around the one that is worked on; what is left out is counted where there is room for that as well. */
function taskLines(state: RunState, items: readonly PlanItem[], room: number): Line[] {
  const at = Math.max(
    0,
    items.findIndex(({ task_id }) => state.tasks.get(task_id)?.status !== "done"),
  );
  const from = Math.max(0, Math.min(at - Math.floor(room / 2), items.length - room));
  const shown = items.slice(from, from + room).map((item) => taskLine(state, item));
  if (room < 3) return shown;
  if (from > 0 && shown[0]) shown[0] = plain(`  … ${from + 1} before`, "dim");
  const after = items.length - from - room;
  if (after > 0) shown[shown.length - 1] = plain(`  … ${after + 1} more`, "dim");
  return shown;
}

function taskLine(state: RunState, { task_id, title, risk, breakpoint }: PlanItem): Line {
  const task = state.tasks.get(task_id);
  const status = task?.status ?? "pending";
  const tries = task && task.attempts > 1 ? `  try ${task.attempts}` : "";
  const flags = [
    ...(risk === "high" ? ["high risk"] : []),
    ...(breakpoint && !task?.approved ? ["waits for you"] : []),
  ].join(", ");
  const why = status === "blocked" || status === "failed" ? `  ${task?.why ?? ""}` : "";
  return plain(
    ` ${MARKS[status]} ${title}${flags === "" ? "" : `  [${flags}]`}${tries}${why}`,
    STYLES[status],
  );
}

/** What nobody sees must be known to be there. */
function cutTo(lines: readonly Line[], room: number): Line[] {
  if (lines.length <= room) return [...lines];
  const hidden = lines.length - room + 1;
  return [
    ...lines.slice(0, Math.max(0, room - 1)),
    plain(`… ${hidden} more; e shows the whole plan`, "yellow"),
  ];
}

function planDetails({ plan, budget, confirm }: RunState): Line[] {
  return [
    plain(
      `limits  ${budget.steps} steps, ${budget.retries} retries a task, ${budget.idle_steps} idle steps; waits for your word: ${confirm}`,
      "dim",
    ),
    ...(plan?.requirements ?? []).map((each) => plain(`needs   ${each}`)),
    ...(plan?.tasks ?? []).flatMap(({ title, verify }) =>
      verify.map((command) => plain(`verify  ${command}   (${title})`, "dim"))
    ),
  ];
}

function askLines({ state }: View, columns: number): Line[] {
  const { pause } = state;
  if (!pause || state.finished) return [];
  return [
    plain("─".repeat(columns), "dim"),
    ...wrapped(`WAITS (${pause.kind}): ${pause.why}.`, columns, 4).map((text) => plain(text, "yellow")),
    ...wrapped(pause.next, columns, 3).map((text) => plain(text)),
  ];
}

function barOf(done: number, of: number, width: number): string {
  const full = of === 0 ? 0 : Math.floor((done / of) * width);
  return "█".repeat(full) + "░".repeat(width - full);
}

function short(count: number): string {
  if (count < 10_000) return String(count);
  return count < 1_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

function styleOf(text: string): Style {
  if (/ FAIL |^failed|exit \d/.test(text)) return "red";
  if (/ ok {2}|^done/.test(text)) return "green";
  return /^(?:step|plan|waits|answer)/.test(text) ? "bold" : "plain";
}

function plain(text: string, style: Style = "plain"): Line {
  return { text, style };
}

function filled(lines: readonly Line[], rows: number): Line[] {
  const cut = lines.slice(0, rows);
  return [...cut, ...Array.from({ length: rows - cut.length }, () => plain(""))];
}
