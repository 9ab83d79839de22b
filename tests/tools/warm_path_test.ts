/** A prompt beside gateways that are gone, hang, lie or are not gateways at all: it starts its server itself, in time, and says so. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { readDocument } from "../../lib/settings/config_file.ts";
import { createMcpProvider } from "../../lib/tools/mcp_provider.ts";
import { socketPath } from "../../lib/tools/local_socket.ts";
import { remaining } from "./living.ts";

const FIXTURE = new URL("../fixtures/mcp/server.mjs", import.meta.url).pathname;
const ROOT = "/srv/repository";
/** ms; enough for a server to start on a busy machine. */
const TIMEOUT_MS = 10_000;

interface Place {
  folder: string;
  socket: string;
}

/** Calls `docs_search` with a folder prepared so; its limits. */
async function limitsOf(prepare: (place: Place) => AsyncDisposable | void): Promise<string[]> {
  const folder = await Deno.makeTempDir();
  const socket = socketPath(folder, ROOT, "abcd.sock") ?? "";
  const sign = `sign-${crypto.randomUUID()}`;
  await using _running = prepare({ folder, socket }) ?? undefined;
  const result = { items: "results", path: "file", title: "title" };
  const config = readDocument("", "auto-tools.yaml", {
    mcp_servers: { docs: { command: "node", args: [FIXTURE, "good", ROOT], env: { SIGN: sign } } },
    tools: [{ name: "docs_search", server: "docs", tool: "search", result }],
  }, true).values;
  const origin = { root: ROOT, time: "2026-01-02T03:04:05.000Z", gatewayFolders: [`${folder}/none`, folder] };
  const provider = createMcpProvider(config.tools, config.mcp_servers, origin);
  try {
    const outcome = await provider.call({ tool: "docs_search", args: { query: "x" }, timeoutMs: TIMEOUT_MS });
    assert(outcome.status === "ok", JSON.stringify(outcome));
    assertEquals(outcome.output.findings[0]?.path, "src/retry.ts");
    return outcome.output.limits.filter((limit) => limit.includes("gateway"));
  } finally {
    provider.close();
    assertEquals(await remaining(sign), []);
    await Deno.remove(folder, { recursive: true });
  }
}

/** Something that listens, and says this to whoever comes, so many times. */
function listens(socket: string, text: string, times = 1): AsyncDisposable {
  const listener = Deno.listen({ transport: "unix", path: socket });
  const bytes = new TextEncoder().encode(text);
  const met: Deno.Conn[] = [];
  const say = async (connection: Deno.Conn) => {
    for (let said = 0; said < times; said++) await connection.write(bytes);
    await connection.closeWrite();
  };
  const done = (async () => {
    for await (const connection of listener) {
      met.push(connection);
      // Whoever came leaves when they have had enough.
      say(connection).catch(() => {});
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of met) connection.close();
      await done;
    },
  };
}

/** What is there in place of a gateway, and what is said of it. */
const CASES: [what: string, says: string, prepare: (place: Place) => AsyncDisposable | void][] = [
  ["one that closes at once", "ended without an answer", ({ socket }) => listens(socket, "")],
  ["one that talks nonsense", "no JSON object", ({ socket }) => listens(socket, "\nhello")],
  [
    "one that answers what cannot be understood",
    "cannot be understood",
    ({ socket }) => listens(socket, '\n{"answer":"result","result":7}'),
  ],
  [
    "one that floods",
    "the running gateway could not be used",
    ({ socket }) => listens(socket, " ".repeat(1024 * 1024), 64),
  ],
  ["a file in the socket's place", "is not a socket", ({ socket }) => Deno.writeTextFileSync(socket, "")],
  [
    "a FIFO in the socket's place",
    "is not a socket",
    ({ socket }) => void new Deno.Command("mkfifo", { args: [socket] }).outputSync(),
  ],
  ["a link to another socket", "is a symbolic link", ({ folder, socket }) => {
    Deno.symlinkSync(`${folder}/other`, socket);
    return listens(`${folder}/other`, "\n");
  }],
  ["a folder that others may write into", "can be written by other users", ({ folder, socket }) => {
    Deno.chmodSync(folder, 0o777);
    return listens(socket, "\n");
  }],
];

Deno.test("warm path: no gateway is nothing to speak of", async () => {
  assertEquals(await limitsOf(() => {}), []);
});

for (const [what, says, prepare] of CASES) {
  Deno.test(`warm path: ${what}`, async () => {
    const [limit = ""] = await limitsOf(prepare);
    assertStringIncludes(limit, says);
    assertStringIncludes(limit, "docs was started for this prompt");
  });
}
