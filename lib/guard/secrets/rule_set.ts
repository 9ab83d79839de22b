import { patternOf, type Rule, rulesOf } from "../rule_table.ts";
import table from "../data/secrets.txt" with { type: "text" };
import { WordFinder } from "../word_finder.ts";
import { isSecretByName } from "./name_strength.ts";
import { lineBreaks } from "./span.ts";

/** Rules of which most texts have to be asked none: what they need is looked for in one walk. */
export class RuleSet {
  readonly rules: readonly Rule[];
  readonly #patterns: (RegExp | undefined)[] = [];
  readonly #finder: WordFinder;
  /** The rule of each text that is looked for. */
  readonly #owners: readonly number[];

  constructor(rules: readonly Rule[] = rulesOf(table)) {
    this.rules = rules;
    this.#finder = new WordFinder(rules.flatMap(({ needs }) => needs));
    this.#owners = rules.flatMap(({ needs }, index) => needs.map(() => index));
  }

  redact(text: string, note: (kind: string) => void): string {
    const possible = new Uint8Array(this.rules.length);
    this.#finder.find(text.toLowerCase(), (need) => {
      possible[this.#owners[need] ?? 0] = 1;
    });
    let clean = text;
    for (const [index, { kind, label, patterns: [pattern = ""] }] of this.rules.entries()) {
      if (possible[index] !== 1) continue;
      const compiled = this.#patterns[index] ??= patternOf(pattern);
      clean = applied(compiled, label || "<redacted>", clean, () => note(kind));
    }
    return clean;
  }
}

function applied(pattern: RegExp, label: string, text: string, note: () => void): string {
  return text.replace(pattern, (whole: string, ...rest: unknown[]) => {
    const named = rest.at(-1);
    if (typeof named !== "object" || named === null) {
      note();
      const kept = String(rest[0]);
      return `${kept}${label}${lineBreaks(whole.slice(kept.length))}`;
    }
    const { name = "", value = "" } = named as Record<string, string>;
    if (!isSecretByName(name, value)) return whole;
    note();
    return `${whole.slice(0, whole.length - value.length)}${label}`;
  });
}
