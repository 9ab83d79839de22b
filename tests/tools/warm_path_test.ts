/** A prompt beside gateways that are gone, hang, lie or are not gateways at all: it starts its server itself, in time, and says so. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { configSchema } from "../../lib/settings/config_schema.ts";
import { createMcpProvider } from "../../lib/tools/mcp_provider.ts";
import { newSocket } from "../../lib/tools/gateway_socket.ts";
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
async function limitsOf(prepare: (place: Place) => AsyncDisposable | undefined): Promise<string[]> {
  const folder = await Deno.makeTempDir();
  const socket = newSocket(folder, ROOT, "abcd");
  assert(socket !== undefined);
  const sign = `sign-${crypto.randomUUID()}`;
  await using _running = prepare({ folder, socket });
  const config = configSchema.parse({
    mcp_servers: { docs: { command: "node", args: [FIXTURE, "good", ROOT], env: { SIGN: sign } } },
    tools: [{
      name: "docs_search",
      server: "docs",
      tool: "search",
      result: { items: "results", path: "file", title: "title" },
    }],
  });
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

/** Something that listens, and does this with whoever comes. */
function listens({ socket }: Place, meet: (connection: Deno.Conn) => Promise<void>): AsyncDisposable {
  const listener = Deno.listen({ transport: "unix", path: socket });
  const met: Deno.Conn[] = [];
  const done = (async () => {
    for await (const connection of listener) {
      met.push(connection);
      // Whoever came leaves when they have had enough.
      meet(connection).catch(() => {});
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

const say = (text: string) => async (connection: Deno.Conn) => {
  await connection.write(new TextEncoder().encode(text));
  await connection.closeWrite();
};

const CASES: Record<
  string,
  { prepare(place: Place): AsyncDisposable | undefined; says: string | undefined }
> = {
  "no gateway is nothing to speak of": { prepare: () => undefined, says: undefined },
  "one that closes at once": {
    prepare: (place) => listens(place, async (connection) => await Promise.resolve(connection.closeWrite())),
    says: "ended without an answer",
  },
  "one that talks nonsense": { prepare: (place) => listens(place, say("\nhello")), says: "no JSON object" },
  "one that answers what cannot be understood": {
    prepare: (place) => listens(place, say('\n{"answer":"result","result":7}')),
    says: "cannot be understood",
  },
  "one that floods": {
    prepare: (place) =>
      listens(place, async (connection) => {
        const chunk = new Uint8Array(1024 * 1024).fill(0x20);
        for (let sent = 0; sent < 64; sent++) await connection.write(chunk);
      }),
    says: "the running gateway could not be used",
  },
  "a file in the socket's place": {
    prepare({ socket }) {
      Deno.writeTextFileSync(socket, "");
      return undefined;
    },
    says: "is not a socket",
  },
  "a FIFO in the socket's place": {
    prepare({ socket }) {
      new Deno.Command("mkfifo", { args: [socket] }).outputSync();
      return undefined;
    },
    says: "is not a socket",
  },
  "a link to another socket": {
    prepare(place) {
      const real = { ...place, socket: `${place.folder}/other` };
      Deno.symlinkSync(real.socket, place.socket);
      return listens(real, say("\n"));
    },
    says: "is a symbolic link",
  },
  "a folder that others may write into": {
    prepare(place) {
      Deno.chmodSync(place.folder, 0o777);
      return listens(place, say("\n"));
    },
    says: "can be written by other users",
  },
};

for (const [name, { prepare, says }] of Object.entries(CASES)) {
  Deno.test(`warm path: ${name}`, async () => {
    const limits = await limitsOf(prepare);
    if (says === undefined) assertEquals(limits, []);
    else {
      assertStringIncludes(limits.join(), says);
      assertStringIncludes(limits.join(), "docs was started for this prompt");
    }
  });
}
