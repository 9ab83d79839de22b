import { assertEquals, assertMatch } from "@std/assert";
import * as sdk from "@modelcontextprotocol/client";
import { connectHttp } from "../../lib/tools/mcp_http.ts";

const EVENT = `data: ${
  JSON.stringify({
    jsonrpc: "2.0",
    method: "notifications/message",
    params: { level: "info", data: "y".repeat(100) },
  })
}`;
const EVENTS = 15;
/** Bytes: of a few events, and not of all. */
const MAX_BYTES = 1000;

/** Messages that arrive of a stream of these pieces, and why the connection was ended, if it was. */
async function received(pieces: readonly string[]) {
  const encoder = new TextEncoder();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const left = [...pieces];
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = left.shift();
        if (piece === undefined) return controller.close();
        // Each is to arrive by itself.
        await new Promise((resolve) => setTimeout(resolve, 2));
        controller.enqueue(encoder.encode(piece));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  let reason: string | undefined;
  const fail = (why: string) => {
    reason ??= why;
    connection.close();
  };
  const asked = { url: `http://127.0.0.1:${server.addr.port}/`, headers: {} };
  const connection = connectHttp(asked, MAX_BYTES, fail, sdk);
  const { transport } = connection;
  let messages = 0;
  const { promise: over, resolve } = Promise.withResolvers<void>();
  transport.onmessage = () => {
    if (++messages === EVENTS) resolve();
  };
  transport.onclose = () => resolve();
  await transport.start();
  // The answer never comes.
  await transport.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  await over;
  await connection.close();
  return { messages, reason };
}

Deno.test("events whose empty line comes in pieces are counted one by one", async () => {
  for (
    const event of [
      [`${EVENT}\n\n`],
      [`${EVENT}\n`, "\n"],
      [`${EVENT}\r\n`, "\r\n"],
      [`${EVENT}\r`, "\n\r", "\n"],
      [EVENT, "\n", "\n"],
    ]
  ) {
    const pieces = Array.from({ length: EVENTS }, () => event).flat();
    assertEquals(await received(pieces), { messages: EVENTS, reason: undefined }, JSON.stringify(event));
  }
});

// The connection ends in the middle of what the server still had to send, which is let go of on purpose: the last test, since that goes on for a moment.
Deno.test({
  name: "an event of more than its bytes ends the connection, in whatever pieces it comes",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    // How many pieces arrive as one is the network's: the first event may go with what is too much.
    const long = Array.from({ length: 20 }, () => `data: ${"y".repeat(100)}\n`);
    assertMatch((await received([`${EVENT}\n\n`, ...long])).reason ?? "", /more than 1000 bytes/);
  },
});
