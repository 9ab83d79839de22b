import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { clampArgs } from "../../lib/tools/clamp.ts";
import { holds } from "../fixtures/property.ts";

const spec = {
  name: "ci_graph_rag",
  max: { depth: 2, budget: 8000, top_k: 10 },
  types: { query: "string", depth: "number", budget: "number", top_k: "number", paths: "strings" },
} as const;
const keys = fc.constantFrom(
  "query",
  "depth",
  "budget",
  "top_k",
  "paths",
  "extra",
  "__proto__",
  "constructor",
  "toString",
);
const args = fc.dictionary(keys, fc.oneof(fc.integer(), fc.double(), fc.anything(), fc.array(fc.string())), {
  maxKeys: 6,
});

Deno.test("property: no argument that is let through is above its ceiling, of another type or unknown, and clamping twice changes nothing", () => {
  holds(
    fc.property(args, (given) => {
      const first = clampArgs(spec, given);
      if (!first.ok) return assert(first.reason.startsWith("ci_graph_rag: ") && first.reason.length < 120);
      for (const [key, value] of Object.entries(first.args)) {
        assert(Object.hasOwn(spec.types, key));
        if (Object.hasOwn(spec.max, key)) {
          const max = new Map<string, number>(Object.entries(spec.max)).get(key) ?? 0;
          assert(typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= max);
        }
      }
      const again = clampArgs(spec, first.args);
      assertEquals(again, { ok: true, args: first.args, clamped: [] });
    }),
    500,
  );
});
