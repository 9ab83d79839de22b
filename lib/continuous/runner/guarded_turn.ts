import { isDeepStrictEqual } from "node:util";
import { clean } from "../../guard/secrets/redact.ts";
import { recover } from "../../settings/attempt.ts";
import { checkOwnFolder } from "../../settings/own_files.ts";
import { runAgent } from "../executor/agents.ts";
import type { ExecutorEvent, StepResult } from "../executor/executor.ts";
import { type Verdict, verdictsIn } from "../guard/hook.ts";
import { MINUTE_MS, type Pause, type Refused } from "../run/event.ts";
import { PAUSE } from "../run/pauses.ts";
import type { RunState } from "../run/state.ts";
import { inStorage } from "../store/log.ts";
import { append, type Surroundings } from "./surroundings.ts";

/** ms after which it is looked whether a command was refused: Codex says nothing of what it does not run. */
const LOOK_MS = 500;

export interface Turn {
  name: string;
  /** What it is about; nothing for a plan. */
  of?: { task_id: string; step: number };
  prompt: string;
  /** What the repository is searched with for something to say before the prompt; empty for nothing. */
  query: string;
  schema?: Record<string, unknown>;
}

/**
 * One turn of the executor under the guard that its hook asks before each call of a tool, and those that watch it while it works. `pause`: what a guard,
 * or its own end, makes a person be asked for. Throws `StorageError` where its output cannot be kept.
 */
export async function guardedTurn(turn: Turn, surroundings: Surroundings) {
  const { store, stop, show, root, contextFor, guard, world } = surroundings;
  const { executor, budget, spent, executorArgs, allowed } = store.state;
  const { name, of, query, schema } = turn;
  const task_id = of?.task_id;
  const beside = budget.parallel > 1 && of ? { task_id: of.task_id } : {};
  const began = world.elapsed();
  const context = query === "" ? "" : await contextFor(query);
  const prompt = context === "" ? turn.prompt : `${context}\n\n${turn.prompt}`;
  // One a turn: several may be at work.
  const log = `${store.folder}/guard-${name}.jsonl`;
  const before = verdictsIn(log).length;
  const judged: Verdict[] = [];
  const started: string[] = [];
  let commandsEnded = 0;
  const ending = new AbortController();
  const timesRepeated = repetitions();
  const leftMs = budget.total_minutes === 0 ? Infinity : budget.total_minutes * MINUTE_MS - spent.ms;
  let pause: Pause | undefined;
  let failed: Error | undefined;

  const pauseFor = (why: Pause) => {
    pause ??= why;
    ending.abort();
  };
  const refused = (by: Refused["by"], found: readonly Pick<Refused, "command" | "why">[]) => {
    for (const { command, why } of found) append(surroundings, { type: "refused", by, ...of, command, why });
  };
  const readVerdicts = () => {
    for (const verdict of verdictsIn(log).slice(before + judged.length)) {
      judged.push(verdict);
      refused("guard", verdict.refused);
      const [{ command } = {}] = verdict.refused;
      const times = judged.length - 1 - judged.findLastIndex((each) => !isDeepStrictEqual(each, verdict));
      if (command && times >= budget.repeats) {
        pauseFor(PAUSE.repeated(task_id, command, times, "was refused"));
      }
    }
  };
  const fail = (error: Error) => {
    failed = error;
    ending.abort();
  };
  keep(surroundings, `${name}.prompt.md`, prompt);
  const looking = setInterval(() => recover(readVerdicts, Error, fail), LOOK_MS);
  const result = await runAgent(executor, {
    prompt,
    ...(schema ? { schema } : {}),
    cwd: root,
    args: executorArgs,
    guard: { hook: guard.hook, order: { root, allowed: [...allowed], log, ...guard.order } },
    scratch: store.folder,
    limits: { idleMs: budget.idle_minutes * MINUTE_MS, totalMs: Math.max(1, leftMs) },
    signal: AbortSignal.any([stop, ending.signal]),
    onLine(line) {
      if (failed !== undefined) return;
      recover(() => keep(surroundings, `${name}.events.jsonl`, `${line}\n`), Error, fail);
    },
    onEvent(event) {
      show({ kind: "agent", event, ...beside });
      readVerdicts();
      if (event.kind === "refused") refused(executor, [event]);
      if (event.kind === "command_started") started.push(clean(event.command));
      const times = timesRepeated(event);
      if (event.kind !== "command_ended") return;
      const asked = judged.filter(({ tool }) => tool === "Bash").length;
      if (++commandsEnded > asked) pauseFor(PAUSE.unguarded(executor));
      if (times >= budget.repeats) pauseFor(PAUSE.repeated(task_id, event.command, times));
    },
  }, world).finally(() => clearInterval(looking));
  if (failed !== undefined) throw failed;
  readVerdicts();
  const passed = judged.filter(({ tool, refused }) => tool === "Bash" && refused.length === 0);
  const unseen = passed.filter(({ command }) => !started.includes(command));
  const why = `was not run by ${executor}`;
  refused(executor, unseen.slice(0, passed.length - started.length).map(({ command }) => ({ command, why })));
  const model = judged.findLast(({ model }) => model !== "")?.model ?? "";
  const cost_usd = result.cost_usd + ((result.billed && surroundings.costOf(result.billed, model)) ?? 0);
  const used = { tokens: result.tokens, cost_usd, ms: Math.round(world.elapsed() - began) };
  return { result, used, pause: pause ?? pauseAfter(result, store.state, task_id) };
}

function pauseAfter({ end, message }: StepResult, state: RunState, task_id?: string): Pause | undefined {
  if (end === "idle") return PAUSE.idle(state, task_id);
  if (end === "time") return PAUSE.used("time", state);
  return end === "unavailable" ? PAUSE.executor(message) : undefined;
}

/** Counts how often a command has given the same output with nothing else done in between. Polling that sees something new is no repetition. */
export function repetitions(): (event: ExecutorEvent) => number {
  let last = "";
  let count = 0;
  return (event) => {
    if (event.kind === "files" || event.kind === "tool") last = "";
    if (event.kind === "command_ended") {
      const now = JSON.stringify([event.command, event.code, event.output]);
      count = now === last ? count + 1 : 1;
      last = now;
    }
    return count;
  };
}

/** Adds to a file that a step leaves for people, such as `007.prompt.md`, without its secrets. Throws `StorageError`. */
export function keep({ records }: Pick<Surroundings, "records">, name: string, text: string): void {
  if (text === "") return;
  inStorage(() => {
    Deno.mkdirSync(records, { recursive: true, mode: 0o700 });
    checkOwnFolder(records, records);
    Deno.writeTextFileSync(`${records}/${name}`, clean(text), { append: true, mode: 0o600 });
  });
}
