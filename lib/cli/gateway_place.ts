import type { GatewayPlace } from "../gateway/gateway.ts";
import { prepare } from "../kernel/prepare.ts";
import { problemText, readSwitches } from "../settings/control_plane.ts";
import { locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";

/** Where a gateway stands and what holds there, with what is to be said of the settings, and whether one of them cannot be used. */
export async function gatewayPlace(
  repo: string | undefined,
  world: World,
): Promise<{ place: GatewayPlace; problems: string[]; misconfigured: boolean }> {
  const cwd = repo ?? Deno.cwd();
  const places = locations(world);
  const { root, settings, limits } = await prepare({ cwd }, readSwitches(world), world, places);
  return {
    place: {
      root,
      cwd,
      locations: places,
      settings,
      program: Deno.execPath(),
      environment: Deno.env.toObject(),
    },
    misconfigured: settings.problems.length > 0,
    problems: [...settings.problems.map(problemText), ...settings.limits, ...limits, ...places.refused],
  };
}
