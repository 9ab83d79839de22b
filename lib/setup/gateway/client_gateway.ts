import { parseUserConfig } from "../../settings/config.ts";
import { attempt } from "../../settings/attempt.ts";
import { type Locations, locations } from "../../settings/locations.ts";
import { allServers } from "../../settings/mcp_servers/all_servers.ts";
import { type ConfiguredServer, isRecord } from "../../settings/mcp_servers/configured_server.ts";
import {
  type GatewayClient,
  type GatewayFiles,
  gatewayFiles,
} from "../../settings/mcp_servers/gateway_files.ts";
import { isOwnGateway } from "../../settings/mcp_servers/own_gateway.ts";
import { readUserFile } from "../../settings/own_files.ts";
import type { World } from "../../settings/world.ts";
import { findFile } from "../client_file.ts";
import { clientFolder } from "../client_folder.ts";
import { SetupError } from "../setup_error.ts";
import { CLAUDE_FORMAT } from "./claude_format.ts";
import { CODEX_FORMAT } from "./codex_format.ts";
import { moveRules, type Reason } from "./move_rules.ts";
import type { ServerFormat } from "./server_format.ts";

/** Where a client keeps its servers, and where we keep those that were moved. */
export interface ClientGateway extends GatewayFiles {
  client: GatewayClient;
  /** The client's file, absolute. */
  file: string;
  format: ServerFormat;
  /** Our folders, the outermost first. */
  folders: readonly string[];
  /** A folder that is always there. */
  stable: string;
  isGateway(entry: unknown): boolean;
  /** Why a server stays with its client; undefined where it can be moved. What is read for that is read once. */
  reasons(): Reason;
}

/**
 * Throws `SetupError` where the client's folder or ours is not known.
 *
 * @param reached what the gateway has behind it now, from whatever file.
 */
export function clientGateway(
  client: GatewayClient,
  program: string,
  world: World,
  reached: readonly ConfiguredServer[] = [],
): ClientGateway {
  const places = locations(world);
  const { home, config } = places;
  const files = gatewayFiles(client, places);
  if (files === undefined || config === undefined) {
    throw new SetupError("XDG_CONFIG_HOME", "and HOME are not set; set one and run this again");
  }
  const isClaude = client === "claude";
  const folder = isClaude
    ? clientFolder(world, "CLAUDE_CONFIG_DIR", ".claude")
    : clientFolder(world, "CODEX_HOME", ".codex");
  const claudeHome = world.env("CLAUDE_CONFIG_DIR") === undefined ? world.env("HOME") : folder;
  const file = isClaude ? `${claudeHome}/.claude.json` : `${folder}/config.toml`;
  return {
    ...files,
    client,
    file,
    format: isClaude ? CLAUDE_FORMAT : CODEX_FORMAT,
    folders: [config, `${config}/gateway`, files.folder],
    stable: home ?? config,
    isGateway(entry) {
      if (!isRecord(entry) || typeof entry["command"] !== "string" || !Array.isArray(entry["args"])) {
        return false;
      }
      const target = { command: entry["command"], args: entry["args"].map(String), env: {} };
      return isOwnGateway({ target }, program, world);
    },
    reasons: () =>
      moveRules(client, {
        folder,
        // A variable that is not set here may be set where the client is started.
        env: (name) => world.env(name) ?? "http://localhost",
        others: reached.filter(({ source }) => source !== file && source !== files.servers),
      }),
  };
}

/** What a gateway has behind it where no project is open; of a configuration that cannot be read it has nothing either. */
export async function reachedServers(places: Locations, world: World): Promise<ConfiguredServer[]> {
  const { home = "/", config } = places;
  const file = `${config}/auto-tools.yaml`;
  const text = config === undefined ? undefined : attempt(() => readUserFile(file));
  const { values } = await parseUserConfig(text ?? "", file);
  const all = { root: home, cwd: home, locations: places, own: values.mcp_servers };
  return (await allServers(all, world)).servers;
}

/** Names of the client's servers that are for single projects alone, which nobody else's sessions should have. */
export function serversOfProjects({ format, file }: ClientGateway): string[] {
  const { projects } = format.values(findFile(file).text ?? "", file);
  const all = Object.values(isRecord(projects) ? projects : {}).flatMap((project) => {
    const servers = isRecord(project) ? project[format.key] : undefined;
    return isRecord(servers) ? Object.keys(servers) : [];
  });
  return [...new Set(all)];
}
