import { assert, assertEquals } from "@std/assert";
import { filterInjection, sentencePattern, TABLES } from "../../lib/guard/injection/injection.ts";
import { rulesOf } from "../../lib/guard/rule_table.ts";
import { redact } from "../../lib/guard/secrets/redact.ts";
import { PREFIXES, RuleSet, SECRETS } from "../../lib/guard/secrets/rules.ts";
import { replaced } from "../../lib/guard/secrets/span.ts";
import { spellLines } from "../fixtures/guard/corpus/spell.ts";

const SEEDS = [1, 2, 3];

Deno.test("each rule for secrets takes the secret out of its own example, and nothing else", () => {
  for (const rule of SECRETS.rules) {
    const set = new RuleSet([rule]);
    const alone = (text: string) =>
      set.findersFor(text).reduce((clean, find) => replaced(clean, find(clean), () => {}), text);
    for (const seed of SEEDS) {
      const [example = ""] = spellLines([rule.example], seed);
      const [, before = "", secret = "", after = ""] = /^([^]*)‹([^]*)›([^]*)$/.exec(example) ?? [];
      assert(secret !== "", `${rule.example} marks no secret`);
      const text = before + secret + after;
      const clean = alone(text);
      // A label may say what it was.
      const kept = before.replace(/bearer $/i, "");
      const label = clean.slice(kept.length, clean.length - after.length);
      assert(clean.startsWith(kept) && clean.endsWith(after), clean);
      assert(/^(?:Bearer )?(?:AKIA)? ?<redacted>\n*$/.test(label), `${rule.kind}: ${text} became ${clean}`);
      assertEquals(alone(clean), clean, "twice");
      assert(!redact(text).text.includes(secret.slice(0, 12)), `all rules: ${text}`);
    }
  }
});

const TAILS: Readonly<Record<string, string>> = { word: "{A", wide: "{A", hex: "{h", base32: "{s" };

Deno.test("each prefix tells a token of its service", () => {
  for (const { kind, least, tail, prefixes } of PREFIXES) {
    for (const prefix of prefixes) {
      // A little longer than need be, since what begins like words must look random as well.
      const length = tail === "hex" || tail === "base32" ? least : Math.max(least, 24) + 8;
      for (const text of SEEDS.flatMap((seed) => spellLines([`${prefix}${TAILS[tail]}${length}}`], seed))) {
        const { text: clean } = redact(`see ${text} here`);
        assert(!clean.includes(text.slice(-10)), `${kind}: ${text} became ${clean}`);
      }
    }
  }
});

for (const { example, patterns, needs } of TABLES.flatMap(rulesOf)) {
  Deno.test(`the filter removes: ${example}`, () => {
    assert(example.search(sentencePattern(patterns[0] ?? "")) >= 0, "the rule itself matches its example");
    assert(needs.some((need) => example.toLowerCase().includes(need)), "and is tried on it");
    const { text } = filterInjection(`before\n${example}\nafter`);
    assertEquals(text.split("\n").map((line) => line.includes("[filtered]")), [false, true, false]);
    assert(!text.includes(example));
  });
}
