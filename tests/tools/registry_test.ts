import { assert, assertEquals, assertThrows } from "@std/assert";
import { AutoToolsError } from "../../lib/contract/error_codes.ts";
import { parseUserConfig } from "../../lib/settings/config.ts";
import { clampArgs, fillTemplate, type ToolSpec, toolSpecs } from "../../lib/tools/registry.ts";

const SPECS = toolSpecs([]);

async function specs(tools: string): Promise<ToolSpec[]> {
  const config = await parseUserConfig(`tools:\n${tools}`, "auto-tools.yaml");
  assertEquals(config.problems, []);
  return toolSpecs(config.values.tools);
}

async function spec(name: string, tools: string): Promise<ToolSpec | undefined> {
  return (await specs(tools)).find((each) => each.name === name);
}

Deno.test("tiers, timeouts and ceilings are the contract's", () => {
  assertEquals(
    SPECS.map(({ name, tier, timeoutMs, max }) => `${name} ${tier} ${timeoutMs} ${JSON.stringify(max)}`),
    [
      "ci_index_status 0 500 {}",
      'ci_search 1 2000 {"limit":10}',
      'ci_graph_rag 1 3500 {"depth":2,"budget":8000,"top_k":10}',
      'ci_call_chain 2 2500 {"depth":3}',
      'ci_bug_locate 2 2500 {"limit":10}',
      'ci_impact 2 2500 {"limit":10}',
      'ci_complexity 2 1000 {"limit":10}',
      'ci_hotspot 2 2500 {"days":30,"top":20}',
    ],
  );
});

Deno.test("a configured tool joins its tier; the order of the file does not matter", async () => {
  const a = "  - {name: a_docs, server: s, args: {query: '{{prompt}}'}, clamp: {limit: 3}}\n";
  const b = "  - {name: b_docs, server: s, tier: 2}\n";
  assertEquals((await specs(a + b)).map(({ name }) => name), (await specs(b + a)).map(({ name }) => name));
  const docs = await spec("a_docs", a);
  assertEquals([docs?.tier, docs?.max, docs?.timeoutMs], [1, { limit: 3 }, 2500]);
});

Deno.test("an entry with a server stands in for a built-in, in its tier and below its ceilings", async () => {
  const entry = "  - {name: ci_impact, server: s, tier: 0, timeout_ms: 60000, args: {depth: 9}}\n";
  const impact = await spec("ci_impact", entry);
  assertEquals([impact?.tier, impact?.timeoutMs], [2, 2500]);
  const search = await spec("ci_search", "  - {name: ci_search, server: s, clamp: {limit: 99}}\n");
  assertEquals(search?.max, { limit: 10 });
});

Deno.test("an entry without a server tunes the built-in, and opens nothing", async () => {
  const tuned = await spec(
    "ci_graph_rag",
    "  - {name: ci_graph_rag, timeout_ms: 100, clamp: {top_k: 5}, args: {depth: 1}}\n",
  );
  assertEquals([tuned?.timeoutMs, tuned?.max, tuned?.args["depth"]], [100, {
    depth: 2,
    budget: 8000,
    top_k: 5,
  }, 1]);
});

Deno.test("what is above a ceiling is clamped, and said so", () => {
  for (const spec of SPECS) {
    for (const [key, max] of Object.entries(spec.max)) {
      const said = `${spec.name}: ${key} clamped to ${max}`;
      assertEquals(clampArgs(spec, { [key]: max + 1 }), { ok: true, args: { [key]: max }, clamped: [said] });
      assertEquals(clampArgs(spec, { [key]: max }), { ok: true, args: { [key]: max }, clamped: [] });
    }
  }
});

Deno.test("what makes no sense is refused", () => {
  const refused: Record<string, Record<string, unknown>> = {
    "a number that is no count": { depth: 0 },
    "a negative number": { depth: -1 },
    "a fraction": { depth: 1.5 },
    "NaN": { depth: NaN },
    "infinity": { depth: Infinity },
    "a number as text": { depth: "2" },
    "null": { depth: null },
    "strictness that is neither true nor false": { strict: 1 },
    "a query that is no text": { query: { $ne: 1 } },
    "a list with something else in it": { paths: ["a", 1] },
    "an unknown argument": { cmd: "rm -rf /" },
    "a name from the prototype": JSON.parse('{"constructor": 1}'),
  };
  const spec = SPECS.find(({ name }) => name === "ci_graph_rag") as ToolSpec;
  for (const [what, args] of Object.entries(refused)) {
    const held = clampArgs(spec, args);
    assert(!held.ok && held.reason.startsWith("ci_graph_rag: "), what);
  }
  const chain = SPECS.find(({ name }) => name === "ci_call_chain") as ToolSpec;
  const held = ["callers", "callees", "sideways", ""].map((direction) => clampArgs(chain, { direction }).ok);
  assertEquals(held, [true, true, false, false]);
});

Deno.test("placeholders are filled, once; a list alone stays a list, and in a longer text it is joined", () => {
  const filled = { prompt: "fix $& {{symbols}}", symbols: ["retry", "queue"], paths: [], repo_root: "/repo" };
  const template = {
    query: "{{prompt}}",
    names: "{{symbols}}",
    files: "{{ paths }}",
    q: "in {{repo_root}}: {{symbols}} {{prompt}}",
    filter: { any: ["{{symbols}}", 3, null, true] },
    limit: 10,
  };
  assertEquals(fillTemplate(template, filled), {
    query: "fix $& {{symbols}}",
    names: ["retry", "queue"],
    files: [],
    q: "in /repo: retry queue fix $& {{symbols}}",
    filter: { any: [["retry", "queue"], 3, null, true] },
    limit: 10,
  });
  const error = assertThrows(() => fillTemplate({ q: "{{promt}}" }, filled), AutoToolsError, '"{{promt}}"');
  assertEquals(error.code, "E_INVALID_ARGS");
});
