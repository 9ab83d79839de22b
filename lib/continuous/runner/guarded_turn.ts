import { redact } from "../../guard/secrets/redact.ts";
import { checkOwnFolder } from "../../settings/own_files.ts";
import type { StepResult } from "../executor/executor.ts";
import { Repetition } from "../guard/repetition.ts";
import type { Pause } from "../run/event.ts";
import { PAUSE } from "../run/pauses.ts";
import { StorageError } from "../store/log.ts";
import { repositoryJudge } from "../worktree/git.ts";
import type { Surroundings } from "./surroundings.ts";

export interface Turn {
  /** Name of the turn's files. */
  name: string;
  /** Task that it is about; none for a plan. */
  task_id?: string;
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

/** A prompt with what the repository has to say about it before it. `key` is new for each prompt. */
export async function promptOf(
  { contextFor }: Pick<Surroundings, "contextFor">,
  words: string,
  query: string,
  key: string,
): Promise<string> {
  const context = await contextFor(query, key);
  return context === "" ? words : `${context}\n\n${words}`;
}

/** One turn of the executor under the guards that watch it while it works. Throws `StorageError` where its output cannot be kept. */
export async function guardedTurn(turn: Turn, surroundings: Surroundings): Promise<TurnEnd> {
  const { store, executor, worktree, stop, show, root, records, environment } = surroundings;
  const { budget, spent, executorArgs, allowed } = store.state;
  const { name, task_id = "", prompt, schema } = turn;
  const judge = await repositoryJudge(root, environment);
  const repetition = new Repetition(budget.repeats);
  const ending = new AbortController();
  const end = () => ending.abort();
  const record = new StepRecord(records, name, end);
  let pause: Pause | undefined;
  let tree = turn.tree;
  /** Settles when nothing is looked into any more; gives why the repository could not be looked at. */
  let looked: Promise<unknown> = Promise.resolve();

  const pauseFor = (why: Pause) => {
    pause ??= why;
    end();
  };
  /** A command may have written files without saying so. */
  const whenRepeated = async (command: string, times: number) => {
    if (pause) return;
    const now = await worktree.snapshot();
    if (now.tree === tree) return pauseFor(PAUSE.repeated(task_id, command, times));
    tree = now.tree;
    repetition.forget();
  };

  record.write("prompt.md", prompt);
  try {
    const result = await executor.run({
      prompt,
      ...(schema ? { schema } : {}),
      cwd: root,
      args: executorArgs,
      scratch: store.folder,
      limits: {
        idleMs: budget.idle_ms,
        totalMs: budget.total_ms === null ? null : Math.max(1, budget.total_ms - spent.ms),
      },
      signal: AbortSignal.any([stop, ending.signal]),
      onLine: (line) => record.line(line),
      onEvent(event) {
        show({ kind: "agent", event });
        if (event.kind === "files") repetition.forget();
        if (event.kind === "command_started") {
          const found = judge.dangers(event.command).filter(({ command }) => !allowed.has(command));
          const where = "It began a command that may cost work, and was ended at once; look what it has done";
          if (found.length > 0) pauseFor(PAUSE.dangerous(task_id, found, where));
        }
        if (event.kind === "command_ended") {
          const times = repetition.ended(event.command, event.code, event.output);
          if (times === undefined) return;
          looked = looked.then((failed) => failed ?? whenRepeated(event.command, times)).catch((error) => {
            end();
            return error;
          });
        }
      },
    });
    const failed = await looked ?? record.failed;
    if (failed !== undefined) throw failed;
    return { result, pause, record };
  } finally {
    record.close();
  }
}

/** The files that one step leaves for people: `007.prompt.md`, `007.events.jsonl`, `007.verify.txt`, `007.diff`. */
export class StepRecord {
  /** The first thing that could not be written; whoever runs the step ends it and throws this. */
  failed: StorageError | undefined;
  readonly #base: string;
  readonly #onFailure: () => void;
  #log: Deno.FsFile | undefined;

  constructor(folder: string, name: string, onFailure: () => void) {
    this.#base = `${folder}/${name}`;
    this.#onFailure = onFailure;
    this.#guarded(() => {
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      checkOwnFolder(folder, folder);
    });
  }

  /** Writes a file of the step; its text loses its secrets. */
  write(kind: string, text: string): void {
    if (text === "") return;
    this.#guarded(() => Deno.writeTextFileSync(`${this.#base}.${kind}`, redact(text).text, { mode: 0o600 }));
  }

  /** Adds a line of the executor's output. */
  line(line: string): void {
    this.#guarded(() => {
      this.#log ??= Deno.openSync(`${this.#base}.events.jsonl`, {
        write: true,
        create: true,
        append: true,
        mode: 0o600,
      });
      const bytes = new TextEncoder().encode(`${redact(line).text}\n`);
      for (let at = 0; at < bytes.length;) at += this.#log.writeSync(bytes.subarray(at));
    });
  }

  close(): void {
    this.#log?.close();
    this.#log = undefined;
  }

  #guarded(act: () => void): void {
    if (this.failed) return;
    try {
      act();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.failed = new StorageError(error.message, { cause: error });
      this.#onFailure();
    }
  }
}
