import { assertEquals } from "@std/assert";
import { clampArgs, type ClampedArgs } from "../../lib/tools/clamp.ts";
import { toolSpecs } from "../../lib/tools/registry.ts";

function clamp(tool: string, args: Record<string, unknown>): ClampedArgs {
  const spec = toolSpecs([]).find(({ name }) => name === tool);
  if (!spec) throw new Error(`no tool ${tool}`);
  return clampArgs(spec, args);
}

const CEILINGS: [string, string, number][] = [
  ["ci_graph_rag", "depth", 2],
  ["ci_graph_rag", "budget", 8000],
  ["ci_graph_rag", "top_k", 10],
  ["ci_search", "limit", 10],
  ["ci_call_chain", "depth", 3],
  ["ci_hotspot", "days", 30],
  ["ci_hotspot", "top", 20],
];

for (const [tool, key, max] of CEILINGS) {
  Deno.test(`${tool}: ${key} above ${max} is clamped, and said so`, () => {
    assertEquals(clamp(tool, { [key]: max + 1 }), {
      ok: true,
      args: { [key]: max },
      clamped: [`${tool}: ${key} clamped to ${max}`],
    });
    assertEquals(clamp(tool, { [key]: max }), { ok: true, args: { [key]: max }, clamped: [] });
  });
}

const REFUSED: [string, Record<string, unknown>][] = [
  ["a number that is no count", { depth: 0 }],
  ["a negative number", { depth: -1 }],
  ["a fraction", { depth: 1.5 }],
  ["NaN", { depth: NaN }],
  ["infinity", { depth: Infinity }],
  ["a number as text", { depth: "2" }],
  ["null", { depth: null }],
  ["strictness that is neither true nor false", { strict: 1 }],
  ["a query that is no text", { query: { $ne: 1 } }],
  ["a list with something else in it", { paths: ["a", 1] }],
  ["an unknown argument", { cmd: "rm -rf /" }],
  ["a name from the prototype", JSON.parse('{"constructor": 1}')],
];

for (const [what, args] of REFUSED) {
  Deno.test(`${what} is refused`, () => assertEquals(clamp("ci_graph_rag", args).ok, false));
}
