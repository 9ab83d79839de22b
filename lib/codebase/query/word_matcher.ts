import { STOP_WORDS } from "./stop_words.ts";
import { eachRun, identifierTokens, pairTokens, stem } from "./tokens.ts";

/** A distinctive word as it stands in a text, and its stem. */
export interface Match {
  token: string;
  root: string;
}

/** Finds a request's distinctive words (stem → weight) in texts. Each identifier is looked at once, however often it stands there. */
export class WordMatcher {
  readonly #known = new Map<string, readonly Match[]>();

  constructor(readonly distinctive: ReadonlyMap<string, number>) {}

  /** Calls `visit` for every occurrence in `text`, in order. */
  each(text: string, visit: (match: Match) => void): void {
    eachRun(text, (start, end, pairs) => {
      const run = text.slice(start, end);
      let matches = this.#known.get(run);
      if (matches === undefined) {
        matches = this.#read(run, pairs);
        this.#known.set(run, matches);
      }
      for (const match of matches) visit(match);
    });
  }

  weight(root: string): number {
    return this.distinctive.get(root) ?? 0;
  }

  #read(run: string, pairs: boolean): Match[] {
    const found: Match[] = [];
    for (const token of pairs ? pairTokens(run) : identifierTokens(run)) {
      const root = stem(token);
      if (this.distinctive.has(root) && !STOP_WORDS.has(token)) found.push({ token, root });
    }
    return found;
  }
}
