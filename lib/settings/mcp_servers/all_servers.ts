import { recover } from "../attempt.ts";
import { isRecord, listAt, NotReadable, recordAt } from "../json.ts";
import { parseJsonc } from "../jsonc.ts";
import type { Locations } from "../locations.ts";
import { readOwnFile } from "../own_files.ts";
import { readRepoSmallFile, readSmallFile, standing } from "../small_file.ts";
import { isTrusted } from "../trust.ts";
import type { World } from "../world.ts";
import { CLAUDE_MANAGED, policyAgainst } from "./claude_policy.ts";
import { type Client, clientFolder, gatewayFiles, serverFile } from "./client_places.ts";
import { claudeToolRules, codexToolRules, joined, type Restrictions } from "./client_rules.ts";
import type { ConfiguredServer } from "./configured_server.ts";
import {
  claudeServer,
  codexServer,
  parseConfiguration,
  readEntries,
  type ServerList,
  SERVERS_KEY,
} from "./written_servers.ts";

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
  /** Also what stays with a client whose other servers were moved. */
  withLeft?: boolean;
}

/**
 * All MCP servers that the user has configured, in `auto-tools.yaml`, Claude Code or Codex, those that were moved out of these clients, and those
 * of the project's `.mcp.json` once it is trusted. What is left in a client's own configuration after its servers were moved stays with that client,
 * whose model would meet it twice. Claude Code's lists of denied and allowed servers hold here as well. Of several with one name the first in
 * this order counts. Reads files and starts nothing.
 */
export async function allServers(
  { root, cwd, locations, own, withLeft = false }: ServerPlaces,
  world: World,
): Promise<{ servers: ConfiguredServer[]; problems: string[]; rules: Restrictions }> {
  const env = (name: string) => world.env(name);
  const policy = claudePolicy(cwd, world);
  const claude = readFile("claude", serverFile("claude", world));
  const codex = readFile("codex", serverFile("codex", world));
  const projects = [...new Set([cwd, root])].map((place) => recordAt(claude.values, "projects", place));
  const disabled = new Set(projects.flatMap((project) => listAt(project, "disabledMcpServers")));
  const ofClaude = ({ source, values }: ConfigurationFile, scope = values) =>
    readEntries(scope[SERVERS_KEY.claude], source, (entry, given, name) => {
      const server = claudeServer(entry, env);
      if (disabled.has(given) || policyAgainst(policy.settings, given, server.target)) return undefined;
      return { ...server, rules: claudeToolRules([...policy.settings, ...policy.ofProject], name) };
    });
  const ofCodex = ({ source, values }: ConfigurationFile) =>
    readEntries(values[SERVERS_KEY.codex], source, (entry, _given, name) => {
      if (entry["enabled"] === false) return undefined;
      return { ...codexServer(entry, env), rules: { deny: [], ask: codexToolRules(entry, name).ask } };
    });
  const claudeOwn = [claude, ...[...projects, claude.values].map((scope) => ofClaude(claude, scope))];
  const codexOwn = [codex, ofCodex(codex)];
  const claudeMoved = movedFile("claude", locations);
  const codexMoved = movedFile("codex", locations);
  const project = await projectFile(root, locations);
  const ownFile = `${locations.config ?? "config"}/auto-tools.yaml`;
  const lists: ServerList[] = [
    readEntries(own, ownFile, (entry) => codexServer(entry, env)),
    policy,
    ...(claudeMoved ? [claudeMoved, ofClaude(claudeMoved)] : claudeOwn),
    ...(codexMoved ? [codexMoved, ofCodex(codexMoved)] : codexOwn),
    ...(withLeft ? [...claudeOwn, ...codexOwn] : []),
    project,
    ofClaude(project),
  ];
  const all = lists.flatMap(({ servers }) => servers);
  // With those it has, a client's rules are gone too: of a server of the same name elsewhere they say nothing.
  const chosen = all.filter(({ name }, at) => all.findIndex((each) => each.name === name) === at);
  return {
    servers: chosen.map(({ rules: _, ...server }) => server),
    rules: joined(chosen.flatMap(({ rules }) => rules ?? [])),
    problems: lists.flatMap(({ problems }) => problems),
  };
}

/** A client's configuration, empty where there is none or it cannot be read; the latter is its problem. */
interface ConfigurationFile extends ServerList {
  source: string;
  /** Undefined where there is none. */
  text: string | undefined;
  values: Record<string, unknown>;
}

function readFile(
  client: Client,
  source = "",
  textOf: typeof readSmallFile = readSmallFile,
): ConfigurationFile {
  const file: ConfigurationFile = { source, text: undefined, values: {}, servers: [], problems: [] };
  const read = () => {
    if (source !== "") file.text = textOf(source, MAX_CLAUDE_BYTES);
    if (file.text !== undefined) file.values = parseConfiguration(client, file.text);
  };
  recover(read, Error, (error) => file.problems.push(problemOf(source, error)));
  return file;
}

function problemOf(file: string, error: Error): string {
  const line = error instanceof NotReadable && error.line !== undefined ? `:${error.line}` : "";
  return `${file}${line}: ${error.message}`;
}

/** The servers that were moved out of a client; undefined where none were. Where the file with them is gone, the gateway would be empty without a word. */
function movedFile(client: Client, locations: Locations): ConfigurationFile | undefined {
  const files = gatewayFiles(client, locations);
  const moved = readFile(client, files?.servers, readOwnFile);
  if (moved.text !== undefined || moved.problems.length > 0) return moved;
  if (files === undefined || standing(files.original) === undefined) return undefined;
  const problem = `${files.servers}: missing; codex-auto setup gateway --${client} writes it again`;
  return { ...moved, problems: [problem] };
}

/** The project's own servers, none until the user has trusted exactly that file. */
async function projectFile(root: string, locations: Locations): Promise<ConfigurationFile> {
  const path = `${root}/${PROJECT_SERVERS}`;
  const file = readFile("claude", path, () => readRepoSmallFile(root, PROJECT_SERVERS));
  const namesAny = Object.keys(recordAt(file.values, SERVERS_KEY.claude)).length > 0;
  if (!namesAny || await isTrusted(file.text ?? "", path, locations)) return file;
  const problem = `${path} is ignored until you have run: codex-auto trust ${PROJECT_SERVERS}`;
  return { ...file, values: {}, problems: [problem] };
}

/**
 * The organisation's and the user's settings of Claude Code, and those of the project, which only restrict. A file that cannot be read is a problem, and
 * restricts nothing, as in the client.
 */
function claudePolicy(
  cwd: string,
  world: World,
): Record<"settings" | "ofProject", Record<string, unknown>[]> & ServerList {
  const folder = clientFolder("claude", world);
  const problems: string[] = [];
  const read = (file: string, textOf = () => readSmallFile(file, MAX_CLAUDE_BYTES)) =>
    recover(
      () => [parseJsonc(textOf() ?? "null")].filter(isRecord),
      Error,
      (error) => {
        problems.push(problemOf(file, error));
        return [];
      },
    );
  const managed = read(`${CLAUDE_MANAGED}/managed-settings.json`);
  const settings = [...managed, ...(folder === undefined ? [] : read(`${folder}/settings.json`))];
  const ofProject = ["settings.json", "settings.local.json"].map((name) => `.claude/${name}`)
    .flatMap((name) => read(`${cwd}/${name}`, () => readRepoSmallFile(cwd, name)));
  return { settings, ofProject, servers: [], problems };
}
