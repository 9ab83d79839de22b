import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { AutoToolsError } from "../../lib/contract/error_codes.ts";
import { clampArgs, fillTemplate, toolSpecs } from "../../lib/tools/registry.ts";
import { holds } from "../fixtures/property.ts";

const SPECS = toolSpecs([]);

Deno.test("the ceilings are the contract's; what is above is clamped, and said so", () => {
  const ceilings = SPECS.flatMap(({ name, max }) =>
    Object.entries(max).map(([key, most]) => `${name} ${key} ${most}`)
  );
  assertEquals(ceilings, [
    "ci_search limit 10",
    "ci_graph_rag depth 2",
    "ci_graph_rag budget 8000",
    "ci_graph_rag top_k 10",
    "ci_call_chain depth 3",
    "ci_bug_locate limit 10",
    "ci_impact limit 10",
    "ci_complexity limit 10",
    "ci_hotspot days 30",
    "ci_hotspot top 20",
  ]);
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
  for (const spec of SPECS.filter(({ name }) => name === "ci_graph_rag")) {
    for (const [what, args] of Object.entries(refused)) {
      const held = clampArgs(spec, args);
      assert(!held.ok && held.reason.startsWith("ci_graph_rag: "), what);
    }
  }
});

const keys = fc.constantFrom("query", "depth", "paths", "extra", "__proto__", "constructor", "toString");
const values = fc.oneof(fc.integer(), fc.double(), fc.anything(), fc.array(fc.string()));

Deno.test("property: no argument that is let through is above its ceiling, of another type or unknown, and clamping twice changes nothing", () => {
  const types = { query: "string", depth: "number", paths: "strings" } as const;
  const spec = { name: "ci_graph_rag", max: { depth: 2 }, types };
  holds(
    fc.property(fc.dictionary(keys, values, { maxKeys: 6 }), (given) => {
      const first = clampArgs(spec, given);
      if (!first.ok) return assert(first.reason.startsWith("ci_graph_rag: ") && first.reason.length < 120);
      for (const key of Object.keys(first.args)) assert(Object.hasOwn(types, key));
      const { depth } = first.args;
      assert(depth === undefined || depth === 1 || depth === 2);
      assertEquals(clampArgs(spec, first.args), { ok: true, args: first.args, clamped: [] });
    }),
    500,
  );
});

Deno.test("placeholders are filled, once; a list alone stays a list, and in a longer text it is joined", () => {
  const filled = {
    prompt: "fix $& {{symbols}}",
    symbols: ["retry", "queue"],
    paths: [],
    repo_root: "/repo",
  };
  for (
    const [template, args] of [
      [{ query: "{{prompt}}", names: "{{symbols}}", files: "{{ paths }}" }, {
        query: "fix $& {{symbols}}",
        names: ["retry", "queue"],
        files: [],
      }],
      [{ q: "in {{repo_root}}: {{symbols}} {{prompt}}" }, { q: "in /repo: retry queue fix $& {{symbols}}" }],
      [{ filter: { any: ["{{symbols}}", 3, null, true] }, limit: 10 }, {
        filter: { any: [["retry", "queue"], 3, null, true] },
        limit: 10,
      }],
    ] as const
  ) {
    assertEquals(fillTemplate(template, filled), args);
  }
  const error = assertThrows(() => fillTemplate({ q: "{{promt}}" }, filled), AutoToolsError, '"{{promt}}"');
  assertEquals(error.code, "E_INVALID_ARGS");
  const loop: Record<string, unknown> = {};
  loop["again"] = loop;
  assertThrows(() => fillTemplate(loop, filled), AutoToolsError, "nested in itself");
});
