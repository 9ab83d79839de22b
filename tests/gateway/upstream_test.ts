import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AutoToolsError } from "../../lib/contract/error_codes.ts";
import type { GatewayTool } from "../../lib/gateway/catalog/gateway_tool.ts";
import { createUpstream, type Upstream } from "../../lib/gateway/upstream/upstream.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";
import { living, remaining } from "../tools/living.ts";
import { until } from "../acceptance/harness.ts";

const LOOSE = new URL("../fixtures/mcp/loose_server.mjs", import.meta.url).pathname;
const ODD = new URL("../fixtures/mcp/odd_server.mjs", import.meta.url).pathname;

/** A test with one server, which leaves what the SDK's transport leaves. */
function upstreamTest(
  name: string,
  target: (folder: string) => [command: string, ...args: string[]],
  run: (upstream: Upstream, folder: string) => Promise<void>,
): void {
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      inTemporaryFolder(async (folder) => {
        const [command, ...args] = target(folder);
        const upstream = createUpstream(
          { name: "odd", source: "", target: { command, args, env: {} } },
          {
            root: folder,
            environment: {},
            locations: { home: folder, cache: undefined, data: undefined },
            settings: { risk: { read: [], write: [], execute: [] } },
          },
          {},
          systemWorld(),
        );
        try {
          await run(upstream, folder);
        } finally {
          upstream.close();
        }
      }),
  });
}

/** A tool of the server as it is judged now. */
async function tool(upstream: Upstream, wanted: string) {
  const found = (await upstream.live()).find(({ toolName }) => toolName === wanted);
  assert(found !== undefined);
  return found;
}

const SECRET = "Tr0ub4dor-3xyzzy9Q";

upstreamTest(
  "the last words of a server that ends lose a secret together with the name that tells it",
  () => ["sh", "-c", `echo 'login failed: password: ${SECRET}' >&2; exit 3`],
  async (upstream) => {
    const { message } = await assertRejects(() => upstream.live(), AutoToolsError);
    assertStringIncludes(message, "login failed");
    assertEquals([message, upstream.status().reason ?? ""].filter((text) => text.includes(SECRET)), []);
  },
);

upstreamTest(
  "what a server has changed since it was judged, or describes otherwise when it has started anew, is not called",
  (folder) => ["node", ODD, "fine", `${folder}/journal`],
  async (upstream, folder) => {
    const act = (judged: GatewayTool) => upstream.call(judged, { line: "x" });
    const before = await tool(upstream, "act");
    const { readyMs } = upstream.status();
    await upstream.call(await tool(upstream, "change"), {});
    await assertRejects(() => act(before), AutoToolsError, "just changed");
    const changed = await tool(upstream, "act");
    assertEquals(upstream.status().readyMs, readyMs, "of its first list");
    const die = await tool(upstream, "die");
    await assertRejects(() => upstream.call(die, {}), AutoToolsError, "killed");
    await assertRejects(() => act(changed), AutoToolsError, "just changed");
    await act(before);
    assertEquals(Deno.readTextFileSync(`${folder}/journal`), "act x\n");
  },
);

upstreamTest(
  "what a server did not answer is no reason for its end, which came later",
  (folder) => ["node", ODD, "fine", `${folder}/journal`],
  async (upstream, folder) => {
    const journal = `${folder}/journal`;
    await upstream.live();
    const hang = await tool(upstream, "hang");
    await assertRejects(() => upstream.call(hang, {}, { timeoutMs: 200 }), AutoToolsError);
    assertEquals(upstream.status().state, "ready");
    for (const pid of living(journal)) Deno.kill(pid, "SIGKILL");
    assertEquals(await remaining(journal), []);
    await until(() => upstream.status().state !== "ready", "its end is noticed");
    assertEquals([upstream.status().state, upstream.status().reason], ["idle", undefined]);
  },
);

upstreamTest(
  "a server that tells of one call how far it is is not started anew for two others without an answer",
  () => ["node", LOOSE, "work", "15"],
  async (upstream) => {
    const [good, deaf] = [await tool(upstream, "good"), await tool(upstream, "deaf")];
    const working = upstream.call(good, {}, {});
    for (let call = 0; call < 2; call++) {
      await assertRejects(() => upstream.call(deaf, {}, { timeoutMs: 400 }), AutoToolsError, "in time");
    }
    assertEquals((await working).content.length, 2);
  },
);
