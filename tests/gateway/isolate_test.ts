import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AutoToolsError } from "../../lib/contract/error_codes.ts";
import { grep } from "../../lib/gateway/isolate/grep.ts";
import { openIsolate } from "../../lib/gateway/isolate/isolate.ts";
import { validate } from "../../lib/gateway/isolate/validate.ts";

const SCHEMA = {
  type: "object",
  properties: { path: { type: "string" }, n: { type: "integer", minimum: 1 }, kind: { enum: ["a", "b"] } },
  required: ["path"],
  additionalProperties: false,
};

Deno.test("arguments are checked, and each problem names its place", () => {
  assertEquals(validate({ schema: SCHEMA, value: { path: "x", n: 2, kind: "a" } }), { problems: [] });
  assertEquals(validate({ schema: SCHEMA, value: { n: 0 } }).problems, [
    'missing property "path"',
    "n: 0 is less than 1",
  ]);
  assertStringIncludes(validate({ schema: SCHEMA, value: { path: 1 } }).problems.join(), "path: ");
  assertStringIncludes(validate({ schema: SCHEMA, value: { path: "x", more: 1 } }).problems.join(), '"more"');
});

Deno.test("a place is named in its own script", () => {
  const schema = { properties: { 类型: { enum: ["新建"] }, "50%#": { type: "string" } } };
  const { problems } = validate({ schema, value: { 类型: "删除", "50%#": 1 } });
  assertEquals(problems.map((problem) => problem.split(":")[0]), ["类型", "50%#"]);
});

Deno.test("grep gives lines with their neighbours, each once, and counts all", () => {
  const text = Array.from({ length: 20 }, (_, at) => at % 5 === 0 ? `hit ${at}` : `line ${at}`).join("\n");
  const found = grep({ text, pattern: "^hit", before: 1, after: 1, limit: 2 });
  assert(!("error" in found));
  assertEquals(found.matches, 4);
  assertEquals(found.lines.map(({ line, match }) => `${line}${match ? ":" : "-"}`), [
    "1:",
    "2-",
    "5-",
    "6:",
    "7-",
  ]);
});

Deno.test("grep shows a long line around its match, through no character", () => {
  const found = grep({
    text: `${"😀".repeat(1001)}needle${"😀".repeat(1001)}`,
    pattern: "needle",
    before: 0,
    after: 0,
    limit: 1,
  });
  assert(!("error" in found));
  const text = found.lines[0]?.text ?? "";
  assertStringIncludes(text, "needle");
  assert(text.length < 520 && text.isWellFormed());
});

Deno.test("a hostile pattern is searched in linear time, and what is no pattern is told", () => {
  const before = performance.now();
  const found = grep({ text: `${"a".repeat(20_000)}!`, pattern: "(a+)+$", before: 0, after: 0, limit: 1 });
  assert(!("error" in found) && found.matches === 0);
  assert(performance.now() - before < 3000);
  assertStringIncludes(
    JSON.stringify(grep({ text: "", pattern: "(?=a)", before: 0, after: 0, limit: 1 })),
    "error",
  );
});

Deno.test("a job that does not end is ended, and the next one runs", async () => {
  const isolate = openIsolate();
  try {
    const bomb = {
      schema: { properties: { text: { type: "string", pattern: "^(([a-z])+.)+[A-Z]([a-z])+$" } } },
      value: { text: "a".repeat(60) },
    };
    const error = await assertRejects(() => isolate.run("validate", bomb, 300), AutoToolsError);
    assertEquals(error.code, "E_TIMEOUT");
    const jobs = await Promise.all([
      isolate.run("validate", { schema: SCHEMA, value: {} }, 5000),
      isolate.run("sanitize", "key AKIAIOSFODNN7EXAMPLE", 5000),
      isolate.run("grep", { text: "b\na", pattern: "a", before: 0, after: 0, limit: 1 }, 5000),
    ]);
    assertEquals(jobs[0].problems.length, 1);
    assertStringIncludes(jobs[1].text, "AKIA<redacted>");
    assertEquals("matches" in jobs[2] && jobs[2].matches, 1);
  } finally {
    isolate.close();
  }
});
