import { assert, assertEquals } from "@std/assert";
import { redact } from "../../../lib/guard/secrets/redact.ts";
import { RuleSet } from "../../../lib/guard/secrets/rule_set.ts";
import { COMMANDS } from "../../../lib/guard/secrets/rules/commands.ts";
import { PAIRS } from "../../../lib/guard/secrets/rules/pairs.ts";
import { PASSWORDS } from "../../../lib/guard/secrets/rules/passwords.ts";
import { PREFIX_ROWS } from "../../../lib/guard/secrets/rules/prefixes.ts";
import { SERVICES } from "../../../lib/guard/secrets/rules/services.ts";
import { spellLines } from "../../fixtures/guard/corpus/spell.ts";

const SEEDS = [1, 2, 3];

for (const [table, rules] of Object.entries({ COMMANDS, PASSWORDS, SERVICES, PAIRS })) {
  Deno.test(`each rule of ${table} takes the secret out of its own example, and nothing else`, () => {
    for (const rule of rules) {
      const alone = new RuleSet([rule]);
      for (const seed of SEEDS) {
        const [example = ""] = spellLines([rule.example], seed);
        const [, before = "", secret = "", after = ""] = /^([^]*)‹([^]*)›([^]*)$/.exec(example) ?? [];
        assert(secret !== "", `${rule.example} marks no secret`);
        const text = before + secret + after;
        const clean = alone.redact(text, () => {});
        assert(!clean.includes(secret.slice(0, 12)), `${rule.kind}: ${text} became ${clean}`);
        // A label may say what it was.
        assert(
          clean.endsWith(after) && /^(?:Bearer )?(?:AKIA)?<redacted>\n*$/.test(labelIn(clean, before, after)),
          clean,
        );
        assertEquals(alone.redact(clean, () => {}), clean, "twice");
        assert(!redact(text).text.includes(secret.slice(0, 12)), `all rules: ${text}`);
      }
    }
  });
}

function labelIn(clean: string, before: string, after: string): string {
  const label = clean.slice(0, clean.length - after.length);
  const kept = before.replace(/bearer $/i, "");
  return label.startsWith(kept) ? label.slice(kept.length) : `${label} does not begin with ${kept}`;
}

const TAILS = { word: "{A", wide: "{A", hex: "{h", base32: "{s" };

Deno.test("each prefix tells a token of its service", () => {
  for (const [kind, prefixes, least, tail = "word"] of PREFIX_ROWS) {
    for (const prefix of prefixes.split(" ")) {
      // A little longer than need be, since what begins like words must look random as well.
      const length = tail === "hex" || tail === "base32" ? least : Math.max(least, 24) + 8;
      for (const text of SEEDS.flatMap((seed) => spellLines([`${prefix}${TAILS[tail]}${length}}`], seed))) {
        const { text: clean } = redact(`see ${text} here`);
        assert(!clean.includes(text.slice(-10)), `${kind}: ${text} became ${clean}`);
      }
    }
  }
});
