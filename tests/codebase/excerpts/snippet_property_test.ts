import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { DEFAULTS } from "../../../lib/settings/defaults.ts";
import { type Quote, quote, quoteAround } from "../../../lib/codebase/excerpts/quote.ts";
import { cleanQuotes } from "../../../lib/tools/clean_output.ts";
import { spell, survives } from "../../fixtures/guard/corpus/spell.ts";
import { holds } from "../../fixtures/property.ts";

/** Lines as they leave the channel. */
function shown(all: readonly string[], lines: Quote): string {
  return cleanQuotes(quote(all, lines, []))?.quotes.snippet.text ?? "";
}

const FUNCTION = { name: "a", kind: "function", signature: "a()" } as const;
const line = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => text.replaceAll("\n", " ")),
  fc.constantFrom("", "  x = 1;", "é".repeat(300), "👩‍💻".repeat(90), `${"a".repeat(239)}😀`),
);
const lines = fc.array(line, { minLength: 1, maxLength: 60 });

Deno.test("property: a snippet has the line asked for, no more lines than it may, and no half characters", () => {
  holds(
    fc.property(lines, fc.nat(80), fc.nat(80), (all, at, length) => {
      const line = 1 + at % all.length;
      const symbol = { ...FUNCTION, line, endLine: Math.min(all.length, line + length) };
      for (const quote of [quoteAround(all, line), quoteAround(all, line, symbol)]) {
        const text = shown(all, quote);
        const lines = text.split("\n");
        assert(lines.length <= DEFAULTS.maxSnippetLines);
        assert(quote.start >= 1 && quote.start <= line && line < quote.start + lines.length);
        for (const each of lines) assert(each.length <= 241);
        assert(text.isWellFormed() || !all.join("\n").isWellFormed());
      }
    }),
    200,
  );
});

const LINES = Array.from({ length: 50 }, (_, at) => `line ${at + 1}`);

Deno.test("a line stands in the middle of what is quoted, moved inwards at the ends of the file; a definition that fits is whole", () => {
  const span = (line: number, from?: number, to?: number, max?: number) => {
    const symbol = from === undefined ? undefined : { ...FUNCTION, line: from, endLine: to ?? from };
    const { start, end } = quoteAround(LINES, line, symbol, max === undefined ? {} : { max });
    return [start, end];
  };
  assertEquals([span(25), span(1), span(50), span(999)], [[16, 35], [1, 20], [31, 50], [31, 50]]);
  assertEquals(span(25, undefined, undefined, 3), [24, 26]);
  assertEquals([span(12, 10, 15), span(11, 10, 45), span(27, 10, 28)], [[10, 15], [10, 29], [10, 28]]);
  assertEquals(shown(["x".repeat(500)], { start: 1, end: 1 }), `${"x".repeat(240)}…`);
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
        const text = shown(all, quoteAround(all, 1 + at % all.length, undefined, { max }));
        assertEquals(survives(sample, text), false, text);
      },
    ),
    200,
  );
});
