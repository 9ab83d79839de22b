import { redact } from "../../guard/secrets/redact.ts";
import { checkOwnFolder } from "../../settings/own_files.ts";
import type { ExecutorEvent, StepResult } from "../executor/executor.ts";
import { shellDangers } from "../guard/danger.ts";
import { shellParser } from "../guard/shell_commands.ts";
import { MINUTE_MS, type Pause } from "../run/event.ts";
import { PAUSE } from "../run/pauses.ts";
import type { RunState } from "../run/state.ts";
import { inStorage } from "../store/log.ts";
import type { Surroundings } from "./surroundings.ts";

export interface Turn {
  /** Name of the turn's files. */
  name: string;
  /** Task that it is about; none for a plan. */
  task_id?: string;
  prompt: string;
  /** What the repository is searched with for something to say before the prompt. */
  query: string;
  schema?: Record<string, unknown>;
}

interface TurnEnd {
  result: StepResult;
  /** What a guard, or its own end, makes a person be asked for. */
  pause: Pause | undefined;
}

/** One turn of the executor under the guards that watch it while it works. Throws `StorageError` where its output cannot be kept. */
export async function guardedTurn(turn: Turn, surroundings: Surroundings): Promise<TurnEnd> {
  const { store, executor, stop, show, root, contextFor } = surroundings;
  const { budget, spent, executorArgs, allowed, session } = store.state;
  const { name, task_id, query, schema } = turn;
  const context = await contextFor(query, `${session}-${name}`);
  const prompt = context === "" ? turn.prompt : `${context}\n\n${turn.prompt}`;
  const parse = await shellParser();
  const ending = new AbortController();
  const timesRepeated = repetitions();
  let pause: Pause | undefined;
  let failed: unknown;

  const pauseFor = (why: Pause) => {
    pause ??= why;
    ending.abort();
  };
  keep(surroundings, `${name}.prompt.md`, prompt);
  const result = await executor.run({
    prompt,
    ...(schema ? { schema } : {}),
    cwd: root,
    args: executorArgs,
    scratch: store.folder,
    limits: {
      idleMs: budget.idle_minutes * MINUTE_MS,
      totalMs: budget.total_minutes === 0
        ? Infinity
        : Math.max(1, budget.total_minutes * MINUTE_MS - spent.ms),
    },
    signal: AbortSignal.any([stop, ending.signal]),
    onLine(line) {
      if (failed !== undefined) return;
      try {
        keep(surroundings, `${name}.events.jsonl`, `${line}\n`);
      } catch (error) {
        failed = error;
        ending.abort();
      }
    },
    onEvent(event) {
      show({ kind: "agent", event });
      if (event.kind === "command_started") {
        const found = shellDangers(event.command, parse).filter(({ command }) => !allowed.has(command));
        const where = "It began a command that may cost work, and was ended at once; look what it has done";
        if (found.length > 0) pauseFor(PAUSE.dangerous(task_id, found, where));
      }
      const times = timesRepeated(event);
      if (event.kind === "command_ended" && times >= budget.repeats) {
        pauseFor(PAUSE.repeated(task_id, event.command, times));
      }
    },
  });
  if (failed !== undefined) throw failed;
  return { result, pause: pause ?? pauseAfter(result, store.state, task_id) };
}

function pauseAfter({ end, message }: StepResult, state: RunState, task_id?: string): Pause | undefined {
  if (end === "idle") return PAUSE.idle(state, task_id);
  if (end === "time") return PAUSE.time(state);
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

/**
 * Adds to one of the files that a step leaves for people, `007.prompt.md`, `007.events.jsonl`, `007.verify.txt` or `007.diff`; secrets are taken out.
 * Throws `StorageError`.
 */
export function keep({ records }: Pick<Surroundings, "records">, name: string, text: string): void {
  if (text === "") return;
  inStorage(() => {
    Deno.mkdirSync(records, { recursive: true, mode: 0o700 });
    checkOwnFolder(records, records);
    Deno.writeTextFileSync(`${records}/${name}`, redact(text).text, { append: true, mode: 0o600 });
  });
}
