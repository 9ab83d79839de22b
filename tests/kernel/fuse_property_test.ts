import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Finding } from "../../lib/contract/finding.ts";
import { contractOrder, dedupeKey, fuse, placeOf } from "../../lib/kernel/fuse.ts";
import { holds } from "../fixtures/property.ts";

const word = fc.oneof(
  fc.constantFrom("a", "b", "./a", "a//b", "src/é.ts", "src/e\u0301.ts", " x ", "X", "-", ""),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const finding: fc.Arbitrary<Finding> = fc.record({
  tool: fc.constantFrom("ci_search", "ci_graph_rag", "docs_search"),
  path: word,
  symbol: word,
  title: word,
  summary: fc.string({ unit: "grapheme", maxLength: 40 }),
  confidence: fc.constantFrom(0, 0.1, 0.5, 0.5001, 0.9, 1),
  lines: fc.nat(5).map((start) => ({ start: start + 1, end: start + 3 })),
  snippet: fc.nat(5).map((startLine) => ({ startLine, text: "x" })),
  claim: fc.record({ subject: fc.constantFrom("s", "t"), says: fc.constantFrom("1", "2") }),
}, { requiredKeys: ["tool", "title", "summary", "confidence"] }).map((made) => ({
  ...made,
  source: { tool: made.tool, version: "-", time: "2026-01-01T00:00:00.000Z" },
}));
const findings = fc.array(finding, { maxLength: 12 });

Deno.test("property: fusion depends on what was found, not on the order it came in", () => {
  holds(
    fc.property(
      findings.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))
      ),
      ([all, shuffled]) => assertEquals(fuse(shuffled, 60), fuse(all, 60)),
    ),
    300,
  );
});

Deno.test("property: each key and each place stand once, in order, and nothing is lost or made up", () => {
  holds(
    fc.property(findings, fc.integer({ min: 2, max: 60 }), (all, max) => {
      const { items, ranked } = fuse(all, max);
      assertEquals(items.length, new Set(all.map(dedupeKey)).size);
      assertEquals(new Set(ranked.map(placeOf)).size, ranked.length);
      assertEquals(new Set(items.map(placeOf)), new Set(ranked.map(placeOf)));
      for (const [at, item] of items.entries()) {
        const next = items[at + 1];
        // Confidence is rounded and texts are cut only after they were put in order.
        if (next) {
          assert(
            contractOrder({ ...item, confidence: 0, summary: "" }, { ...next, confidence: 0, summary: "" }) <=
              0,
          );
        }
        assert(item.summary.length <= max && item.title.length <= max);
        assert(item.summary.isWellFormed() && item.title.isWellFormed());
        assert(
          all.some(({ tool, confidence }) =>
            tool === item.tool && Math.abs(confidence - item.confidence) < 0.001
          ),
        );
      }
    }),
    300,
  );
});
