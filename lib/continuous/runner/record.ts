import { redact } from "../../guard/secrets/redact.ts";
import { checkOwnFolder } from "../../settings/own_files.ts";
import { StorageError } from "../store/log.ts";

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
