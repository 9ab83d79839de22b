import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { toolSetting } from "./configured_tools.ts";
import { contextOf, contextOnce, LATE, SHOP, TRIES } from "./context_runs.ts";
import { setting } from "./harness.ts";

const PROMPT = "where is the retry delay computed, and who uses withRetries?";

/** An envelope without what may differ between two runs: times, durations, the nonce, and what follows from them. */
function timeless(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/\d{8}-\d{6}-/g, "DATE-")
    .replace(/"duration_ms": \d+|\d+ ms/g, "MS")
    .replace(/(<<<repository-data |repository-data )[0-9a-f]+/g, "$1NONCE");
}

Deno.test("AC-011 the same input gives the same output, item by item and byte by byte", async () => {
  await using at = await setting(SHOP);
  // Each in a home of its own; once more where a busy machine had no time to look at all.
  const run = async (tries = TRIES): Promise<string> => {
    const { stdout, limits } = await contextOf({ cwd: at.cwd }, PROMPT);
    return LATE.test(limits) && tries > 1 ? await run(tries - 1) : timeless(stdout);
  };
  assertEquals(await run(), await run());
});

Deno.test("AC-011 items are ordered by tool, path, symbol, confidence and summary, each key once, and every item names tool, time and version of what it saw", async () => {
  // The best place is neither the first nor the last by name.
  const uses = (times: number) =>
    `import { retryDelay } from "./m.ts";\n${"console.log(retryDelay(1));\n".repeat(times)}`;
  await using at = await setting({
    "src/m.ts":
      "/** The delay of a retry. */\nexport function retryDelay(attempt: number) {\n  return attempt;\n}\n",
    "src/z.ts": uses(3),
    "src/a.ts": uses(1),
    "src/q.ts": uses(2),
  });
  const { envelope, items, context } = await contextOf(at, "where is retryDelay computed, and who uses it?");
  const ranked = envelope.fused_context.for_model.structured["ranked_paths"] as string[];
  assertEquals([ranked[0], ranked.length], ["src/m.ts", 4]);
  assert(items.length > 4);
  const order = items.map(({ tool, path = "-", symbol = "-" }) => `${tool}\n${path}\n${symbol}`);
  assertEquals(order, order.toSorted());
  const keys = items.map(({ title }, index) => `${order[index]}\n${title}`);
  assertEquals(new Set(keys).size, keys.length);
  const head = (await at.git("rev-parse", "HEAD")).trim();
  for (const { sources } of items) {
    assert(sources.length > 0);
    for (const { tool, time, version } of sources) {
      assert(tool.startsWith("ci_") && !Number.isNaN(Date.parse(time)));
      assert(head.startsWith(version) && version.length >= 7, version);
    }
  }
  assertStringIncludes(context, head.slice(0, 7));
});

Deno.test("AC-011 places number at most 12, and of 3 at most 20 lines are quoted", async () => {
  const files = Array.from({ length: 40 }, (_, i) => [
    [`src/retry_${i}.ts`, `export function retryDelay() {\n${"  work();\n".repeat(40)}  return ${i};\n}\n`],
    [`src/other_${i}.ts`, `export const other${i} = ${i};\n`],
  ]);
  await using at = await setting(Object.fromEntries(files.flat()));
  const { envelope, context } = await contextOf(at, "where is retryDelay computed?");
  const shown = envelope.fused_context.for_model.structured["shown_paths"];
  assert(Array.isArray(shown) && shown.length > 3 && shown.length <= 12, String(shown));
  const places = context.split(/^(?=src\/)/m).slice(1);
  assert(places.length > 3 && places.length <= 12, `${places.length} places`);
  const quoted = places.map((place) => place.match(/^ *\d+ \|/gm)?.length ?? 0).filter((lines) => lines > 0);
  assertEquals(quoted, [20, 20, 20]);
});

const ONE_FILE = { "src/a.ts": "export const a = 1;\n" };

Deno.test("AC-011 claims that exclude one another stand side by side, marked, unresolved", async () => {
  const result = { items: "results", path: "file", title: "title", summary: "text", confidence: "score" };
  await using at = await toolSetting(
    {
      docs_one: { mode: "good", result: { ...result, claim: "title" } },
      docs_two: { mode: "good", result: { ...result, claim: "text" } },
    },
    {},
    ONE_FILE,
  );
  const { items, envelope } = await contextOnce(at, PROMPT);
  const conflicts = items.flatMap(({ conflict }) => conflict ?? []);
  assert(conflicts.length > 0, JSON.stringify(items).slice(0, 2000));
  for (const { verdict, claims } of conflicts) {
    assertEquals(verdict, "needs human judgement");
    const tools = claims.map(({ tool }) => tool.split("/")[0]);
    assertEquals([...new Set(tools)].toSorted(), ["docs_one", "docs_two"]);
    assert(claims.every(({ time }) => !Number.isNaN(Date.parse(time))));
  }
  assertStringIncludes(envelope.fused_context.for_user.results_text, "needs human judgement");
});
