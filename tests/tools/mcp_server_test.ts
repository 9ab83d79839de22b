import { assert, assertEquals, assertRejects } from "@std/assert";
import { AutoToolsError } from "../../lib/contract/error_codes.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { startMcpServer } from "../../lib/tools/mcp_server.ts";

const LOOSE = new URL("../fixtures/mcp/loose_server.mjs", import.meta.url).pathname;

Deno.test({
  name: "a server that tells how far it is has its time anew, where nobody has named a time",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const target = { command: "node", args: [LOOSE, "work", "20"], env: {} };
    const server = startMcpServer(
      "loose",
      target,
      { cwd: "/", root: "/", startupMs: 20_000, messageBytes: 1e6, messagesPerSecond: 1000 },
      systemWorld(),
    );
    try {
      await server.tools();
      const told: number[] = [];
      const options = {
        timeoutMs: 1500,
        onprogress: ({ progress }: { progress: number }) => told.push(progress),
      };
      const { content } = await server.call("good", {}, { ...options, isPatient: true });
      assertEquals(content.length, 2);
      // The last ones may come with the answer.
      assert(told.length > 10, `told ${told.length} times`);
      await assertRejects(() => server.call("good", {}, options), AutoToolsError, "did not answer in time");
    } finally {
      await server.close();
    }
  },
});
