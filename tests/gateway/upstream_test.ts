import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AutoToolsError } from "../../lib/contract/error_codes.ts";
import { createUpstream } from "../../lib/gateway/upstream/upstream.ts";
import { toolCache } from "../../lib/gateway/upstream/tool_cache.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { living, remaining } from "../tools/living.ts";

const LOOSE = new URL("../fixtures/mcp/loose_server.mjs", import.meta.url).pathname;
const ODD = new URL("../fixtures/mcp/odd_server.mjs", import.meta.url).pathname;

Deno.test({
  name: "what a server did not answer is no reason for its end, which came later",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const folder = await Deno.makeTempDir();
    const journal = `${folder}/journal`;
    const target = { command: "node", args: [ODD, "fine", journal], env: {} };
    const upstream = createUpstream({ name: "odd", source: "", target }, {
      root: folder,
      home: folder,
      environment: {},
      risk: { read: [], write: [], execute: [] },
      cache: toolCache(undefined),
      onToolsChanged() {},
    }, systemWorld());
    try {
      await upstream.live();
      await assertRejects(() => upstream.call("hang", {}, { timeoutMs: 200 }), AutoToolsError);
      assertEquals(upstream.status().state, "ready");
      for (const pid of living(journal)) Deno.kill(pid, "SIGKILL");
      assertEquals(await remaining(journal), []);
      for (let look = 0; look < 100 && upstream.status().state === "ready"; look++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assertEquals([upstream.status().state, upstream.status().reason], ["known", undefined]);
    } finally {
      upstream.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "the last words of a server that ends lose a secret together with the name that tells it",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const folder = await Deno.makeTempDir();
    const secret = "Tr0ub4dor-3xyzzy9Q";
    const target = {
      command: "sh",
      args: ["-c", `echo 'login failed: password: ${secret}' >&2; exit 3`],
      env: {},
    };
    const upstream = createUpstream({ name: "odd", source: "", target }, {
      root: folder,
      home: folder,
      environment: {},
      risk: { read: [], write: [], execute: [] },
      cache: toolCache(undefined),
      onToolsChanged() {},
    }, systemWorld());
    try {
      const { message } = await assertRejects(() => upstream.live(), AutoToolsError);
      assertStringIncludes(message, "login failed");
      assertEquals([message, upstream.status().reason ?? ""].filter((text) => text.includes(secret)), []);
    } finally {
      upstream.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "a server that tells of one call how far it is is not started anew for two others without an answer",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const folder = await Deno.makeTempDir();
    const target = { command: "node", args: [LOOSE, "work", "15"], env: {} };
    const upstream = createUpstream({ name: "loose", source: "", target }, {
      root: folder,
      home: folder,
      environment: {},
      risk: { read: [], write: [], execute: [] },
      cache: toolCache(undefined),
      onToolsChanged() {},
    }, systemWorld());
    try {
      await upstream.live();
      const working = upstream.call("good", {}, {});
      for (let call = 0; call < 2; call++) {
        await assertRejects(() => upstream.call("deaf", {}, { timeoutMs: 400 }), AutoToolsError, "in time");
      }
      assertEquals((await working).content.length, 2);
    } finally {
      upstream.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});
