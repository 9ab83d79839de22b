/** Counts commands that give the same output again and again. Polling that sees something new is no repetition. */
export class Repetition {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How often the command has now given this output without a change of a file; undefined below the limit. */
  ended(command: string, code: number | null, output: string): number | undefined {
    const key = JSON.stringify([command, code, output]);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count >= this.#limit ? count : undefined;
  }

  /** Something has changed: what was in vain before may not be now. */
  forget(): void {
    this.#counts.clear();
  }
}
