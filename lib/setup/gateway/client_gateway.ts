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
import { claudeRules } from "./claude_rules.ts";
import { CODEX_FORMAT } from "./codex_format.ts";
import { codexRules } from "./codex_rules.ts";
import type { ServerFormat } from "./server_format.ts";
import { firstReason, startsInProject } from "./move_rules.ts";
import { nameIsTaken } from "./taken_names.ts";

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
  /** Why a server stays with its client; undefined where it can be moved. What is read for that is read once. */
  reasons(): (server: { name: string; entry: unknown; isNamed: boolean }) => string | undefined;
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
  // A variable that is not set here may be set where the client is started.
  const env = (name: string) => world.env(name) ?? "http://localhost";
  const settings = clientFolder(world, "CLAUDE_CONFIG_DIR", ".claude");
  const home = world.env("CLAUDE_CONFIG_DIR") === undefined ? clientFolder(world, "HOME", "") : settings;
  const claude = `${home}/.claude.json`;
  const codex = client === "codex" ? clientFolder(world, "CODEX_HOME", ".codex") : "";
  const reasons = () => {
    const own = client === "claude" ? claudeRules(settings) : codexRules(codex);
    const rules = [...own, nameIsTaken(client, { claude, places, env }), startsInProject];
    const read = client === "claude" ? claudeServer : codexServer;
    return (server: Parameters<ReturnType<ClientGateway["reasons"]>>[0]) =>
      firstReason((entry) => read(entry, env), rules, server);
  };
  return client === "claude"
    ? { ...ours, file: claude, format: CLAUDE_FORMAT, reasons }
    : { ...ours, file: `${codex}/config.toml`, format: CODEX_FORMAT, reasons };
}

function isGatewayEntry(entry: unknown, program: string, world: World): boolean {
  if (!isRecord(entry) || typeof entry["command"] !== "string" || !Array.isArray(entry["args"])) return false;
  const target = { command: entry["command"], args: entry["args"].map(String), env: {} };
  return isOurselves({ target }, program, world);
}
