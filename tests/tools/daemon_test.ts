import { assert, assertEquals } from "@std/assert";
import { standing } from "../../lib/settings/small_file.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { cleanOutput } from "../../lib/tools/clean_output.ts";
import { announce, daemonProvider } from "../../lib/tools/daemon.ts";
import { serveDaemon } from "../../lib/tools/daemon_server.ts";
import { listenAt } from "../../lib/tools/local_socket.ts";
import type { ToolCall, ToolProvider } from "../../lib/tools/protocol.ts";
import { type CodebaseOptions, sandboxProvider } from "../../lib/tools/sandbox.ts";
import { sandboxEntry } from "../../lib/tools/bundle.ts";
import { until } from "../acceptance/harness.ts";
import { write } from "../fixtures/tree.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

interface Place {
  socket: string;
  root: string;
  codebase: CodebaseOptions;
  /** A sandbox of one's own, which counts how often one was made. */
  cold(): ToolProvider;
  made(): number;
}

const SEARCH: ToolCall = {
  tool: "ci_search",
  args: { query: "where is the token refreshed", symbols: [], paths: [], limit: 10 },
  timeoutMs: 5000,
};

const inPlace = (act: (place: Place) => Promise<void>): Promise<void> =>
  inTemporaryFolder(async (base) => {
    const root = `${base}/root`;
    const code =
      'export function refreshToken() {\n  return fetchToken("Bearer abcdefghijklmnop0123456789");\n}\n';
    write(`${root}/token.ts`, code);
    const codebase = { root, exclude: [], time: "2026-01-01T00:00:00.000Z", session: "one" };
    let made = 0;
    const cold = () => {
      made++;
      return sandboxProvider(sandboxEntry(), codebase);
    };
    await act({ socket: `${base}/run/a.daemon`, root, codebase, cold, made: () => made });
  });

/** A daemon for the place while `act` runs; without its socket it ends. */
async function serving({ socket, codebase }: Place, act: () => Promise<void>, idleMs = 60_000) {
  const daemon = { socket, entry: sandboxEntry(), codebase, calls: [SEARCH], idleMs };
  const ended = serveDaemon(daemon, systemWorld());
  await until(() => isThere(socket), "the daemon listens");
  try {
    await act();
  } finally {
    if (isThere(socket)) Deno.removeSync(socket);
    await ended;
  }
}

function isThere(path: string): boolean {
  return standing(path)?.isSocket === true;
}

/** What a prompt gets, whoever runs its tool. */
async function answer(provider: ToolProvider, call = SEARCH): Promise<unknown> {
  try {
    const outcome = await provider.call(call);
    return outcome.status === "ok" && !("cleaned" in outcome) ? cleanOutput(outcome.output) : outcome;
  } finally {
    provider.close();
  }
}

// What sweeps up behind a sandbox that was ended is let go of on purpose.
const test = (name: string, act: (place: Place) => Promise<void>) =>
  Deno.test({ name, fn: () => inPlace(act), sanitizeOps: false, sanitizeResources: false });

test("a daemon gives what a sandbox gives, without secrets, and sees an edit with the next prompt", (place) =>
  serving(place, async () => {
    const { socket, codebase, cold, made, root } = place;
    await announce(socket, codebase);
    const first = await answer(daemonProvider(socket, codebase, cold));
    assert(JSON.stringify(first).includes("Bearer <redacted>"));
    assertEquals(made(), 0);
    assertEquals(first, JSON.parse(JSON.stringify(await answer(cold()))));
    Deno.writeTextFileSync(`${root}/token.ts`, "export function tokenRefreshed() {\n  return true;\n}\n");
    const next = await answer(daemonProvider(socket, { ...codebase, session: "two" }, cold));
    assert(JSON.stringify(next).includes("tokenRefreshed"));
  }));

test("a call for another place is refused, and the prompt has its own sandbox", (place) =>
  serving(place, async () => {
    const { socket, codebase, cold, made, root } = place;
    await answer(daemonProvider(socket, { ...codebase, root: `${root}/..` }, cold));
    assertEquals(made(), 1);
  }));

test("what is no call gets no answer, and the daemon goes on", (place) =>
  serving(place, async () => {
    const { socket, codebase, cold, made } = place;
    for (const text of ["", "{", "[]", "{}", '{"codebase":{},"call":{"args":[]}}', "x".repeat(2_000_000)]) {
      const connection = await Deno.connect({ transport: "unix", path: socket });
      await connection.write(new TextEncoder().encode(text)).catch(() => {});
      connection.close();
    }
    const { status } = await daemonProvider(socket, codebase, cold).call(SEARCH);
    assertEquals([status, made()], ["ok", 0]);
  }));

test("a daemon that is gone, or hangs, costs a prompt a moment and the next one nothing", async (place) => {
  const { socket, codebase, cold, made } = place;
  Deno.mkdirSync(socket.slice(0, socket.lastIndexOf("/")), { mode: 0o700 });
  Deno.listen({ transport: "unix", path: socket }).close();
  const provider = daemonProvider(socket, codebase, cold);
  assertEquals((await provider.call(SEARCH)).status, "ok");
  assertEquals([provider.isClean?.(), made()], [false, 1]);
  provider.close();
  if (isThere(socket)) Deno.removeSync(socket);
  const hanging = Deno.listen({ transport: "unix", path: socket });
  Deno.chmodSync(socket, 0o600);
  await announce(socket, codebase);
  assertEquals((await answer(daemonProvider(socket, codebase, cold)) as { status: string }).status, "ok");
  assertEquals([isThere(socket), made()], [false, 2]);
  hanging.close();
});

test("a daemon that answers nonsense, or what has not passed the guard, is none", async (place) => {
  const { socket, codebase, cold, made } = place;
  Deno.mkdirSync(socket.slice(0, socket.lastIndexOf("/")), { mode: 0o700 });
  const unclean = {
    status: "ok",
    output: { summary: "", findings: [], data: {}, limits: [], truncated: false },
  };
  for (const [at, outcome] of [[], unclean].entries()) {
    const listening = listenAt(socket, 1_000_000, () => Promise.resolve({ outcome }));
    await answer(daemonProvider(socket, codebase, cold));
    assertEquals(made(), at + 1);
    listening.close();
  }
});

test("a socket is found once somebody listens there, not before", async ({ socket }) => {
  Deno.mkdirSync(socket.slice(0, socket.lastIndexOf("/")), { mode: 0o700 });
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
});

test("a second daemon for a place ends at once", (place) =>
  serving(place, async () => {
    const { socket, codebase } = place;
    await serveDaemon({ socket, entry: sandboxEntry(), codebase, calls: [], idleMs: 60_000 }, systemWorld());
  }));

test("a daemon ends when nobody has asked for its time", (place) =>
  serving(place, async () => {
    await until(() => !isThere(place.socket), "the daemon ends");
  }, 300));
