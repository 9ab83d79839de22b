import { eachRun, runTokens } from "./tokens.ts";

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
      const own = ownCopy(word);
      this.words.push(own);
      this.#ids.set(own, id);
    }
    return id;
  }

  known(word: string): number | undefined {
    return this.#ids.get(word);
  }

  /** Of a text: token numbers in the order they came, and how often each came. Valid until the next count. */
  count(texts: readonly string[]) {
    const counts = new Map<number, number>();
    let total = 0;
    for (const text of texts) {
      eachRun(text, (start, end, pairs) => {
        const run = text.slice(start, end);
        const ids = this.#expanded.get(run) ?? this.#expand(run, pairs);
        total += ids.length;
        for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
      });
    }
    return { total, ids: [...counts.keys()], count: (id: number) => counts.get(id) ?? 0 };
  }

  #expand(run: string, pairs: boolean): readonly number[] {
    const ids = runTokens(run, pairs).map((token) => this.id(token));
    this.#expanded.set(ownCopy(run), ids);
    return ids;
  }
}

/** The same text in memory of its own: a part of a text, as `slice` gives it, would keep the whole text. */
function ownCopy(part: string): string {
  return ` ${part}`.slice(1);
}
