import { isSecretByName } from "./assignment.ts";
import { WordFinder } from "../word_finder.ts";

/**
 * A secret that its surroundings give away. Every repetition in a pattern is bounded or begins at a fixed text, so that it takes time proportional to
 * the text.
 */
export interface Rule {
  kind: string;
  /** In lower case; one of them stands wherever the pattern matches. */
  needs: readonly string[];
  /** Group 1 stays and what follows it goes, but for its line ends; or group `value`, its end, goes where `name` says that it is a secret. */
  pattern: RegExp;
  /** What stands in its place; `<redacted>` unless said otherwise. */
  label?: string;
  /** A text that the rule is there for, its secret between ‹ and ›; `{A12}` stands for twelve letters and digits. */
  example: string;
}

/** Rules of which most texts have to be asked none: what they need is looked for in one walk. */
export class RuleSet {
  readonly #rules: readonly Rule[];
  readonly #finder: WordFinder;
  /** The rule of each text that is looked for. */
  readonly #owners: readonly number[];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    this.#finder = new WordFinder(rules.flatMap(({ needs }) => needs));
    this.#owners = rules.flatMap(({ needs }, index) => needs.map(() => index));
  }

  redact(text: string, note: (kind: string) => void): string {
    const possible = new Uint8Array(this.#rules.length);
    this.#finder.find(text.toLowerCase(), (need) => {
      possible[this.#owners[need] ?? 0] = 1;
    });
    let clean = text;
    for (const [index, rule] of this.#rules.entries()) {
      if (possible[index] === 1) clean = applied(rule, clean, note);
    }
    return clean;
  }
}

function applied(
  { kind, pattern, label = "<redacted>" }: Rule,
  text: string,
  note: (kind: string) => void,
): string {
  return text.replace(pattern, (whole: string, ...rest: unknown[]) => {
    const named = rest.at(-1);
    if (typeof named !== "object" || named === null) {
      note(kind);
      const kept = String(rest[0]);
      return `${kept}${label}${whole.slice(kept.length).replace(/[^\n]+/g, "")}`;
    }
    const { name = "", value = "" } = named as Record<string, string>;
    if (!isSecretByName(name, value)) return whole;
    note(kind);
    return `${whole.slice(0, whole.length - value.length)}${label}`;
  });
}
