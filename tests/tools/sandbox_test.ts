import { assert, assertEquals } from "@std/assert";
import type { ToolOutcome, ToolProvider } from "../../lib/tools/protocol.ts";
import { sandboxEntry } from "../../lib/tools/bundle.ts";
import { gitViewAt } from "../../lib/guard/git/git_view.ts";
import { builtRepository } from "../codebase/indexed_repository.ts";
import { sandboxProvider } from "../../lib/tools/sandbox.ts";

const ENTRY = new URL("./misbehaving_worker.ts", import.meta.url);

interface Place {
  root: string;
  cache: string;
  outside: string;
}

/** What sweeps up behind a sandbox that was ended is let go of on purpose, and may outlive its test on a busy machine. */
const LET_GO = { sanitizeOps: false, sanitizeResources: false };

async function inSandbox(act: (sandbox: ToolProvider, place: Place) => Promise<void>): Promise<void> {
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
  });
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

test("a sandbox reads what is its own, and nothing else", async () => {
  await inSandbox(async (sandbox, place) => {
    assertEquals(await said(sandbox, "read", `${place.root}/inside.txt`), "inside");
    assertEquals(await said(sandbox, "read", `${place.outside}/secret.txt`), "NotCapable");
    assertEquals(await said(sandbox, "env"), "NotCapable");
  });
});

test("whether any of many folders has changed is seen in the thread that waits, and what has come is found", async () => {
  const many = Array.from({ length: 2100 }, (_, at) => [`many/${at}/empty.txt`, ""]);
  const code = "export function refreshToken() {}\n";
  using indexed = await builtRepository({ ...Object.fromEntries(many), "src/token.ts": code });
  const gitView = gitViewAt(indexed.repository.root);
  const ask = async (git: string) => {
    const sandbox = sandboxProvider(sandboxEntry(), { ...indexed.context(), git, gitView });
    const args = { query: "where is the token refreshed", symbols: [], paths: [], limit: 10 };
    const outcome = await sandbox.call({ tool: "ci_search", args, timeoutMs: 20_000 });
    sandbox.close();
    assert(outcome.status === "ok", JSON.stringify(outcome));
    const { findings, limits } = outcome.output;
    const walked = limits.some((limit) => limit.includes("git could not list"));
    return { paths: findings.map(({ path }) => path).sort(), walked };
  };
  // Without git, only the list that is kept says what there is.
  assertEquals(await ask("/bin/false"), { paths: ["src/token.ts"], walked: false });
  indexed.repository.write({ "src/fresh.ts": code });
  assertEquals(await ask("/usr/bin/git"), { paths: ["src/fresh.ts", "src/token.ts"], walked: false });
});
