import { assert, assertEquals } from "@std/assert";
import type { ToolOutput } from "../../lib/contract/finding.ts";
import { cleanOutput } from "../../lib/tools/clean_output.ts";

const TOKEN = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");

function output(over: Partial<ToolOutput>): ToolOutput {
  return { summary: "", findings: [], data: {}, limits: [], truncated: false, ...over };
}

Deno.test("a secret leaves in no field of an answer, and is counted", () => {
  const source = { tool: "t", version: "-", time: "2026-01-01T00:00:00.000Z" };
  const { output: cleaned, cleaned: { redactions } } = cleanOutput(output({
    summary: TOKEN,
    limits: [`failed with ${TOKEN}`],
    data: { deep: { list: [1, { text: TOKEN }], names: ["a.ts", `b ${TOKEN}`] } },
    findings: [{
      tool: "t",
      path: `src/${TOKEN}.ts`,
      symbol: TOKEN,
      title: TOKEN,
      summary: TOKEN,
      confidence: 1,
      snippet: { startLine: 1, text: `const key = "${TOKEN}";` },
      keyLines: [{ startLine: 7, text: "call(key);" }, { startLine: 9, text: `const other = "${TOKEN}";` }],
      claim: { subject: "key", says: TOKEN },
      source,
    }],
  }));
  assert(!JSON.stringify(cleaned).includes(TOKEN.slice(0, 12)));
  assert(redactions.reduce((sum, { count }) => sum + count, 0) >= 6);
  assertEquals(cleaned.findings[0]?.keyLines?.map(({ startLine }) => startLine), [7, 9]);
  assertEquals(cleaned.findings[0]?.keyLines?.[0]?.text, "call(key);");
});

Deno.test("lists of texts stay as long and in order; a text with line breaks stays one", () => {
  const names = ["src/a.ts", "src/b.ts", "src/c.ts"];
  assertEquals(cleanOutput(output({ data: { names } })).output.data["names"], names);
  const odd = ["one\ntwo", "three"];
  assertEquals(cleanOutput(output({ data: { odd } })).output.data["odd"], odd);
});

Deno.test("a text that is cut is said to be; many short ones that are longer together are not", () => {
  const said = ["texts longer than 20000 characters were cut"];
  for (const text of ["x ".repeat(10_001), "x ".repeat(40_000)]) {
    const { output: cut, cleaned } = cleanOutput(output({ summary: text }));
    assertEquals([cut.summary.length, cut.truncated, cleaned.limits], [20_000, true, said]);
  }
  // Half a character, whoever left it, is no text that a strict reader takes.
  assertEquals(cleanOutput(output({ summary: "x\ud83d", data: { of: "\udc00y" } })).output, {
    ...output({ summary: "x", data: { of: "\ufffdy" } }),
  });
  const names = Array.from({ length: 200 }, (_, at) => `src/${"long/".repeat(30)}${at}.ts`);
  const { output: whole, cleaned } = cleanOutput(output({ summary: "x ".repeat(10_000), data: { names } }));
  assertEquals([whole.data["names"], whole.truncated, cleaned.limits], [names, false, []]);
});
