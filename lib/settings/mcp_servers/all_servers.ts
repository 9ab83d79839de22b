import type { Locations } from "../locations.ts";
import { readRepoSmallFile } from "../repo_file.ts";
import { readSmallFile } from "../small_file.ts";
import { isTrusted } from "../trust.ts";
import type { World } from "../world.ts";
import { claudeServers, projectServers } from "./claude_servers.ts";
import { codexServer, codexServers } from "./codex_servers.ts";
import { readEntries, type ServerList } from "./configured_server.ts";
import { movedServersFile } from "./moved_servers.ts";

/** Claude Code keeps its whole state in this file beside the servers. */
const MAX_CLAUDE_BYTES = 64 * 1024 * 1024;
/** A project's servers as Claude Code knows them, below its root. */
export const PROJECT_SERVERS = ".mcp.json";

export interface ServerPlaces {
  /** Real path of the repository root. */
  root: string;
  /** Folder that the client was started in. */
  cwd: string;
  locations: Locations;
  /** `mcp_servers` of `auto-tools.yaml`, the user's and a trusted project's. */
  own: Readonly<Record<string, object>>;
}

/**
 * All MCP servers that the user has configured, in `auto-tools.yaml`, Claude Code or Codex, those that were moved out of these clients, and those
 * of the project's `.mcp.json` once it is trusted. Of several with one name the first in this order counts. Reads files and starts nothing.
 */
export async function allServers(places: ServerPlaces, world: World): Promise<ServerList> {
  const { root, cwd, locations, own } = places;
  const env = (name: string) => world.env(name);
  const { home, config } = locations;
  const claudeFolder = world.env("CLAUDE_CONFIG_DIR") ?? home;
  const codexFolder = world.env("CODEX_HOME") ?? (home === undefined ? undefined : `${home}/.codex`);
  const claude = await fromFile(
    claudeFolder === undefined ? undefined : `${claudeFolder}/.claude.json`,
    (text, file) => claudeServers(text, file, [cwd, root], env),
  );
  const claudeMoved = await fromFile(
    movedServersFile("claude", locations),
    (text, file) => projectServers(text, file, env),
  );
  const isOn = ({ name }: { name: string }) => !("disabled" in claude && claude.disabled.has(name));
  const lists = [
    readEntries(own, `${config ?? "config"}/auto-tools.yaml`, (_name, entry) => codexServer(entry, env)),
    claude,
    { ...claudeMoved, servers: claudeMoved.servers.filter(isOn) },
    await fromFile(
      codexFolder === undefined ? undefined : `${codexFolder}/config.toml`,
      (text, file) => codexServers(text, file, env),
    ),
    await fromFile(movedServersFile("codex", locations), (text, file) => codexServers(text, file, env)),
    await fromProject(root, locations, env),
  ];
  const servers = new Map<string, ServerList["servers"][number]>();
  for (const server of lists.flatMap((list) => list.servers)) {
    if (!servers.has(server.name)) servers.set(server.name, server);
  }
  return { servers: [...servers.values()], problems: lists.flatMap((list) => list.problems) };
}

async function fromFile<List extends ServerList>(
  file: string | undefined,
  read: (text: string, file: string) => List | Promise<List>,
): Promise<List | ServerList> {
  const none = { servers: [], problems: [] };
  if (file === undefined) return none;
  try {
    const text = readSmallFile(file, MAX_CLAUDE_BYTES);
    return text === undefined ? none : await read(text, file);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { servers: [], problems: [`${file}: ${error.message}`] };
  }
}

async function fromProject(
  root: string,
  locations: Locations,
  env: (name: string) => string | undefined,
): Promise<ServerList> {
  const file = `${root}/${PROJECT_SERVERS}`;
  let text: string | undefined;
  try {
    text = readRepoSmallFile(root, PROJECT_SERVERS);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { servers: [], problems: [`${file}: ${error.message}`] };
  }
  if (text === undefined) return { servers: [], problems: [] };
  if (await isTrusted(text, file, locations)) return projectServers(text, file, env);
  const named = projectServers(text, file, () => "").servers.length;
  return named === 0 ? { servers: [], problems: [] } : {
    servers: [],
    problems: [`${file} is ignored until you have run: codex-auto trust ${PROJECT_SERVERS}`],
  };
}
