import prefixTable from "../data/prefixes.txt" with { type: "text" };
import secretTable from "../data/secrets.txt" with { type: "text" };
import { type Rule, RuleFinder, rulesOf } from "../rule_table.ts";
import { isSecretByName } from "./assignment_value.ts";
import { isDrawnByLot } from "./random_text.ts";
import { REDACTED, type Span } from "./span.ts";

/** Rules that are asked of a whole text, each once it has something of what the rule needs. */
export class RuleSet {
  readonly #finder: RuleFinder;
  readonly #fold: (text: string) => string;

  /** @param fold how a text is spelled as its rules' needs are. */
  constructor(readonly rules: readonly Rule[], fold = (text: string) => text.toLowerCase()) {
    this.#finder = new RuleFinder(rules);
    this.#fold = fold;
  }

  /** One finder for each rule that a text may have something of, in order. */
  findersFor(text: string): ((text: string) => Generator<Span>)[] {
    const possible = new Set<number>();
    this.#finder.find(this.#fold(text), (rule) => possible.add(rule));
    return [...possible].sort((a, b) => a - b).map((index) => (text) =>
      matches(text, this.rules[index] as Rule, this.#finder.pattern(index))
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

/** What may follow a prefix. */
const TAILS: Readonly<Record<string, string>> = {
  wide: "[\\w.=+/~%-]",
  word: "[\\w-]",
  hex: "[\\da-fA-F]",
  base32: "[A-Z2-7]",
};
/** What stands for a token: `xxxxxxxx`, `your-token`, one letter again and again, the words of a name. */
const MADE_UP = "(?!your|\\.{3}|x{4}|X{4}|0{8}|(.)\\2{7}|[a-z]{2,14}(?:[_-][a-z]{2,14}){2,8}(?![\\w-]))";
/** Characters: a longer prefix is no longer shown, for it would itself be a good part of the secret. */
const LONGEST_SHOWN = 7;

/** The rows of the table. */
export const PREFIXES = prefixTable.split("\n").filter((row) => !/^(?:#|$)/.test(row)).map((row) => {
  const [kind = "", least = "", tail = "", ...prefixes] = row.split(" ");
  return { kind, least: Number(least), tail: tail.replace("~", ""), weak: tail.startsWith("~"), prefixes };
});

/** A rule for each prefix, the longest first, so that `live_pub_` is not taken for `live_`. */
function prefixRules(): Rule[] {
  const rules = PREFIXES.flatMap(({ kind, least, tail, weak, prefixes }) =>
    prefixes.map((prefix): Rule => {
      const literal = prefix.replace(/[$+.]/g, "\\$&");
      // The fixed text comes first, since that is looked for fastest. An escaped line end before it is no letter.
      const before = weak ? "[\\w+-]" : "[A-Za-z0-9]";
      const alone = `(?<!(?:(?<!\\\\)|\\\\(?![nrt]))${before}${literal})`;
      const isShown = prefix.length <= LONGEST_SHOWN && /^[a-z]{2,4}_$|^(?:LTAI|AIza|SG\.|sk-)$/.test(prefix);
      const tailPattern = `${TAILS[tail]}{${least}}${TAILS[tail]}*`;
      const rest = weak ? `(?<random>${tailPattern})` : tailPattern;
      return {
        kind,
        needs: [prefix],
        label: isShown ? `${prefix}${REDACTED}` : REDACTED,
        example: "",
        patterns: [`/()${literal}${alone}${MADE_UP}${rest}/g`],
      };
    })
  );
  return rules.sort((a, b) => (b.needs[0] ?? "").length - (a.needs[0] ?? "").length);
}

/** First words of names that carry digests and identifiers, not secrets. */
const OF_DIGEST =
  "(?:[sS][hH][aA]\\d*|md\\d|blake\\w{0,4}|git|commit|rev|build|hash|etag|uuid|guid|id|v\\d+|blob|chunk|cache|index|main|vendor|test|img|image|file|layer|digest|crc|ref|run|req|trace|span|msg|doc|node|app|page|dev|branch|master|release|call|resp|chatcmpl|asst|thread|toolu|item|batch|conv|step)[_-]";
/** A token of a service nobody listed: a short word, then base62 or long hexadecimal text. Neither the value of an `id` nor a repository with its commit is one. */
const UNLISTED: Rule = {
  kind: "token",
  needs: ["_", "-"],
  label: "",
  example: "",
  patterns: [
    `/()(?<![\\w.\\/@%+=-])(?<![iI][dD]s?["']?\\s{0,3}[:=]\\s{0,3}["'\`])(?!(?:[A-Za-z\\d]{1,12}[_-]){0,2}${OF_DIGEST})(?!(?:[a-z]+-){2,3}[0-9a-f]{40}(?!\\w))` +
    `(?:[A-Za-z][a-z\\d]{1,11}|[A-Z]{2,12})(?:[_-][a-z\\d]{2,10}){0,2}[_-](?<random>[A-Za-z\\d]{22,200})(?![\\w.\\/@-])/g`,
  ],
};

export const SECRETS = new RuleSet(rulesOf(secretTable));
export const TOKENS = new RuleSet([...prefixRules(), UNLISTED], (text) => text);
