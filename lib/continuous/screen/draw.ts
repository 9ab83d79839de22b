import type { PlanItem } from "../plan/plan.ts";
import { minutes } from "../run/words.ts";
import { doneTasks, type RunState } from "../run/state.ts";
import type { TaskStatus } from "../run/task.ts";
import { fit, whole, wrapped } from "./text_width.ts";

export interface View {
  state: RunState;
  /** What happened last, newest last; one line each. */
  recent: readonly string[];
  doing: string;
  since: number;
  /** A word to the person, about the key pressed last. */
  says: string;
  help: boolean;
  /** Page of a preview that is longer than the screen. */
  page: number;
}

export interface Size {
  columns: number;
  rows: number;
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
const COUNT = new Intl.NumberFormat("en", { notation: "compact" });

/** The whole screen: exactly `rows` lines of exactly `columns` columns, the same for the same view at the same time. */
export function draw(view: View, { columns, rows }: Size, colour: boolean, now: number): string[] {
  const rule: Line = ["─".repeat(columns), "dim"];
  const head = [...header(view, columns, now - view.since), rule];
  const foot: Line = view.says === "" ? [KEYS, "dim"] : [view.says, "yellow"];
  const room = Math.max(0, rows - head.length - 1);
  const body = view.help ? HELP.map((text): Line => [text]) : bodyLines(view, rule, room);
  return filled([...head, ...filled(body, room), foot], rows).map(([text, style = "plain"]) => {
    const line = fit(text, columns);
    return colour && style !== "plain" ? `\u001b[${STYLES[style]}m${line}\u001b[0m` : line;
  });
}

function header({ state, doing }: View, columns: number, doingMs: number): Line[] {
  const { tasks, budget, spent } = state;
  const done = doneTasks(state).size;
  const width = Math.min(20, Math.max(4, Math.floor(columns / 5)));
  const full = tasks.size === 0 ? 0 : Math.floor((done / tasks.size) * width);
  const used = [
    `[${"█".repeat(full)}${"░".repeat(width - full)}] ${done}/${tasks.size} tasks`,
    `step ${state.steps}/${budget.steps}`,
    minutes(spent.ms),
    ...(spent.tokens > 0 ? [`${COUNT.format(spent.tokens)} tokens`] : []),
    ...(spent.cost_usd > 0 ? [`${spent.cost_usd.toFixed(2)} USD`] : []),
  ];
  return [
    [`codex-auto continuous  ${state.session}  ${state.executor}`, "dim"],
    [state.goal, "bold"],
    [used.join("  "), "cyan"],
    [doing === "" || doingMs < 1000 ? doing : `${doing}  ${minutes(doingMs)}`, "bold"],
  ];
}

function bodyLines({ state, recent, page }: View, rule: Line, room: number): Line[] {
  const asks = askLines(state, rule);
  const tasks = (state.plan?.tasks ?? []).map((item): Line => [
    taskLine(state, item),
    MARKS[state.tasks.get(item.task_id)?.status ?? "pending"][1],
  ]);
  if (state.pause?.kind === "preview") {
    const details = planDetails(state).flatMap((text) => whole(text, rule[0].length));
    const all = [...tasks, rule, ...details.map((text): Line => [text])];
    return [...paged(all, page, Math.max(0, room - asks.length)), ...asks];
  }
  const forTasks = Math.min(tasks.length, Math.max(1, Math.floor((room - asks.length) * 0.6)));
  const done = doneTasks(state);
  const at = state.plan?.tasks.findIndex(({ task_id }) => !done.has(task_id)) ?? 0;
  const first = forTasks < tasks.length ? Math.floor(at / Math.max(1, forTasks - 1)) : 0;
  const shown = paged(tasks, first + page, forTasks);
  const rest = Math.max(0, room - shown.length - asks.length - 1);
  const more = recent.slice(-rest).map((text): Line => [text]);
  return [...shown, rule, ...filled(more, rest), ...asks];
}

/** One page of lines, with a word on the others where there are any. */
function paged(lines: readonly Line[], page: number, room: number): Line[] {
  if (lines.length <= room) return filled(lines, room);
  const size = Math.max(1, room - 1);
  const pages = Math.ceil(lines.length / size);
  const at = page % pages;
  const shown = filled(lines.slice(at * size, (at + 1) * size), size);
  return [...shown, [`  … page ${at + 1} of ${pages}: space turns it`, "dim"] as const].slice(0, room);
}

export function taskLine(state: RunState, item: PlanItem): string {
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

/** What a plan asks for besides its tasks, and what holds for it. */
export function planDetails({ plan, budget, confirm, ground }: RunState): string[] {
  const { steps, retries, idle_steps } = budget;
  return [
    `limits  ${steps} steps, ${retries} retries a task, ${idle_steps} idle steps; waits for your word: ${confirm}`,
    ...ground.notes.map((each) => `note    ${each}`),
    ...(plan?.requirements ?? []).map((each) => `needs   ${each}`),
    ...(plan?.tasks ?? []).flatMap(({ title, verify }) =>
      verify.map((command) => `verify  ${command}   (${title})`)
    ),
  ];
}

function askLines({ pause, finished }: RunState, rule: Line): Line[] {
  if (!pause || finished) return [];
  const columns = rule[0].length;
  return [
    rule,
    ...wrapped(`WAITS (${pause.kind}): ${pause.why}.`, columns, 4).map((text): Line => [text, "yellow"]),
    ...wrapped(pause.next, columns, 3).map((text): Line => [text]),
  ];
}

function filled(lines: readonly Line[], rows: number): Line[] {
  return Array.from({ length: rows }, (_, at) => lines[at] ?? [""]);
}
