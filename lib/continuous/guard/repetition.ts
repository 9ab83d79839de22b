import { createHash } from "node:crypto";

/** Outcomes that are remembered at most: who has seen more repeats nothing. */
const MAX_OUTCOMES = 10_000;

/** Counts commands that give the same output again and again. Polling that sees something new is no repetition. */
export class Repetition {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How often the command has now given this output without a change of a file; undefined below the limit. */
  ended(command: string, code: number | null, output: string): number | undefined {
    // Not the texts themselves: an output may be megabytes, and there may be many.
    const key = createHash("sha256").update(JSON.stringify([command, code, output])).digest("base64");
    const count = (this.#counts.get(key) ?? 0) + 1;
    if (this.#counts.size >= MAX_OUTCOMES) this.forget();
    this.#counts.set(key, count);
    return count >= this.#limit ? count : undefined;
  }

  /** Something has changed: what was in vain before may not be now. */
  forget(): void {
    this.#counts.clear();
  }
}
