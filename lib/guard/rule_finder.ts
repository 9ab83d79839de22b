import { patternOf, type Rule } from "./rule_table.ts";

/** Characters of the shortest need that can be found by its beginning. */
const KEY = 3;
const TABLE = 1 << 13;

interface Need {
  text: string;
  rule: number;
}

/** Rules of which most texts have to be asked none: what they need is looked for in one walk, however many there are. */
export class RuleFinder {
  readonly #byStart = new Array<Need[] | undefined>(TABLE);
  readonly #short: Need[] = [];
  readonly #patterns: (RegExp | undefined)[] = [];

  constructor(readonly rules: readonly Rule[], readonly compile = patternOf) {
    const all = rules.flatMap(({ needs }, rule) => needs.map((text): Need => ({ text, rule })));
    for (const need of all) {
      const { text } = need;
      const key = keyOf(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2));
      if (text.length < KEY) this.#short.push(need);
      else (this.#byStart[key] ??= []).push(need);
    }
  }

  /** Tells of every place in a text, spelled as needs are, where something stands that a rule needs, in no order. Takes time proportional to the text. */
  find(searched: string, visit: (rule: number, need: string, at: number) => void): void {
    const byStart = this.#byStart;
    let [first, second] = [0, 0];
    for (let at = 0; at < searched.length; at++) {
      const third = searched.charCodeAt(at);
      const needs = at < KEY - 1 ? undefined : byStart[keyOf(first, second, third)];
      if (needs !== undefined) {
        const from = at + 1 - KEY;
        for (const { text, rule } of needs) if (searched.startsWith(text, from)) visit(rule, text, from);
      }
      first = second;
      second = third;
    }
    for (const { text, rule } of this.#short) {
      for (let at = searched.indexOf(text); at >= 0; at = searched.indexOf(text, at + text.length)) {
        visit(rule, text, at);
      }
    }
  }

  pattern(rule: number): RegExp {
    return this.#patterns[rule] ??= this.compile(this.rules[rule]?.patterns[0] ?? "");
  }
}

function keyOf(first: number, second: number, third: number): number {
  return (first * 961 + second * 31 + third) & (TABLE - 1);
}
