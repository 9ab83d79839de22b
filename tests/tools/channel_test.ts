import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { AutoToolsError } from "../../lib/contract/error_codes.ts";
import { claimToolKey, toolChannel, type ToolKey } from "../../lib/tools/channel.ts";
import type { ToolProvider } from "../../lib/tools/protocol.ts";

const TEXT = "tool invocation must go through orchestrator";

function recorder(): ToolProvider & { called: string[] } {
  const called: string[] = [];
  return {
    called,
    has: () => true,
    call: ({ tool }) => {
      called.push(tool);
      return Promise.resolve({ status: "timeout" });
    },
    close: () => {},
  };
}

Deno.test("the key is given once; who comes later, or makes one up, is refused and no tool is called", async () => {
  const key = claimToolKey();
  assertThrows(() => claimToolKey(), AutoToolsError, TEXT);

  const provider = recorder();
  const channel = toolChannel([provider]);
  const forged = Object.freeze({}) as ToolKey;
  await assertRejects(
    () => channel.call(forged, { tool: "ci_search", args: {}, timeoutMs: 10 }),
    AutoToolsError,
    TEXT,
  );
  assertEquals(provider.called, []);

  assertEquals(await channel.call(key, { tool: "ci_search", args: {}, timeoutMs: 9 }), { status: "timeout" });
  assertEquals(provider.called, ["ci_search"]);
});
