import prefixTable from "../data/prefixes.txt" with { type: "text" };
import secretTable from "../data/secrets.txt" with { type: "text" };
import unlistedTable from "../data/unlisted.txt" with { type: "text" };
import { RuleFinder } from "../rule_finder.ts";
import { type Rule, rulesOf } from "../rule_table.ts";
import { isSecretByName } from "./assignment_value.ts";
import { isDrawnByLot } from "./random_text.ts";
import { REDACTED, type Span } from "../span.ts";

/** Rules that are asked of a whole text, each once it has something of what the rule needs. */
export class RuleSet extends RuleFinder {
  constructor(rules: readonly Rule[], readonly fold = (text: string) => text.toLowerCase()) {
    super(rules);
  }

  findersFor(text: string): ((text: string) => Generator<Span>)[] {
    const possible = new Set<number>();
    this.find(this.fold(text), (rule) => possible.add(rule));
    return [...possible].sort((a, b) => a - b).map((index) => (text) =>
      matches(text, this.rules[index] as Rule, this.pattern(index))
    );
  }
}

/** What a rule says about a match stands at the head of `data/secrets.txt`. */
function* matches(text: string, { kind, label }: Rule, pattern: RegExp): Generator<Span> {
  for (const { 0: whole, 1: kept = "", index, groups } of text.matchAll(pattern)) {
    const end = index + whole.length;
    const { name, value = "", random } = groups ?? {};
    if (name !== undefined) {
      if (isSecretByName(name, value)) yield { start: end - value.length, end, kind };
    } else if (kept !== whole && (random === undefined || isDrawnByLot(random))) {
      yield { start: index + kept.length, end, kind, label: label || REDACTED };
    }
  }
}

/** What may follow a prefix, and how an example of it is written. */
const TAILS: Readonly<Record<string, readonly [pattern: string, alphabet: string]>> = {
  wide: ["[\\w.=+/~%-]", "A"],
  word: ["[\\w-]", "A"],
  hex: ["[\\da-fA-F]", "h"],
  base32: ["[A-Z2-7]", "s"],
};
/** What stands for a token: `xxxxxxxx`, `your-token`, one letter again and again, the words of a name. */
const MADE_UP = "(?!your|\\.{3}|x{4}|X{4}|0{8}|(.)\\2{7}|[a-z]{2,14}(?:[_-][a-z]{2,14}){2,8}(?![\\w-]))";
/** Characters: a longer prefix is no longer shown, for it would itself be a good part of the secret. */
const LONGEST_SHOWN = 7;
const SHOWN = /^[a-z]{2,4}_$|^(?:LTAI|AIza|SG\.|sk-)$/;

/** A rule for each prefix of the table, the longest first, so that `live_pub_` is not taken for `live_`. */
function prefixRules(): Rule[] {
  const rows = prefixTable.split("\n").filter((row) => !/^(?:#|$)/.test(row));
  const rules = rows.flatMap((row) => {
    const [kind = "", least = "", tail = "", ...prefixes] = row.split(" ");
    const isWeak = tail.startsWith("~");
    const [letter = "", alphabet] = TAILS[tail.replace("~", "")] ?? [];
    const follows = `${letter}{${least}}${letter}*`;
    // The fixed text comes first, since that is looked for fastest. An escaped line end before it is no letter.
    const before = isWeak ? "[\\w+-]" : "[A-Za-z0-9]";
    return prefixes.map((prefix): Rule => ({
      kind,
      needs: [prefix],
      get label() {
        const isShown = prefix.length <= LONGEST_SHOWN && SHOWN.test(prefix);
        return isShown ? `${prefix}${REDACTED}` : REDACTED;
      },
      // A little longer than need be, since what begins like words must look random as well.
      get example() {
        const length = alphabet === "A" ? Math.max(Number(least), 24) + 8 : least;
        return `see ‹${prefix}{${alphabet}${length}}› here`;
      },
      get patterns() {
        const literal = prefix.replace(/[$+.]/g, "\\$&");
        const alone = `(?<!(?:(?<!\\\\)|\\\\(?![nrt]))${before}${literal})`;
        return [`/()${literal}${alone}${MADE_UP}${isWeak ? `(?<random>${follows})` : follows}/g`];
      },
    }));
  });
  return rules.sort((a, b) => (b.needs[0] ?? "").length - (a.needs[0] ?? "").length);
}

export const SECRETS = new RuleSet(rulesOf(secretTable));
export const TOKENS = new RuleSet([...prefixRules(), ...rulesOf(unlistedTable)], (text) => text);
