import { parseUserConfig } from "../../settings/config.ts";
import { type Locations, locations } from "../../settings/locations.ts";
import { allServers } from "../../settings/mcp_servers/all_servers.ts";
import { claudeServer } from "../../settings/mcp_servers/claude_servers.ts";
import { codexServer } from "../../settings/mcp_servers/codex_servers.ts";
import { type ConfiguredServer, isRecord } from "../../settings/mcp_servers/configured_server.ts";
import {
  type GatewayClient,
  movedServersFile,
  movedServersFolder,
} from "../../settings/mcp_servers/moved_servers.ts";
import { isOurselves } from "../../settings/mcp_servers/ourselves.ts";
import { readUserFile } from "../../settings/own_files.ts";
import type { World } from "../../settings/world.ts";
import { clientFolder } from "../client_folder.ts";
import { SetupError } from "../setup_error.ts";
import { CLAUDE_FORMAT } from "./claude_format.ts";
import { CODEX_FORMAT } from "./codex_format.ts";
import {
  claudeRules,
  codexRules,
  firstReason,
  nameIsTaken,
  type Reason,
  startsInProject,
} from "./move_rules.ts";
import type { ServerFormat } from "./server_format.ts";

/** Where a client keeps its servers, and where we keep those that were moved. */
export interface ClientGateway {
  client: GatewayClient;
  /** The client's file, absolute. */
  file: string;
  format: ServerFormat;
  /** Our folder for this client, and what is in it. */
  folder: string;
  /** The same with those above it that are ours as well, the outermost first. */
  folders: readonly string[];
  /** A folder that is always there. */
  stable: string;
  servers: string;
  /** The client's file as it would be without the gateway. */
  original: string;
  record: string;
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
  const folder = movedServersFolder(client, places);
  const servers = movedServersFile(client, places);
  if (folder === undefined || servers === undefined || places.config === undefined) {
    throw new SetupError("XDG_CONFIG_HOME", "and HOME are not set; set one and run this again");
  }
  // A variable that is not set here may be set where the client is started.
  const env = (name: string) => world.env(name) ?? "http://localhost";
  const isClaude = client === "claude";
  const own = isClaude
    ? clientFolder(world, "CLAUDE_CONFIG_DIR", ".claude")
    : clientFolder(world, "CODEX_HOME", ".codex");
  const claudeHome = world.env("CLAUDE_CONFIG_DIR") === undefined ? world.env("HOME") : own;
  const file = isClaude ? `${claudeHome}/.claude.json` : `${own}/config.toml`;
  return {
    client,
    file,
    format: isClaude ? CLAUDE_FORMAT : CODEX_FORMAT,
    folder,
    folders: [places.config, folder.slice(0, folder.lastIndexOf("/")), folder],
    stable: places.home ?? places.config,
    servers,
    original: `${folder}/original.${isClaude ? "json" : "toml"}`,
    record: `${folder}/record.json`,
    isGateway: (entry) => isGatewayEntry(entry, program, world),
    reasons() {
      const others = reached.filter(({ source }) => source !== file && source !== servers);
      const rules = [
        ...(isClaude ? claudeRules(own) : codexRules(own)),
        nameIsTaken(others),
        startsInProject,
      ];
      return firstReason((entry) => (isClaude ? claudeServer : codexServer)(entry, env), rules);
    },
  };
}

/** What a gateway has behind it where no project is open; of a configuration that cannot be read it has nothing either. */
export async function reachedServers(places: Locations, world: World): Promise<ConfiguredServer[]> {
  const { home = "/", config } = places;
  const file = `${config}/auto-tools.yaml`;
  let text: string | undefined;
  try {
    text = config === undefined ? undefined : readUserFile(file);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  const { values } = await parseUserConfig(text ?? "", file);
  const all = { root: home, cwd: home, locations: places, own: values.mcp_servers };
  return (await allServers(all, world)).servers;
}

function isGatewayEntry(entry: unknown, program: string, world: World): boolean {
  if (!isRecord(entry) || typeof entry["command"] !== "string" || !Array.isArray(entry["args"])) return false;
  const target = { command: entry["command"], args: entry["args"].map(String), env: {} };
  return isOurselves({ target }, program, world);
}
