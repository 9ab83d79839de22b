import type { ExecutorEvent, StepResult } from "../executor/executor.ts";
import { type CommandJudge, commandJudge } from "../guard/command_judge.ts";
import { Repetition } from "../guard/repetition.ts";
import type { Pause } from "../run/event.ts";
import { PAUSE } from "../run/pauses.ts";
import { gitAliases } from "../worktree/git.ts";
import { StepRecord } from "./record.ts";
import type { Surroundings } from "./surroundings.ts";

export interface Turn {
  /** Name of the turn's files. */
  name: string;
  /** Task that it is about; for a plan, undefined. */
  task_id: string | undefined;
  prompt: string;
  schema?: Record<string, unknown>;
  /** The tree that it begins with. */
  tree: string;
}

export interface TurnEnd {
  result: StepResult;
  /** What a guard stopped it for. */
  pause: Pause | undefined;
  record: StepRecord;
}

/** One turn of the executor under the guards that watch it while it works. Throws `StorageError` where its output cannot be kept. */
export async function guardedTurn(turn: Turn, surroundings: Surroundings): Promise<TurnEnd> {
  const { store, executor, stop, show, root, records, environment } = surroundings;
  const { budget, spent, executorArgs } = store.state;
  const judge = await commandJudge(await gitAliases(root, environment));
  const ending = new AbortController();
  const end = () => ending.abort();
  stop.addEventListener("abort", end);
  if (stop.aborted) end();
  const record = new StepRecord(records, turn.name, end);
  const guard = new TurnGuard(turn, judge, surroundings, end);
  record.write("prompt.md", turn.prompt);
  try {
    const result = await executor.run({
      prompt: turn.prompt,
      ...(turn.schema ? { schema: turn.schema } : {}),
      cwd: root,
      args: executorArgs,
      scratch: store.folder,
      limits: {
        idleMs: budget.idle_ms,
        totalMs: budget.total_ms === null ? null : Math.max(1, budget.total_ms - spent.ms),
      },
      signal: ending.signal,
      onLine: (line) => record.line(line),
      onEvent(event) {
        show({ kind: "agent", event });
        guard.see(event);
      },
    });
    await guard.settled;
    if (guard.failed !== undefined) throw guard.failed;
    if (record.failed) throw record.failed;
    return { result, pause: guard.pause, record };
  } finally {
    record.close();
    stop.removeEventListener("abort", end);
  }
}

/** Watches the events of a turn and ends it where it must not go on. */
class TurnGuard {
  pause: Pause | undefined;
  /** Why the repository could not be looked at; the turn was ended for it. */
  failed: unknown;
  /** Never rejects. Settles when nothing is looked into any more. */
  settled: Promise<void> = Promise.resolve();
  readonly #repetition: Repetition;
  #tree: string;

  constructor(
    readonly turn: Turn,
    readonly judge: CommandJudge,
    readonly surroundings: Surroundings,
    readonly end: () => void,
  ) {
    this.#repetition = new Repetition(surroundings.store.state.budget.repeats);
    this.#tree = turn.tree;
  }

  see(event: ExecutorEvent): void {
    if (this.pause) return;
    if (event.kind === "files") this.#repetition.forget();
    if (event.kind === "command_started") this.#danger(event.command);
    if (event.kind !== "command_ended") return;
    const times = this.#repetition.ended(event.command, event.code, event.output);
    if (times !== undefined) {
      this.settled = this.settled.then(() => this.#repeated(event.command, times)).catch((error: unknown) => {
        this.failed = error;
        this.end();
      });
    }
  }

  #danger(command: string): void {
    const { allowed } = this.surroundings.store.state;
    const found = this.judge.dangers(command).filter((each) => !allowed.has(each.command));
    if (found.length === 0) return;
    const where = "It began a command that may cost work, and was ended at once; look what it has done";
    this.#stop(PAUSE.dangerous(this.turn.task_id ?? "", found, where));
  }

  /** A command may have written files without saying so. */
  async #repeated(command: string, times: number): Promise<void> {
    if (this.pause) return;
    const { tree } = await this.surroundings.worktree.snapshot();
    if (tree === this.#tree) return this.#stop(PAUSE.repeated(this.turn.task_id ?? "", command, times));
    this.#tree = tree;
    this.#repetition.forget();
  }

  #stop(pause: Pause): void {
    this.pause = pause;
    this.end();
  }
}
