import { readSwitches } from "../settings/control_plane.ts";
import type { World } from "../settings/world.ts";
import { toolSpecs } from "../tools/registry.ts";
import { prepare } from "./prepare.ts";

/** The tools that may be planned in a repository, and whether anything keeps each from running by itself. */
export async function listTools(cwd: string, world: World) {
  const switches = readSwitches(world);
  const { settings } = await prepare(cwd, world);
  return toolSpecs(settings.tools).map(({ name, tier, purpose, when }) => {
    const off = tier > switches.tierMax ? "tier" : settings.disable.includes(name) ? "configuration" : "";
    const state = off !== "" ? `off: ${off}` : when === "always" ? "automatic" : "when asked for";
    return { tool: name, tier, purpose, state };
  });
}
