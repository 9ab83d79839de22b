import { eachRun, identifierTokens, pairTokens } from "./tokens.ts";

/** Tokens as small numbers. Identifiers repeat, so each is split once. */
export class Vocabulary {
  readonly words: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #expanded = new Map<string, readonly number[]>();

  /** Number of a key; a new one where it was not seen before. */
  id(word: string): number {
    let id = this.#ids.get(word);
    if (id === undefined) {
      id = this.words.length;
      this.words.push(word);
      this.#ids.set(word, id);
    }
    return id;
  }

  known(word: string): number | undefined {
    return this.#ids.get(word);
  }

  /** Counts the tokens of a text into `counts` (token number → how often); returns how many there were. */
  count(text: string, counts: Map<number, number>): number {
    let total = 0;
    eachRun(text, (start, end, pairs) => {
      const run = text.slice(start, end);
      let ids = this.#expanded.get(run);
      if (ids === undefined) {
        ids = (pairs ? pairTokens(run) : identifierTokens(run)).map((token) => this.id(token));
        this.#expanded.set(run, ids);
      }
      total += ids.length;
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    });
    return total;
  }
}
