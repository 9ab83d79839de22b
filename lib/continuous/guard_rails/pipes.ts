const NOTHING = [0, 0] as const;

/** Who feeds whom, in groups as well: all that a group prints goes into the pipe behind it, and what is piped into it may reach each of its commands. */
export class Pipes {
  /** Of the command that comes next. */
  fed: readonly [number, number] = NOTHING;
  /** The first command of this pipeline. */
  #begin = 0;
  /** What the whole group is fed. */
  #group: readonly [number, number] = NOTHING;
  readonly #outer: { begin: number; group: readonly [number, number] }[] = [];
  /** How many commands there were at the latest pipe. */
  #pipedAt = -1;

  pipe(count: number): void {
    this.fed = [this.#begin, count];
    this.#pipedAt = count;
  }

  /** A pipeline ends; not at a line's end behind a pipe. */
  end(count: number, char: string): void {
    if (char === "\n" && count === this.#pipedAt) return;
    this.fed = this.#group;
    this.#begin = this.#beginOf(this.#group, count);
  }

  open(count: number): void {
    this.#outer.push({ begin: this.#begin, group: this.#group });
    this.#group = this.fed;
    this.#begin = this.#beginOf(this.fed, count);
  }

  close(): void {
    const outer = this.#outer.pop();
    if (outer === undefined) return;
    this.#begin = outer.begin;
    this.#group = outer.group;
    this.fed = outer.group;
  }

  #beginOf([from, to]: readonly [number, number], count: number): number {
    return from < to ? from : count;
  }
}
