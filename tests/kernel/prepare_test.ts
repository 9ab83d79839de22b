import { assertEquals } from "@std/assert";
import { prepare } from "../../lib/kernel/prepare.ts";
import { readSwitches } from "../../lib/settings/control_plane.ts";
import { locations } from "../../lib/settings/locations.ts";
import type { World } from "../../lib/settings/world.ts";

async function failed(cwd: string, env: Record<string, string> = {}) {
  const world: World = {
    now: () => new Date("2026-01-02T03:04:05.678Z"),
    elapsed: () => performance.now(),
    nonce: (bytes) => "ab".repeat(bytes),
    env: (name) => ({ HOME: "/nonexistent/home", ...env })[name],
  };
  const { rootSource, rootError } = await prepare({ cwd }, readSwitches(world), world, locations(world));
  return [rootSource, rootError?.code];
}

Deno.test("a root that cannot be had is said to come from where it was asked for", async () => {
  const root = Deno.makeTempDirSync({ prefix: "prepare-" });
  try {
    new Deno.Command("git", { args: ["-C", root, "init", "-q"] }).outputSync();
    Deno.mkdirSync(`${root}/config`);
    Deno.writeTextFileSync(`${root}/config/auto-tools.yaml`, "repo_root: nowhere\n");
    assertEquals(await failed(root), ["git", undefined]);
    assertEquals(await failed(root, { CI_AUTO_TOOLS_REPO_ROOT: `${root}/nowhere` }), ["env", "E_REPO_ROOT"]);
    assertEquals(await failed(`${root}/nowhere`), ["cwd", "E_REPO_ROOT"]);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
