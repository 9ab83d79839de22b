import type { Locations } from "../settings/locations.ts";
import type { Settings } from "../settings/effective.ts";
import { allServers } from "../settings/mcp_servers/all_servers.ts";
import type { ConfiguredServer } from "../settings/mcp_servers/configured_server.ts";
import { isOurselves } from "../settings/mcp_servers/ourselves.ts";
import type { World } from "../settings/world.ts";
import { createGateway, type Gateway } from "./gateway.ts";
import { openIsolate } from "./isolate/isolate.ts";
import { pendingOutputs } from "./output/pending_outputs.ts";
import { approvalStore } from "./permissions/approval_store.ts";
import { toolCache } from "./upstream/tool_cache.ts";
import { INSIDE_GATEWAY } from "./upstream/target.ts";
import { openUpstreams, type Upstreams } from "./upstream/upstreams.ts";

export interface GatewayPlace {
  /** Real path of the repository root. */
  root: string;
  /** Folder that the client was started in. */
  cwd: string;
  locations: Locations;
  settings: Pick<Settings, "servers" | "tools" | "permissions" | "risk" | "retention">;
  /** Path of this program. */
  program: string;
  environment: Readonly<Record<string, string>>;
}

export interface GatewayServers {
  servers: ConfiguredServer[];
  /** What could not be used, one line each. */
  problems: string[];
}

/** The servers that a gateway has behind it: all that the user has configured, but never a gateway. */
export async function gatewayServers(place: GatewayPlace, world: World): Promise<GatewayServers> {
  if (world.env(INSIDE_GATEWAY) !== undefined) {
    return { servers: [], problems: ["started by another gateway, so no servers are served here"] };
  }
  const { root, cwd, locations, settings: { servers: own } } = place;
  const { servers, problems } = await allServers({ root, cwd, locations, own }, world);
  return { servers: servers.filter((server) => !isOurselves(server, place.program, world)), problems };
}

/** The servers behind a gateway, none of them started. */
export function gatewayUpstreams(
  servers: readonly ConfiguredServer[],
  place: GatewayPlace,
  world: World,
  onToolsChanged: () => void = () => {},
): Upstreams {
  const { root, locations, settings, environment } = place;
  return openUpstreams(servers, {
    root,
    home: locations.home ?? "/",
    environment,
    risk: settings.risk,
    cache: toolCache(locations.cache),
    onToolsChanged,
  }, world);
}

/** A gateway over these servers. Nothing is started until something needs it. */
export function openGateway(upstreams: Upstreams, place: GatewayPlace, world: World): Gateway {
  const { locations, settings } = place;
  return createGateway({
    upstreams,
    permissions: settings.permissions,
    approvals: locations.state === undefined ? undefined : approvalStore(locations.state, world),
    refused: new Set(),
    held: new Map(),
    validation: openIsolate(),
    endlessSchemas: new Set(),
    output: openIsolate(),
    pending: pendingOutputs(),
    dataDir: locations.data,
    retention: settings.retention,
    world,
  });
}
