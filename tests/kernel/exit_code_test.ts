import { assertEquals } from "@std/assert";
import type { Envelope, ToolResult } from "../../lib/contract/envelope.ts";
import { DEGRADED_TO, exitCode, refusal } from "../../lib/kernel/envelope.ts";
import { failed } from "../../lib/kernel/run.ts";
import { systemWorld } from "../../lib/settings/world.ts";

type Status = ToolResult["status"];

async function code(results: [string, Status][], over: Partial<Envelope> = {}): Promise<number> {
  const empty = await refusal("none", "/", systemWorld());
  const tools = results.map(([tool]) => ({
    tool,
    tier: tool === "ci_index_status" ? 0 : 1,
    reason: "",
    args: {},
    timeout_ms: 1,
  }));
  return exitCode({
    ...empty,
    tool_plan: { ...empty.tool_plan, tools },
    tool_results: results.map(([tool, status]) => {
      const nothing = { status: "error", code: "E_UNKNOWN", message: "" } as const;
      return { ...failed(tool, nothing, empty.created_at).result, status };
    }),
    ...over,
  });
}

const CASES: [string, [string, Status][], number][] = [
  ["no tool planned", [], 0],
  ["one telling tool answered", [["ci_search", "ok"], ["ci_graph_rag", "timeout"]], 0],
  ["the index's state alone is no usable result", [["ci_index_status", "ok"], ["ci_search", "error"]], 40],
  ["the index's state is all that was asked for", [["ci_index_status", "ok"]], 0],
  ["it is, and was not to be had", [["ci_index_status", "error"]], 40],
  ["it is, and was out of time", [["ci_index_status", "timeout"]], 50],
  ["every telling tool failed", [["ci_search", "error"], ["ci_graph_rag", "skipped"]], 40],
  ["nothing usable and one was out of time", [["ci_search", "error"], ["ci_graph_rag", "timeout"]], 50],
];

for (const [what, results, expected] of CASES) {
  Deno.test(`${what}: ${expected}`, async () => assertEquals(await code(results), expected));
}

Deno.test("a setting that could not be used is 20, whatever the tools said", async () => {
  const degraded = { is_degraded: true, reason: "", degraded_to: DEGRADED_TO.defaults };
  assertEquals(await code([["ci_search", "ok"]], { degraded }), 20);
});
