import { assertEquals } from "@std/assert";
import { snippetAround, snippetWithin } from "../../../lib/codebase/excerpts/snippet.ts";

const LINES = Array.from({ length: 50 }, (_, at) => `line ${at + 1}`);
const span = (
  { startLine, text }: { startLine: number; text: string },
) => [startLine, startLine + text.split("\n").length - 1];

Deno.test("a snippet has its line in the middle, and is moved inwards at both ends of the file", () => {
  assertEquals(span(snippetAround(LINES, 25)), [16, 35]);
  assertEquals(span(snippetAround(LINES, 1)), [1, 20]);
  assertEquals(span(snippetAround(LINES, 50)), [31, 50]);
  assertEquals(span(snippetAround(LINES, 25, 3)), [24, 26]);
  assertEquals(snippetAround(LINES, 2, 1), { startLine: 2, text: "line 2" });
});

Deno.test("a line beyond the file is taken for its last, and a short file is given whole", () => {
  assertEquals(span(snippetAround(LINES, 999)), [31, 50]);
  assertEquals(snippetAround(["a", "b"], 1), { startLine: 1, text: "a\nb" });
});

Deno.test("a definition that fits is given whole, a longer one around the line within it", () => {
  assertEquals(span(snippetWithin(LINES, { from: 10, to: 15, line: 12 })), [10, 15]);
  assertEquals(span(snippetWithin(LINES, { from: 10, to: 45, line: 11 })), [10, 29]);
  assertEquals(span(snippetWithin(LINES, { from: 10, to: 45, line: 44 })), [26, 45]);
});

Deno.test("long lines are cut, and say so", () => {
  assertEquals(snippetAround(["x".repeat(500)], 1).text, `${"x".repeat(240)}…`);
});
