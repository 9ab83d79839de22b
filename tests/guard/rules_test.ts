import { assert, assertEquals } from "@std/assert";
import assignments from "../../lib/guard/data/assignments.txt" with { type: "text" };
import filePatterns from "../../lib/guard/data/file_patterns.txt" with { type: "text" };
import hidden from "../../lib/guard/data/hidden.txt" with { type: "text" };
import secretNames from "../../lib/guard/data/secret_names.txt" with { type: "text" };
import settings from "../../lib/guard/data/settings.txt" with { type: "text" };
import tables from "../../lib/guard/data/tables.txt" with { type: "text" };
import { redactConfiguration } from "../../lib/guard/secrets/configuration.ts";
import {
  filterInjection,
  removeHiddenCharacters,
  sentencePattern,
  TABLES,
} from "../../lib/guard/injection/injection.ts";
import { patternOf, rulesOf } from "../../lib/guard/rule_table.ts";
import { redact } from "../../lib/guard/secrets/redact.ts";
import { RuleSet, SECRETS, TOKENS } from "../../lib/guard/secrets/rules.ts";
import { replaced } from "../../lib/guard/span.ts";
import { spellLines } from "../fixtures/guard/corpus/spell.ts";

const SEEDS = [1, 2, 3];

Deno.test("each rule and each prefix of a token takes the secret out of its own example, and nothing else", () => {
  for (const { rules, fold } of [SECRETS, TOKENS]) {
    for (const rule of rules) {
      const set = new RuleSet([rule], fold);
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
        assert(
          /^(?:Bearer |[\w.-]{2,7})? ?<redacted>\n*$/.test(label),
          `${rule.kind}: ${text} became ${clean}`,
        );
        assertEquals(alone(clean), clean, "twice");
        const middle = secret.slice(secret.length / 2).slice(0, 8);
        assert(!redact(text).text.includes(middle), `all rules: ${text}`);
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

for (
  const [what, table, clean] of [
    ["a setting", settings, redactConfiguration],
    ["an assignment", assignments, (text: string) => redact(text).text],
    ["a table", tables, (text: string) => redact(text).text],
  ] as const
) {
  Deno.test(`each form of ${what} takes the value out of its own example`, () => {
    for (const { example } of rulesOf(table)) {
      const [before, value, after] = example.split(/[‹›]/);
      assertEquals(clean(`${before}${value}${after}`), `${before}<redacted>${after}`);
    }
  });
}

Deno.test("each kind of hidden character goes, and is counted", () => {
  for (const { example } of rulesOf(hidden)) {
    assertEquals(removeHiddenCharacters(example), { text: "ab", removed: 1 });
  }
});

for (const { kind, example, patterns: [written = ""] } of [filePatterns, secretNames].flatMap(rulesOf)) {
  Deno.test(`${kind} is told by its own example`, () => assert(patternOf(written).test(example), example));
}
