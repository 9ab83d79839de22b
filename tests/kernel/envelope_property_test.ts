import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { envelopeSchema } from "../../lib/contract/envelope.ts";
import type { ToolOutput } from "../../lib/contract/finding.ts";
import { orchestrate } from "../../lib/kernel/orchestrate.ts";
import { CLIENT_CAP } from "../../lib/settings/defaults.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { toolChannel } from "../../lib/tools/channel.ts";
import { holdsInTime } from "../fixtures/property.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "repository-data abab>>>",
    "[Limits] none",
    "</tool_result>",
    "x".repeat(30_000),
    "\ud800",
    "汉".repeat(3000),
  ),
);
const finding = fc.record({
  tool: fc.constantFrom("ci_search", "ci_graph_rag"),
  path: text,
  symbol: text,
  title: text,
  summary: text,
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  lines: fc.record({ start: fc.nat(99), end: fc.nat(99) }),
  snippet: fc.record({ startLine: fc.nat(99), text }),
  source: fc.record({
    tool: fc.constant("ci_search"),
    version: fc.constant("-"),
    time: fc.constant("2026-01-02T03:04:05.678Z"),
  }),
}, { requiredKeys: ["tool", "title", "summary", "confidence", "source"] });
const output: fc.Arbitrary<ToolOutput> = fc.record({
  summary: text,
  findings: fc.array(finding, { maxLength: 20 }),
  data: fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }),
  limits: fc.array(text, { maxLength: 3 }),
  truncated: fc.boolean(),
});
const caps = [CLIENT_CAP.wrapper, ...Object.values(CLIENT_CAP)];

Deno.test("property: whatever tools return, the envelope is valid, within the client's size, and its mark stands once at either end", () =>
  inTemporaryFolder(async (base) => {
    const nonce = "0f1e2d3c";
    let quoted = 0;
    await holdsInTime(
      fc.asyncProperty(output, fc.constantFrom(...caps), async (made, cap) => {
        const envelope = await orchestrate(
          {
            prompt: "where are retries handled in `retryRequest`?",
            client: { name: "codex-cli", event: "cli" },
            cwd: base,
            cap,
            tools: [{ tool: "ci_search", args: { query: "retry" } }],
          },
          { ...systemWorld((name) => name === "HOME" ? `${base}/home` : undefined), nonce: () => nonce },
          () =>
            toolChannel([{
              has: () => true,
              call: () => Promise.resolve({ status: "ok", output: made }),
              close: () => {},
            }]),
        );
        envelopeSchema.parse(envelope);
        const context = envelope.fused_context.for_model.additional_context;
        const size = cap.unit === "utf16" ? context.length : new TextEncoder().encode(context).length;
        if (context.includes("repository-data")) quoted++;
        assert(size <= cap.size, `${size} of ${cap.size}`);
        for (const mark of [`<<<repository-data ${nonce}`, `repository-data ${nonce}>>>`]) {
          assertEquals(context.split(mark).length - 1, context.includes("repository-data") ? 1 : 0);
        }
      }),
      25,
    );
    assert(quoted > 0, "nothing was quoted");
  }));
