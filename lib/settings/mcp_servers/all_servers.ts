import { recover } from "../attempt.ts";
import type { ConfigSchema } from "../config_schema.ts";
import { listAt, NotReadable, recordAt } from "../json.ts";
import { parseJsonc } from "../jsonc.ts";
import type { Locations } from "../locations.ts";
import { readOwnFile } from "../own_files.ts";
import { readRepoSmallFile, readSmallFile, standing } from "../small_file.ts";
import { isTrusted } from "../trust.ts";
import type { World } from "../world.ts";
import { CLAUDE_MANAGED, type Client, clientFolder, gatewayFiles, serverFile } from "./client_places.ts";
import { claudeToolRules, codexToolRules, joined, policyAgainst, type Restrictions } from "./client_rules.ts";
import type { ConfiguredServer } from "./configured_server.ts";
import { claudeServer, codexServer, parseConfiguration, readEntries, readEntry } from "./written_servers.ts";
import { type ServerList, SERVERS_KEY } from "./written_servers.ts";
import schemas from "./entry_schemas.json" with { type: "json" };

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
 * this order counts. `wrong`: the problems with whole files of the user's. Reads files and starts nothing.
 */
export async function allServers(
  { root, cwd, locations, own, withLeft = false }: ServerPlaces,
  world: World,
): Promise<{ servers: ConfiguredServer[]; problems: string[]; wrong: string[]; rules: Restrictions }> {
  const env = (name: string) => world.env(name);
  const folder = clientFolder("claude", world);
  // The organisation's, the user's, and the project's, which only restrict, wherever links of it lead. A part of the wrong type may have been a rule.
  const ofProject = ["settings.json", "settings.local.json"].map((name) => `${cwd}/.claude/${name}`);
  const [managed, user] = [`${CLAUDE_MANAGED}/managed-settings.json`, folder && `${folder}/settings.json`];
  const policies = [managed, user, ...ofProject]
    .map((file) => readFile(file, parseJsonc, readSmallFile, schemas.claudeSettings));
  const rules = policies.map(({ values }) => values);
  const settings = rules.slice(0, -ofProject.length);
  const claude = readFile(serverFile("claude", world), parserOf("claude"));
  const codex = readFile(serverFile("codex", world), parserOf("codex"));
  const unread = [...policies, claude].flatMap(({ problems }) => problems)
    .map((why) => `no call of Claude Code's servers runs until this is mended: ${why}`);
  const projects = [...new Set([cwd, root])].map((place) => recordAt(claude.values, "projects", place));
  const disabled = new Set(projects.flatMap((project) => listAt(project, "disabledMcpServers")));
  const ofClaude = ({ source, values }: ConfigurationFile, scope = values) =>
    readEntries(scope[SERVERS_KEY.claude], source, (entry, given, name) => {
      const server = claudeServer(entry, env);
      if (disabled.has(given) || policyAgainst(settings, given, server.target)) return undefined;
      const held = unread.map((why) => ({ tools: `${name}/*`, why }));
      return { ...server, rules: { ...claudeToolRules(rules, name, given), unread: held } };
    });
  const ofCodex = ({ source, values }: ConfigurationFile) =>
    readEntries(values[SERVERS_KEY.codex], source, (entry, _given, name) => {
      if (entry["enabled"] === false) return undefined;
      return { ...codexServer(entry, env), rules: { ...codexToolRules(entry, name), unread: [] } };
    });
  const claudeOwn = [claude, ...[...projects, claude.values].map((scope) => ofClaude(claude, scope))];
  const codexOwn = [codex, ofCodex(codex)];
  const claudeMoved = movedFile("claude", locations);
  const codexMoved = movedFile("codex", locations);
  const project = await projectFile(root, locations);
  const lists: ServerList[] = [
    readEntries(own, `${locations.config ?? "config"}/auto-tools.yaml`, (entry) => codexServer(entry, env)),
    ...policies,
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
    wrong: [...policies, claude, codex, claudeMoved, codexMoved].flatMap((file) => file?.problems ?? []),
  };
}

/** A file of configuration, empty where there is none or it cannot be read; the latter is its problem, as is what is not of the `shape`, if any. */
interface ConfigurationFile extends ServerList {
  source: string;
  /** Undefined where there is none. */
  text: string | undefined;
  values: Record<string, unknown>;
}

const parserOf = (client: Client) => (text: string) => parseConfiguration(client, text);

function readFile(
  source = "",
  parse: (text: string) => unknown,
  textOf: typeof readSmallFile = readSmallFile,
  shape?: object,
): ConfigurationFile {
  const file: ConfigurationFile = { source, text: undefined, values: {}, servers: [], problems: [] };
  const read = () => {
    if (source !== "") file.text = textOf(source, MAX_CLAUDE_BYTES);
    if (file.text === undefined) return;
    const value = parse(file.text);
    file.values = recordAt(value);
    if (shape !== undefined) readEntry(value, shape as ConfigSchema);
    if (shape !== undefined && file.text.includes("\ufffd")) throw new TypeError("is not UTF-8 throughout");
  };
  recover(read, Error, (error) => {
    const line = error instanceof NotReadable && error.line !== undefined ? `:${error.line}` : "";
    file.problems.push(`${source}${line}: ${error.message}`);
  });
  return file;
}

/** The servers that were moved out of a client; undefined where none were. Where the file with them is gone, the gateway would be empty without a word. */
function movedFile(client: Client, locations: Locations): ConfigurationFile | undefined {
  const files = gatewayFiles(client, locations);
  const moved = readFile(files?.servers, parserOf(client), readOwnFile);
  if (moved.text !== undefined || moved.problems.length > 0) return moved;
  if (files === undefined || standing(files.original) === undefined) return undefined;
  const problem = `${files.servers}: missing; codex-auto setup gateway --${client} writes it again`;
  return { ...moved, problems: [problem] };
}

/** The project's own servers, none until the user has trusted exactly that file. */
async function projectFile(root: string, locations: Locations): Promise<ConfigurationFile> {
  const path = `${root}/${PROJECT_SERVERS}`;
  const file = readFile(path, parserOf("claude"), () => readRepoSmallFile(root, PROJECT_SERVERS));
  const namesAny = Object.keys(recordAt(file.values, SERVERS_KEY.claude)).length > 0;
  if (!namesAny || await isTrusted(file.text ?? "", path, locations)) return file;
  const problem = `${path} is ignored until you have run: codex-auto trust ${PROJECT_SERVERS}`;
  return { ...file, values: {}, problems: [problem] };
}
