import { eachRun, runTokens } from "./tokens.ts";

/** Counts of one text: token numbers in the order they came, and how often each came. Valid until the next count. */
export interface TokenCounts {
  total: number;
  ids: readonly number[];
  count(id: number): number;
}

/** Tokens as small numbers. Identifiers repeat, so each is split once. */
export class Vocabulary {
  readonly words: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #expanded = new Map<string, readonly number[]>();
  /** By token number; all zero between two counts. */
  #counts = new Int32Array(1024);
  #seen: number[] = [];

  /** Number of a key; a new one where it was not seen before. */
  id(word: string): number {
    let id = this.#ids.get(word);
    if (id === undefined) {
      id = this.words.length;
      const own = ownCopy(word);
      this.words.push(own);
      this.#ids.set(own, id);
    }
    return id;
  }

  known(word: string): number | undefined {
    return this.#ids.get(word);
  }

  /** Counts the tokens of texts. */
  count(texts: readonly string[]): TokenCounts {
    let counts = this.#counts;
    for (const id of this.#seen) counts[id] = 0;
    const seen: number[] = [];
    const expanded = this.#expanded;
    let total = 0;
    for (const text of texts) {
      eachRun(text, (start, end, pairs) => {
        const run = text.slice(start, end);
        let ids = expanded.get(run);
        if (ids === undefined) {
          ids = this.#expand(run, pairs);
          counts = this.#counts;
        }
        total += ids.length;
        for (let at = 0; at < ids.length; at++) {
          const id = ids[at] ?? 0;
          const before = counts[id] ?? 0;
          if (before === 0) seen.push(id);
          counts[id] = before + 1;
        }
      });
    }
    this.#seen = seen;
    return { total, ids: seen, count: (id) => counts[id] ?? 0 };
  }

  #expand(run: string, pairs: boolean): readonly number[] {
    const ids = runTokens(run, pairs).map((token) => this.id(token));
    this.#expanded.set(ownCopy(run), ids);
    if (this.words.length > this.#counts.length) {
      const grown = new Int32Array(Math.max(this.words.length, this.#counts.length * 2));
      grown.set(this.#counts);
      this.#counts = grown;
    }
    return ids;
  }
}

/** The same text in memory of its own: a part of a text, as `slice` gives it, would keep the whole text. */
function ownCopy(part: string): string {
  return ` ${part}`.slice(1);
}
