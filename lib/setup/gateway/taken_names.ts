import { parse as parseYaml } from "@std/yaml";
import type { Locations } from "../../settings/locations.ts";
import { claudeServers } from "../../settings/mcp_servers/claude_servers.ts";
import { codexServer } from "../../settings/mcp_servers/codex_servers.ts";
import {
  type ConfiguredServer,
  isRecord,
  readEntries,
  type ServerList,
  serverName,
} from "../../settings/mcp_servers/configured_server.ts";
import { type GatewayClient, movedServersFile } from "../../settings/mcp_servers/moved_servers.ts";
import { findFile } from "../replace_file.ts";
import { SetupError } from "../setup_error.ts";
import { sameValue } from "./server_format.ts";
import { MAX_CLIENT_BYTES, type MoveRule } from "./move_rules.ts";

type Env = (name: string) => string | undefined;

/**
 * Keeps where it is what the gateway would never reach: of several servers of one name it takes the first, and the user's own file comes before Claude
 * Code, which comes before Codex.
 *
 * @param claude Claude Code's own file.
 */
export function nameIsTaken(
  client: GatewayClient,
  { claude, places, env }: { claude: string; places: Locations; env: Env },
): MoveRule {
  const lists = [ownServers(places, env)];
  if (client === "codex") {
    lists.push(claudeServersOf(claude, env), claudeServersOf(movedServersFile("claude", places), env));
  }
  const earlier = new Map(
    lists.flatMap(({ servers }) => servers).reverse().map((server) => [server.name, server]),
  );
  return ({ name, target }) => {
    const other = earlier.get(serverName(name));
    if (other === undefined || sameValue(reached(other), reached({ target }))) return undefined;
    return `${other.source} has another server of that name, which the gateway would take instead; rename one`;
  };
}

/** What a server is, whoever starts it. */
function reached({ target }: Pick<ConfiguredServer, "target">): unknown {
  return "url" in target ? target : { command: target.command, args: target.args, env: target.env };
}

function ownServers({ config }: Locations, env: Env): ServerList {
  const file = `${config ?? ""}/auto-tools.yaml`;
  const document = readOrNothing(file, parseYaml);
  return readEntries(
    isRecord(document) ? document["mcp_servers"] : undefined,
    file,
    (_name, entry) => codexServer(entry, env),
  );
}

function claudeServersOf(file: string | undefined, env: Env): ServerList {
  if (file === undefined) return { servers: [], problems: [] };
  return readOrNothing(file, (text) => claudeServers(text, file, [], env)) ?? { servers: [], problems: [] };
}

/** A file that cannot be read has no servers for the gateway either. */
function readOrNothing<T>(file: string, read: (text: string) => T): T | undefined {
  try {
    const found = findFile(file, MAX_CLIENT_BYTES);
    return found.kind === "found" ? read(found.text) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof SetupError) return undefined;
    throw error;
  }
}
