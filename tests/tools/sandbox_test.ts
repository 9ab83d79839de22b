import { assert, assertEquals } from "@std/assert";
import type { ToolOutcome, ToolProvider } from "../../lib/tools/protocol.ts";
import { type Reach, SandboxAhead, sandboxProvider, startSandbox } from "../../lib/tools/sandbox.ts";

const ENTRY = new URL("./misbehaving_worker.ts", import.meta.url);

interface Place {
  root: string;
  cache: string;
  outside: string;
}

/** What sweeps up behind a sandbox that was ended is let go of on purpose, and may outlive its test on a busy machine. */
const LET_GO = { sanitizeOps: false, sanitizeResources: false };

async function inSandbox(
  act: (sandbox: ToolProvider, place: Place) => Promise<void>,
  ahead?: (place: Place) => SandboxAhead | Promise<SandboxAhead>,
): Promise<void> {
  const base = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "sandbox-" }));
  const place = { root: `${base}/root`, cache: `${base}/cache`, outside: `${base}/outside` };
  for (const folder of Object.values(place)) Deno.mkdirSync(folder);
  Deno.writeTextFileSync(`${place.root}/inside.txt`, "inside");
  Deno.writeTextFileSync(`${place.outside}/secret.txt`, "secret");
  const sandbox = sandboxProvider(ENTRY, {
    root: place.root,
    git: "/usr/bin/git",
    cacheDir: place.cache,
    exclude: [],
    time: "2026-01-01T00:00:00.000Z",
  }, await ahead?.(place));
  try {
    await act(sandbox, place);
  } finally {
    sandbox.close();
    Deno.removeSync(base, { recursive: true });
  }
}

const test = (name: string, fn: () => Promise<void>) => Deno.test({ name, fn, ...LET_GO });

function call(sandbox: ToolProvider, mode: string, path = "", timeoutMs = 5000): Promise<ToolOutcome> {
  return sandbox.call({ tool: "ci_search", args: { mode, path }, timeoutMs });
}

async function said(sandbox: ToolProvider, mode: string, path = ""): Promise<string> {
  const outcome = await call(sandbox, mode, path);
  return outcome.status === "ok" ? outcome.output.summary : outcome.status;
}

test("a tool that never gives the thread back is ended at its timeout; the call behind it goes on in a new sandbox", async () => {
  await inSandbox(async (sandbox) => {
    const began = performance.now();
    const stuck = call(sandbox, "spin", "", 150);
    const waiting = call(sandbox, "ok");
    assertEquals((await stuck).status, "timeout");
    assert(performance.now() - began < 2500);
    assertEquals((await waiting).status, "ok");
  });
});

test("a tool that never answers is a timeout, a crash is an error, and the next call works", async () => {
  await inSandbox(async (sandbox) => {
    assertEquals((await call(sandbox, "silent", "", 100)).status, "timeout");
    const crashed = await call(sandbox, "crash");
    assertEquals(crashed.status === "error" ? crashed.code : crashed.status, "E_TOOL_UNAVAILABLE");
    assertEquals((await call(sandbox, "ok")).status, "ok");
  });
});

test("closing ends calls in flight, and later ones are refused", async () => {
  await inSandbox(async (sandbox) => {
    const flying = call(sandbox, "spin", "", 60_000);
    sandbox.close();
    assertEquals((await flying).status, "error");
    assertEquals((await call(sandbox, "ok")).status, "error");
  });
});

/** What the sandbox of `inSandbox` reaches. */
function reach({ root, cache }: Place): Reach {
  return { read: [root, cache], write: [cache], run: ["/usr/bin/git"] };
}

test("a sandbox started ahead is taken where it reaches just what it should, once, and then has its permissions", async () => {
  let ahead: SandboxAhead | undefined;
  await inSandbox(async (sandbox, place) => {
    assertEquals(ahead?.take(reach(place)), undefined);
    assertEquals(await said(sandbox, "read", `${place.root}/inside.txt`), "inside");
    assertEquals(await said(sandbox, "read", `${place.outside}/secret.txt`), "NotCapable");
    assertEquals(await said(sandbox, "env"), "NotCapable");
  }, (place) => ahead = new SandboxAhead(ENTRY, reach(place)));
});

test("a sandbox started ahead for another place is ended, and the tools get one of their own", async () => {
  await inSandbox(
    async (sandbox, { root, outside }) => {
      assertEquals(await said(sandbox, "read", `${root}/inside.txt`), "inside");
      assertEquals(await said(sandbox, "read", `${outside}/secret.txt`), "NotCapable");
    },
    ({ root, outside, cache }) =>
      new SandboxAhead(ENTRY, { ...reach({ root, outside, cache }), read: [outside] }),
  );
});

test("a sandbox that broke down before anybody listened is replaced", async () => {
  await inSandbox(async (sandbox, { root }) => {
    assertEquals(await said(sandbox, "read", `${root}/inside.txt`), "inside");
  }, async (place) => {
    const missing = new URL("missing.js", ENTRY);
    const ahead = new SandboxAhead(missing, reach(place));
    const later = startSandbox(missing, reach(place));
    await new Promise((resolve) => later.onerror = (event) => resolve(event.preventDefault()));
    return ahead;
  });
});
