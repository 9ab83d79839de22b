import { assertEquals, assertStringIncludes } from "@std/assert";
import { checkGateway } from "../../../lib/cli/doctor/gateway_checks.ts";

/** What the doctor makes of a Claude Code that names this command as its gateway. */
async function gatewayOf(command: string) {
  const home = await Deno.makeTempDir();
  try {
    const servers = { mcpServers: { "auto-tools": { command, args: ["mcp"] } } };
    await Deno.writeTextFile(`${home}/.claude.json`, JSON.stringify(servers));
    const env = (name: string) => name === "HOME" ? home : undefined;
    const world = { now: () => new Date(0), elapsed: () => 0, nonce: () => "0", env };
    const bench = { program: "/nowhere/codex-auto", cwd: home, repo: home, env: {} };
    return await checkGateway("claude", bench, world);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

Deno.test("a gateway that cannot be started is a failed check with a remedy, and not the end of the doctor", async () => {
  for (const command of ["no-such-place-on-path/codex-auto", "codex-auto\0", "/nowhere/codex-auto"]) {
    const [check, ...more] = await gatewayOf(command);
    assertEquals([check?.status, more.length], ["failed", 0], command);
    assertStringIncludes(check?.remedy ?? "", "codex-auto setup gateway --claude");
  }
});
