import { assertEquals } from "@std/assert";
import { codexTimeoutMs } from "../../../lib/settings/mcp_servers/own_gateway.ts";
import type { World } from "../../../lib/settings/world.ts";

async function patience(config?: string): Promise<number | undefined> {
  const home = await Deno.makeTempDir();
  try {
    Deno.mkdirSync(`${home}/.codex`);
    if (config !== undefined) Deno.writeTextFileSync(`${home}/.codex/config.toml`, config);
    const world: World = {
      now: () => new Date(0),
      elapsed: () => 0,
      nonce: () => "",
      env: (name) => name === "HOME" ? home : undefined,
    };
    return await codexTimeoutMs("/opt/codex-auto", world);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

const OURS = '[mcp_servers.auto-tools]\ncommand = "/usr/bin/codex-auto"\nargs = ["mcp"]\n';

Deno.test("Codex waits as long for the gateway's tools as its user says", async () => {
  assertEquals(await patience(`${OURS}tool_timeout_sec = 300\n`), 300_000);
  const second = `${OURS.replace("auto-tools", "again")}tool_timeout_sec = 90.5\n`;
  assertEquals(await patience(`${OURS}tool_timeout_sec = 300\n${second}`), 90_500);
});

Deno.test("where nothing is said of the gateway, nothing is known", async () => {
  assertEquals(await patience(), undefined);
  assertEquals(await patience(OURS), undefined);
  assertEquals(await patience("[mcp_servers"), undefined);
  assertEquals(
    await patience(`${OURS}[mcp_servers.other]\ncommand = "node"\ntool_timeout_sec = 9\n`),
    undefined,
  );
});
