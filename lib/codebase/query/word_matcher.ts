import { STOP_WORDS } from "./common_words.ts";
import { characterClasses, runTokens, stem, stemsPattern } from "./tokens.ts";

/** A word in a text: its stem, and the column (from 0) of its line at which its identifier begins. */
export interface Hit {
  root: string;
  column: number;
}

/** Finds a request's words (stem → weight) in texts. Only identifiers that hold the beginning of a word are looked at, each once, however often it stands there: in most files few do. */
export class WordMatcher {
  readonly #known = new Map<string, readonly string[]>();
  /** What every word with one of these stems holds. */
  readonly #hint: RegExp;
  /** The text that was read by line last: what grounds a finding is what its lines are chosen by. */
  #last: { text: string; lines: ReadonlyMap<number, Hit[]> } | undefined;

  constructor(readonly weights: ReadonlyMap<string, number>) {
    this.#hint = stemsPattern(weights.keys(), "gi");
  }

  /** Calls `visit` for every occurrence in `text`, in order, with its stem and where its identifier begins. */
  each(text: string, visit: (root: string, at: number) => void): void {
    const hint = this.#hint;
    const classes = characterClasses();
    hint.lastIndex = 0;
    while (hint.test(text)) {
      let end = hint.lastIndex;
      let start = end - 1;
      const kind = classes[text.charCodeAt(start)];
      if (kind === 0) continue;
      while (start > 0 && classes[text.charCodeAt(start - 1)] === kind) start--;
      while (end < text.length && classes[text.charCodeAt(end)] === kind) end++;
      for (const root of this.#roots(text.slice(start, end), kind === 2)) visit(root, start);
      hint.lastIndex = end;
    }
  }

  /** The stems that stand anywhere in a text. */
  in(text: string): Set<string> {
    const roots = new Set<string>();
    this.each(text, (root) => roots.add(root));
    return roots;
  }

  /** What stands on each line (from 0) that has any of the words, in order of lines. */
  byLine(text: string): ReadonlyMap<number, Hit[]> {
    if (this.#last?.text === text) return this.#last.lines;
    const lines = new Map<number, Hit[]>();
    let [line, begins, ends] = [0, 0, text.indexOf("\n")];
    this.each(text, (root, at) => {
      while (ends !== -1 && ends < at) {
        [line, begins, ends] = [line + 1, ends + 1, text.indexOf("\n", ends + 1)];
      }
      const hit = { root, column: at - begins };
      const here = lines.get(line);
      if (here) here.push(hit);
      else lines.set(line, [hit]);
    });
    this.#last = { text, lines };
    return lines;
  }

  weight(root: string): number {
    return this.weights.get(root) ?? 0;
  }

  #roots(run: string, pairs: boolean): readonly string[] {
    let found = this.#known.get(run);
    if (found === undefined) {
      const words = runTokens(run, pairs).filter((token) => !STOP_WORDS.has(token));
      found = words.map(stem).filter((root) => this.weights.has(root));
      this.#known.set(run, found);
    }
    return found;
  }
}
