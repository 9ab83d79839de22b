/** The largest output that a server behind the gateway may give. */
import { assert, assertEquals } from "@std/assert";
import { configure, connect, gatewayTest, oddServer } from "../acceptance/gateway_client.ts";
import { makeFolder, makeHome, scaled } from "../acceptance/harness.ts";

const BYTES = scaled(100_000_000);

gatewayTest(`an output of ${BYTES / 1_000_000} MB is kept whole, and the batch ends in time`, async () => {
  await using folder = await makeFolder();
  await using home = await makeHome();
  configure(home, { mcp_servers: { odd: oddServer() } });
  await using gateway = await connect(home, { cwd: folder.path });
  const { results: [large, small], ms } = await gateway.batch([["odd/text", { bytes: BYTES }], ["odd/sleep", {
    ms: 1,
  }]]);
  assertEquals([large?.status, large?.ref?.byteSize, small?.status], ["ok", BYTES, "ok"], large?.text);
  assert((large?.text?.length ?? 0) < 9000 && ms < 60_000, `${ms}`);
  const id = large?.ref?.id ?? "";
  const deadline = performance.now() + 200_000;
  let page: Record<string, unknown>;
  do page = await gateway.call("context_read", { id, offset: BYTES - 58, limit: 100 }); while (
    page["error"] !== undefined && performance.now() < deadline
  );
  assertEquals([page["total_chars"], page["next_offset"]], [BYTES, undefined], String(page["error"]));
});
