import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { homeWithTools, orchestrated } from "./configured_tools.ts";
import { contextOf, SHOP } from "./context_runs.ts";
import { makeRepo } from "./harness.ts";

const PROMPT = "where is the retry delay computed, and who uses withRetries?";

/** An envelope without what may differ between two runs: times, durations, the nonce, and what follows from them. */
function timeless(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/\d{8}-\d{6}-/g, "DATE-")
    .replace(/"duration_ms": \d+|\d+ ms/g, "MS")
    .replace(/(<<<repository-data |repository-data )[0-9a-f]+/g, "$1NONCE");
}

interface Item {
  tool: string;
  path?: string;
  symbol?: string;
  title: string;
  summary: string;
  confidence: number;
  truncated: boolean;
  sources: { tool: string; time: string; version: string }[];
  conflict?: { verdict: string; claims: { tool: string; time: string; says: string }[] };
}

function itemsOf(structured: Record<string, unknown>): Item[] {
  const items: Item[] = JSON.parse(JSON.stringify(structured["items"] ?? []));
  return items;
}

Deno.test("AC-011 the same input gives the same output, item by item and byte by byte", async () => {
  await using repo = await makeRepo(SHOP);
  const runs = await Promise.all([1, 2, 3].map(() => contextOf({ cwd: repo.path }, PROMPT)));
  const [first, ...rest] = runs.map(({ stdout }) => timeless(stdout));
  for (const other of rest) assertEquals(other, first);
});

Deno.test("AC-011 a plan is the same but for created_at, and the same altogether with SOURCE_DATE_EPOCH", async () => {
  await using repo = await makeRepo(SHOP);
  const plan = async (env: Record<string, string>) =>
    (await contextOf({ cwd: repo.path, env: { CI_AUTO_TOOLS_MODE: "plan", ...env } }, PROMPT)).stdout;
  const created = /"created_at": "[^"]+"/;
  assertEquals((await plan({})).replace(created, ""), (await plan({})).replace(created, ""));
  const fixed = { SOURCE_DATE_EPOCH: "1700000000" };
  assertEquals(await plan(fixed), await plan(fixed));
  assertStringIncludes(await plan(fixed), "2023-11-14T22:13:20");
});

Deno.test("AC-011 items are ordered by tool, path, symbol, confidence and summary, each key once", async () => {
  // The best place is neither the first nor the last by name.
  const uses = (times: number) =>
    `import { retryDelay } from "./m.ts";\n${"console.log(retryDelay(1));\n".repeat(times)}`;
  await using repo = await makeRepo({
    "src/m.ts":
      "/** The delay of a retry. */\nexport function retryDelay(attempt: number) {\n  return attempt;\n}\n",
    "src/z.ts": uses(3),
    "src/a.ts": uses(1),
    "src/q.ts": uses(2),
  });
  const { envelope } = await contextOf({ cwd: repo.path }, "where is retryDelay computed, and who uses it?");
  const { structured } = envelope.fused_context.for_model;
  const ranked = structured["ranked_paths"] as string[];
  assertEquals(ranked[0], "src/m.ts");
  assertEquals(ranked.length, 4);
  const items = itemsOf(structured);
  assert(items.length > 4);
  const order = items.map(({ tool, path = "-", symbol = "-" }) => `${tool}\n${path}\n${symbol}`);
  assertEquals(order, order.toSorted());
  const keys = items.map(({ tool, path = "-", symbol = "-", title }) =>
    [tool, path, symbol, title].join("\n")
  );
  assertEquals(new Set(keys).size, keys.length);
});

Deno.test("AC-011 every item names tool, time and version of what it saw", async () => {
  await using repo = await makeRepo(SHOP);
  const head = (await repo.git("rev-parse", "HEAD")).trim();
  const { envelope } = await contextOf({ cwd: repo.path }, PROMPT);
  const { structured, additional_context } = envelope.fused_context.for_model;
  for (const { sources } of itemsOf(structured)) {
    assert(sources.length > 0);
    for (const { tool, time, version } of sources) {
      assert(tool.startsWith("ci_") && !Number.isNaN(Date.parse(time)));
      assert(head.startsWith(version) && version.length >= 7, version);
    }
  }
  assertStringIncludes(additional_context, head.slice(0, 7));
});

Deno.test("AC-011 places number at most 12, and of 3 at most 20 lines are quoted", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      [`src/retry_${i}.ts`, `export function retryDelay() {\n${"  work();\n".repeat(40)}  return ${i};\n}\n`],
      [`src/other_${i}.ts`, `export const other${i} = ${i};\n`],
    ]).flat(),
  );
  await using repo = await makeRepo(files);
  const { envelope } = await contextOf({ cwd: repo.path }, "where is retryDelay computed?");
  const { for_model } = envelope.fused_context;
  const shown = for_model.structured["shown_paths"];
  assert(Array.isArray(shown) && shown.length > 3 && shown.length <= 12, String(shown));
  const places = for_model.additional_context.split(/^(?=src\/)/m).slice(1);
  assert(places.length > 3 && places.length <= 12, `${places.length} places`);
  const quoted = places.map((place) => place.match(/^ *\d+ \|/gm)?.length ?? 0).filter((lines) => lines > 0);
  assertEquals(quoted, [20, 20, 20]);
});

Deno.test("AC-011 a summary has at most 240 characters, ends with … where it was longer, and is marked", async () => {
  await using repo = await makeRepo({ "src/a.ts": "export const a = 1;\n" });
  await using home = await homeWithTools({ docs_many: { mode: "many" } });
  const { envelope } = await orchestrated(home, repo);
  const items = itemsOf(envelope.fused_context.for_model.structured);
  assert(items.length > 0);
  for (const { summary, truncated } of items) {
    assertEquals([summary.length, summary.endsWith("…"), truncated], [240, true, true]);
  }
});

Deno.test("AC-011 claims that exclude one another stand side by side, marked, unresolved", async () => {
  await using repo = await makeRepo({ "src/a.ts": "export const a = 1;\n" });
  const result = { items: "results", path: "file", title: "title", summary: "text", confidence: "score" };
  await using home = await homeWithTools({
    docs_one: { mode: "good", result: { ...result, claim: "title" } },
    docs_two: { mode: "good", result: { ...result, claim: "text" } },
  });
  const { envelope } = await orchestrated(home, repo);
  const conflicts = itemsOf(envelope.fused_context.for_model.structured).flatMap(({ conflict }) =>
    conflict ?? []
  );
  assert(conflicts.length > 0, JSON.stringify(envelope.fused_context.for_model.structured).slice(0, 2000));
  for (const { verdict, claims } of conflicts) {
    assertEquals(verdict, "needs human judgement");
    assertEquals([...new Set(claims.map(({ tool }) => tool.split("/")[0]))].toSorted(), [
      "docs_one",
      "docs_two",
    ]);
    assert(claims.every(({ time }) => !Number.isNaN(Date.parse(time))));
  }
  assertStringIncludes(envelope.fused_context.for_user.results_text, "needs human judgement");
});
