import { locations } from "../../settings/locations.ts";
import { claudeServer } from "../../settings/mcp_servers/claude_servers.ts";
import { codexServer } from "../../settings/mcp_servers/codex_servers.ts";
import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import {
  type GatewayClient,
  movedServersFile,
  movedServersFolder,
} from "../../settings/mcp_servers/moved_servers.ts";
import { isOurselves } from "../../settings/mcp_servers/ourselves.ts";
import type { World } from "../../settings/world.ts";
import { clientFolder } from "../client_folder.ts";
import { SetupError } from "../setup_error.ts";
import { CLAUDE_FORMAT } from "./claude_format.ts";
import { claudeRules } from "./claude_stays.ts";
import { CODEX_FORMAT } from "./codex_format.ts";
import { codexRules } from "./codex_stays.ts";
import { shadowedRule } from "./earlier_servers.ts";
import type { ServerFormat } from "./server_format.ts";
import { presumedEnv, type ServerReader, stayReason } from "./stay_rules.ts";

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
  /** The client's file as it was; each time that it met a new state, a move has kept one more. */
  original(number?: number): string;
  record: string;
  isGateway(entry: unknown): boolean;
  stays(isSure: (name: string) => boolean): (name: string, entry: unknown) => string | undefined;
}

/** Throws `SetupError` where the client's folder or ours is not known. */
export function clientGateway(client: GatewayClient, program: string, world: World): ClientGateway {
  const places = locations(world);
  const folder = movedServersFolder(client, places);
  const servers = movedServersFile(client, places);
  if (folder === undefined || servers === undefined || places.config === undefined) {
    throw new SetupError("XDG_CONFIG_HOME", "and HOME are not set; set one and run this again");
  }
  const ours = {
    client,
    folder,
    folders: [places.config, folder.slice(0, folder.lastIndexOf("/")), folder],
    stable: places.home ?? places.config,
    servers,
    original: (number = 1) =>
      `${folder}/original${number > 1 ? `-${number}` : ""}.${client === "claude" ? "json" : "toml"}`,
    record: `${folder}/record.json`,
    isGateway: (entry: unknown) => isGatewayEntry(entry, program, world),
  };
  const env = presumedEnv(world);
  const settings = clientFolder(world, "CLAUDE_CONFIG_DIR", ".claude");
  const home = world.env("CLAUDE_CONFIG_DIR") === undefined ? clientFolder(world, "HOME", "") : settings;
  const claude = `${home}/.claude.json`;
  const stays =
    (read: ServerReader, rules: typeof claudeRules, folder: string): ClientGateway["stays"] => (isSure) =>
      stayReason(read, [...rules(folder, isSure), shadowedRule(client, { claude, places, env })]);
  if (client === "claude") {
    const read: ServerReader = (entry) => claudeServer(entry, env);
    return { ...ours, file: claude, format: CLAUDE_FORMAT, stays: stays(read, claudeRules, settings) };
  }
  const codex = clientFolder(world, "CODEX_HOME", ".codex");
  const read: ServerReader = (entry) => codexServer(entry, env);
  return {
    ...ours,
    file: `${codex}/config.toml`,
    format: CODEX_FORMAT,
    stays: stays(read, codexRules, codex),
  };
}

function isGatewayEntry(entry: unknown, program: string, world: World): boolean {
  if (!isRecord(entry) || typeof entry["command"] !== "string" || !Array.isArray(entry["args"])) return false;
  const target = { command: entry["command"], args: entry["args"].map(String), env: {} };
  return isOurselves({ target }, program, world);
}
