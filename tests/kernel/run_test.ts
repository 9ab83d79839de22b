import { assert, assertEquals } from "@std/assert";
import type { PlannedTool } from "../../lib/contract/envelope.ts";
import { runTools } from "../../lib/kernel/run.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import type { CleanOutcome, ToolCall } from "../../lib/tools/protocol.ts";

const OK: CleanOutcome = {
  status: "ok",
  cleaned: { redactions: [], limits: [] },
  output: { summary: "", findings: [], data: {}, limits: [], truncated: false },
};

function planned(tool: string, timeoutMs = 1000): PlannedTool {
  return { tool, tier: 1, reason: "", args: {}, timeout_ms: timeoutMs };
}

function options(call: (call: ToolCall) => Promise<CleanOutcome>, { maxConcurrency = 3, wallMs = 5e3 } = {}) {
  return { call, world: systemWorld(), maxConcurrency, deadline: performance.now() + wallMs };
}

Deno.test("a tool gets its own timeout or what is left of the wall budget, whichever is less", async () => {
  const given: number[] = [];
  const call = ({ timeoutMs }: ToolCall) => {
    given.push(timeoutMs);
    return Promise.resolve(OK);
  };
  await runTools([planned("quick", 50), planned("patient", 60_000)], options(call, { wallMs: 2000 }));
  assertEquals(given[0], 50);
  assert((given[1] ?? 0) > 1000 && (given[1] ?? 0) <= 2000, `${given[1]} ms`);
});

Deno.test("tools that find no time left are timeouts and are never started", async () => {
  const started: string[] = [];
  const call = async ({ tool }: ToolCall) => {
    started.push(tool);
    return await new Promise<CleanOutcome>(() => {});
  };
  const runs = await runTools(
    [planned("first"), planned("second")],
    options(call, { maxConcurrency: 1, wallMs: 40 }),
  );
  assertEquals(started, ["first"]);
  assertEquals(runs.map(({ result }) => result.status), ["timeout", "timeout"]);
});

Deno.test("a provider that throws is an error of that tool alone", async () => {
  const call = ({ tool }: ToolCall) =>
    tool === "bad" ? Promise.reject(new Error("broken")) : Promise.resolve(OK);
  const runs = await runTools([planned("bad"), planned("good")], options(call));
  assertEquals(runs.map(({ result: { status, error } }) => [status, error?.code, error?.message]), [
    ["error", "E_UNKNOWN", "broken"],
    ["ok", undefined, undefined],
  ]);
});
