import { patternOf, type Rule } from "./rule_table.ts";

/** Characters of the shortest need that can be found by its beginning. */
const KEY = 3;
/** Bits by which a key moves on at each character, so that nothing is left of the one before its first. */
const BITS = 5;
const TABLE = 1 << KEY * BITS;

interface Need {
  text: string;
  rule: number;
}

/** Rules of which most texts have to be asked none: what they need is looked for in one walk, however many there are. */
export class RuleFinder {
  readonly #byStart = new Map<number, Need[]>();
  readonly #isStart = new Uint8Array(TABLE);
  readonly #short: Need[] = [];
  readonly #patterns: (RegExp | undefined)[] = [];

  constructor(readonly rules: readonly Rule[], readonly compile = patternOf) {
    const all = rules.flatMap(({ needs }, rule) => needs.map((text): Need => ({ text, rule })));
    for (const need of all) {
      const { text } = need;
      if (text.length < KEY) {
        this.#short.push(need);
        continue;
      }
      let key = 0;
      for (let at = 0; at < KEY; at++) key = keyOf(key, text.charCodeAt(at));
      this.#byStart.set(key, [...this.#byStart.get(key) ?? [], need]);
      this.#isStart[key] = 1;
    }
  }

  /** Tells of every place in a text, spelled as needs are, where something stands that a rule needs, in no order. Takes time proportional to the text. */
  find(searched: string, visit: (rule: number, need: string, at: number) => void): void {
    const isStart = this.#isStart;
    for (let at = 0, key = 0; at < searched.length; at++) {
      key = keyOf(key, searched.charCodeAt(at));
      if (isStart[key] === 0 || at < KEY - 1) continue;
      const from = at + 1 - KEY;
      for (const { text, rule } of this.#byStart.get(key) ?? []) {
        if (searched.startsWith(text, from)) visit(rule, text, from);
      }
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

/** The key of the last characters, from that of those before the last. */
function keyOf(before: number, last: number): number {
  return (before << BITS ^ last) & (TABLE - 1);
}
