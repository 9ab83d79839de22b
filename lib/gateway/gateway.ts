import { ignoreError } from "../settings/attempt.ts";
import type { Settings } from "../settings/effective.ts";
import type { Locations } from "../settings/locations.ts";
import { allServers } from "../settings/mcp_servers/all_servers.ts";
import type { ConfiguredServer } from "../settings/mcp_servers/configured_server.ts";
import { joined } from "../settings/mcp_servers/client_rules.ts";
import { isOwnGateway } from "../settings/mcp_servers/own_gateway.ts";
import { matchesWildcard } from "../settings/wildcard.ts";
import type { World } from "../settings/world.ts";
import { openIsolate } from "./isolate/isolate.ts";
import { approvalStore } from "./permissions/approval_store.ts";
import { INSIDE_GATEWAY, type UpstreamPlace } from "./upstream/upstream.ts";
import type { Upstreams } from "./upstream/upstreams.ts";

export interface GatewayPlace extends UpstreamPlace {
  /** Folder that the client was started in. */
  cwd: string;
  locations: Locations;
  settings: Pick<Settings, "servers" | "tools" | "permissions" | "risk" | "retention" | "profiles">;
  program: string;
}

/** The servers that a gateway has behind it: of all that the user has configured what the profiles choose, but never a gateway; and what could not be used, one line each. */
export async function gatewayServers(
  { root, cwd, locations, settings: { servers: own, profiles }, program }: GatewayPlace,
  world: World,
): ReturnType<typeof allServers> {
  if (world.env(INSIDE_GATEWAY) !== undefined) {
    const problems = ["started by another gateway, so no servers are served here"];
    return { servers: [], problems, wrong: [], rules: joined([]) };
  }
  const { servers, problems, ...more } = await allServers({ root, cwd, locations, own }, world);
  const isChosen = ({ name }: ConfiguredServer) =>
    profiles.every(({ servers: chosen }) =>
      chosen?.some((pattern) => matchesWildcard(pattern, name)) ?? true
    );
  const unknown = profiles.filter((profile) => profile.servers === undefined)
    .map(({ name }) =>
      `profile ${name.slice(0, 60)} is none of profiles in your auto-tools.yaml; it chooses nothing`
    );
  return {
    servers: servers.filter((server) => isChosen(server) && !isOwnGateway(server.target, program, world)),
    problems: [...problems, ...unknown],
    ...more,
  };
}

/** ms in which a configuration that was read counts as the one of now. */
const READ_MS = 1000;

/** What a gateway is made of, and what is to be said of that. */
export interface Configuration {
  place: GatewayPlace;
  servers: readonly ConfiguredServer[];
  problems: readonly string[];
  /** Those of them for which a file, settings or rules were not understood. */
  wrong: readonly string[];
}

/** Puts a value behind all others; the first goes where there are too many. */
export function keepNewest<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

export type Gateway = ReturnType<typeof openGateway>;

/** A gateway over these servers. Nothing is started until something needs it. One serves one client; the upstreams may serve others besides. */
export function openGateway(
  upstreams: Upstreams,
  found: Configuration,
  world: World,
  { findPlaces, configured }: {
    /** Finds places of the repository for a question, in words that a model can read; "" where none has enough evidence. */
    findPlaces(question: string): Promise<string>;
    /** Reads it anew. */
    configured(): Promise<Configuration>;
  },
) {
  const { problems, place: { locations, settings } } = found;
  const isolate = openIsolate();
  let [reading, readAt] = [Promise.resolve(), world.elapsed()];
  const read = async () => {
    const now = await configured();
    gateway.problems = now.problems;
    // What was understood goes on; a file may just be written.
    gateway.notTaken = found.wrong.length === 0 ? now.wrong : [];
    if (gateway.notTaken.length > 0) return;
    found = now;
    gateway.settings = now.place.settings;
    upstreams.configure(now.servers, now.place.settings);
  };
  const gateway = {
    upstreams,
    settings,
    problems,
    /** What cannot be used of the configuration as it stands now; what held before goes on. */
    notTaken: [] as readonly string[],
    /** Takes the configuration as it is by now, which people, and clients, may have changed. */
    async refresh(): Promise<void> {
      if (world.elapsed() - readAt >= READ_MS) {
        [reading, readAt] = [read().catch(ignoreError), world.elapsed()];
      }
      await reading;
    },
    /** Undefined where there is no folder for state: nothing can be approved but by configuration. */
    approvals: locations.state === undefined ? undefined : approvalStore(locations.state, world),
    /** Calls that the user has refused; they are not asked for again. */
    refused: new Set<string>(),
    /** Arguments of calls that wait, by hash, which may not stand in a file: secrets are in them, or they are long. */
    held: new Map<string, Record<string, unknown>>(),
    /** Servers of resources that results have linked to, by conversation and URI. */
    links: new Map<string, string>(),
    /** Hashes of tools whose schemas do not end; they are not tried again. */
    endlessSchemas: new Set<string>(),
    isolate,
    dataDir: locations.data,
    stateDir: locations.state,
    findPlaces,
    world,
    async close(): Promise<void> {
      isolate.close();
      await upstreams.close();
    },
  };
  return gateway;
}
