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

const PLACES = { properties: { 类型: { enum: ["新建"] }, "50%#": { type: "string" } } };

for (
  const [what, schema, value, problems] of [
    ["what fits", SCHEMA, { path: "x", n: 2, kind: "a" }, []],
    ["what is missing or small", SCHEMA, { n: 0 }, [/^missing property "path"$/, /^n: 0 is less than 1$/]],
    ["another type", SCHEMA, { path: 1 }, [/^path: /]],
    ["what is unknown", SCHEMA, { path: "x", more: 1 }, [/"more"/]],
    ["places in any script", PLACES, { 类型: "删除", "50%#": 1 }, [/^类型: /, /^50%#: /]],
  ] as const
) {
  Deno.test(`arguments are checked, and each problem names its place: ${what}`, () => {
    const found = validate({ schema, value }).problems;
    assertEquals(found.map((each, at) => problems[at]?.test(each)), problems.map(() => true), `${found}`);
  });
}

/** Lines that match, as `grep` gives them. */
function lines(text: string, pattern: string, around = 0, limit = 1) {
  const found = grep({ text, pattern, before: around, after: around, limit });
  assert(!("error" in found), JSON.stringify(found));
  return found;
}

Deno.test("grep gives lines with their neighbours, each once, and counts all", () => {
  const text = Array.from({ length: 20 }, (_, at) => at % 5 === 0 ? `hit ${at}` : `line ${at}`).join("\n");
  const found = lines(text, "^hit", 1, 2);
  assertEquals(found.matches, 4);
  const told = found.lines.map(({ line, match }) => `${line}${match ? ":" : "-"}`);
  assertEquals(told.join(" "), "1: 2- 5- 6: 7-");
});

Deno.test("grep shows a long line around its match, through no character", () => {
  const around = "😀".repeat(1001);
  const { lines: [{ text } = { text: "" }] } = lines(`${around}needle${around}`, "needle");
  assertStringIncludes(text, "needle");
  assert(text.length < 520 && text.isWellFormed());
});

Deno.test("a hostile pattern is searched in linear time, and what is no pattern is told", () => {
  const before = performance.now();
  assertEquals(lines(`${"a".repeat(20_000)}!`, "(a+)+$").matches, 0);
  assert(performance.now() - before < 3000);
  assert("error" in grep({ text: "", pattern: "(?=a)", before: 0, after: 0, limit: 1 }));
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
