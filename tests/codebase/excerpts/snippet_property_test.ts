import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { redact } from "../../../lib/guard/secrets/redact.ts";
import { DEFAULTS } from "../../../lib/settings/defaults.ts";
import { snippetAround, snippetWithin } from "../../../lib/codebase/excerpts/snippet.ts";
import { spell, survives } from "../../fixtures/guard/corpus/spell.ts";
import { holds } from "../../fixtures/property.ts";

const line = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => text.replaceAll("\n", " ")),
  fc.constantFrom("", "  x = 1;", "é".repeat(300), "👩‍💻".repeat(90), `${"a".repeat(239)}😀`),
);
const lines = fc.array(line, { minLength: 1, maxLength: 60 });

Deno.test("property: a snippet has the line asked for, no more lines than it may, and no half characters", () => {
  holds(
    fc.property(lines, fc.nat(80), fc.nat(80), (all, at, length) => {
      const line = 1 + at % all.length;
      const within = { from: line, to: Math.min(all.length, line + length), line };
      for (const { startLine, text } of [snippetAround(all, line), snippetWithin(all, within)]) {
        const shown = text.split("\n");
        assert(shown.length <= DEFAULTS.maxSnippetLines);
        assert(startLine >= 1 && startLine <= line && line < startLine + shown.length);
        for (const each of shown) assert(each.length <= 241);
        assert(text.isWellFormed() || !all.join("\n").isWellFormed());
      }
    }),
    200,
  );
});

/** Secrets that only a whole text gives away, with lines before and after them. */
const edges = spell([
  ["key", "§", "{BEGIN RSA}\n{B64}\n{B64}\n{B64}\n{B64}\n{B64}\n{B64}\n{B40}\n{END RSA}"],
  ["long line", `${"x".repeat(220)} token = "§"`, "ghp·_{A36}"],
  ["block", "token: |\n  §", "{A40}"],
  ["variable", 'variable "db_password" {\n  type    = string\n  default = "§"\n}', "{A16}"],
  ["manifest", "kind: Secret\ntype: Opaque\ndata:\n  host: §", "{A22}=="],
], 5);

Deno.test("property: no edge of a snippet halves a secret", () => {
  holds(
    fc.property(
      fc.constantFrom(...edges),
      fc.array(fc.constantFrom("", "a = 1", "// note"), { maxLength: 40 }),
      fc.array(fc.constantFrom("", "b = 2", "# note"), { maxLength: 40 }),
      fc.nat(),
      fc.integer({ min: 1, max: 20 }),
      (sample, before, after, at, max) => {
        const all = [...before, ...sample.text.split("\n"), ...after];
        const { text } = snippetAround(all, 1 + at % all.length, max);
        assertEquals(survives(sample, redact(text).text), false, text);
      },
    ),
    200,
  );
});
