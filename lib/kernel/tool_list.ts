import { readSwitches } from "../settings/control_plane.ts";
import { locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import { toolSpecs } from "../tools/registry.ts";
import { prepare } from "./prepare.ts";

/** A tool that may be planned in a repository, and whether anything keeps it from running by itself. */
export interface ListedTool {
  tool: string;
  tier: number;
  purpose: string;
  state: "automatic" | "when asked for" | "off: tier" | "off: configuration";
}

export async function listTools(cwd: string, world: World): Promise<ListedTool[]> {
  const switches = readSwitches(world);
  const { settings } = await prepare({ cwd }, switches, world, locations(world));
  return toolSpecs(settings.tools).map(({ name, tier, purpose, when }) => ({
    tool: name,
    tier,
    purpose,
    state: tier > switches.tierMax
      ? "off: tier"
      : settings.disable.includes(name)
      ? "off: configuration"
      : when === "always"
      ? "automatic"
      : "when asked for",
  }));
}
