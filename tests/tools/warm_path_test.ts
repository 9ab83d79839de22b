/** A prompt beside gateways that are gone, hang, lie or are not gateways at all: it starts its server itself, in time. */
import { assert, assertEquals } from "@std/assert";
import { readDocument } from "../../lib/settings/config.ts";
import { createMcpProvider } from "../../lib/tools/mcp_provider.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { listenAt, socketFolders, socketPath } from "../../lib/tools/local_socket.ts";
import { remaining } from "./living.ts";

const FIXTURE = new URL("../fixtures/mcp/server.mjs", import.meta.url).pathname;
const ROOT = "/srv/repository";
/** ms; enough for a server to start on a busy machine. */
const TIMEOUT_MS = 10_000;

interface Place {
  folder: string;
  socket: string;
}

/** What a gateway would say that is not to be believed. */
const LIE = '\n{"refused":"no"}';

/** Calls `docs_search` with a folder prepared so, which its own server has to answer. */
async function servesBeside(prepare: (place: Place) => AsyncDisposable | void): Promise<void> {
  const folder = await Deno.makeTempDir();
  const socket = socketPath(folder, ROOT, "abcd.sock") ?? "";
  const sign = `sign-${crypto.randomUUID()}`;
  await using _running = prepare({ folder, socket }) ?? undefined;
  const result = { items: "results", path: "file", title: "title" };
  const config = readDocument("", "auto-tools.yaml", {
    mcp_servers: { docs: { command: "node", args: [FIXTURE, "good", ROOT], env: { SIGN: sign } } },
    tools: [{ name: "docs_search", server: "docs", tool: "search", result }],
  }).values;
  const origin = { root: ROOT, time: "2026-01-02T03:04:05.000Z", gatewayFolders: [folder] };
  const provider = createMcpProvider(config.tools, config.mcp_servers, origin);
  try {
    const outcome = await provider.call({ tool: "docs_search", args: { query: "x" }, timeoutMs: TIMEOUT_MS });
    assert(outcome.status === "ok", JSON.stringify(outcome));
    assertEquals(outcome.output.findings[0]?.path, "src/retry.ts");
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

/** What is there in place of a gateway. */
const CASES: [what: string, prepare: (place: Place) => AsyncDisposable | void][] = [
  ["no gateway", () => {}],
  ["one that closes at once", ({ socket }) => listens(socket, "")],
  ["one that talks nonsense", ({ socket }) => listens(socket, "\nhello")],
  [
    "one that answers what cannot be understood",
    ({ socket }) => listens(socket, '\n{"result":7}'),
  ],
  ["one that floods", ({ socket }) => listens(socket, " ".repeat(1024 * 1024), 64)],
  ["a file in the socket's place", ({ socket }) => Deno.writeTextFileSync(socket, "")],
  [
    "a FIFO in the socket's place",
    ({ socket }) => void new Deno.Command("mkfifo", { args: [socket] }).outputSync(),
  ],
  ["a link to another socket", ({ folder, socket }) => {
    Deno.symlinkSync(`${folder}/other`, socket);
    return listens(`${folder}/other`, LIE);
  }],
  ["a folder that others may write into", ({ folder, socket }) => {
    Deno.chmodSync(folder, 0o777);
    return listens(socket, LIE);
  }],
];

for (const [what, prepare] of CASES) Deno.test(`warm path: ${what}`, () => servesBeside(prepare));

Deno.test("a socket is found once somebody listens there, not before", async () => {
  const folder = await Deno.makeTempDir();
  const socket = `${folder}/a.sock`;
  const asks = `let refused = 0;
    const meet = () => Deno.connect({ transport: "unix", path: "${socket}" }).then((met) => met.close());
    for (const end = performance.now() + 400; performance.now() < end;) {
      await meet().catch((error) => refused += error instanceof Deno.errors.ConnectionRefused);
    }
    postMessage(refused);`;
  const worker = new Worker(`data:text/javascript,${encodeURIComponent(asks)}`, { type: "module" });
  let refused: number | undefined;
  worker.onmessage = ({ data }) => refused = data;
  while (refused === undefined) {
    const listening = listenAt(socket, 10, () => Promise.resolve({}));
    await new Promise((resolve) => setTimeout(resolve, 0));
    listening.close();
  }
  worker.terminate();
  // One may have found it just before it went.
  assert(refused < 3, `${refused}`);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("gateways are looked for in the runtime folder and in ours: a client may keep XDG_RUNTIME_DIR from what it starts", () => {
  const world = { ...systemWorld(), env: (name: string) => name === "XDG_RUNTIME_DIR" ? "/tmp" : undefined };
  assertEquals(socketFolders(world, { state: "/state" }), ["/tmp/auto-tools", "/state/run"]);
});
