import { STOP_WORDS } from "./common_words.ts";
import { characterClasses, runTokens, stem, stemPattern } from "./tokens.ts";

/** A distinctive word as it stands in a text, and its stem. */
export interface Match {
  token: string;
  root: string;
}

/**
 * Finds a request's distinctive words (stem → weight) in texts. Only identifiers that hold the beginning of a word are looked at, each once, however
 * often it stands there: in most files few do.
 */
export class WordMatcher {
  readonly #known = new Map<string, readonly Match[]>();
  readonly #hint: RegExp | undefined;

  constructor(readonly distinctive: ReadonlyMap<string, number>) {
    this.#hint = hintOf([...distinctive.keys()]);
  }

  /** Calls `visit` for every occurrence in `text`, in order. */
  each(text: string, visit: (match: Match) => void): void {
    const hint = this.#hint;
    if (hint === undefined) return;
    const classes = characterClasses();
    hint.lastIndex = 0;
    for (let hit = hint.exec(text); hit !== null; hit = hint.exec(text)) {
      const kind = classes[text.charCodeAt(hit.index)];
      if (kind === 0) continue;
      let start = hit.index;
      while (start > 0 && classes[text.charCodeAt(start - 1)] === kind) start--;
      let end = hit.index + 1;
      while (end < text.length && classes[text.charCodeAt(end)] === kind) end++;
      for (const match of this.#matches(text.slice(start, end), kind === 2)) visit(match);
      hint.lastIndex = end;
    }
  }

  weight(root: string): number {
    return this.distinctive.get(root) ?? 0;
  }

  #matches(run: string, pairs: boolean): readonly Match[] {
    const known = this.#known.get(run);
    if (known) return known;
    const found: Match[] = [];
    for (const token of runTokens(run, pairs)) {
      const root = stem(token);
      if (this.distinctive.has(root) && !STOP_WORDS.has(token)) found.push({ token, root });
    }
    this.#known.set(run, found);
    return found;
  }
}

/** What every word with one of these stems holds. */
function hintOf(roots: readonly string[]): RegExp | undefined {
  const held = roots.filter((root) => root !== "").map(stemPattern);
  return held.length === 0 ? undefined : new RegExp(held.join("|"), "gi");
}
