import { recover } from "../attempt.ts";
import type { Locations } from "../locations.ts";
import { readOwnFile } from "../own_files.ts";
import { readRepoSmallFile, readSmallFile } from "../small_file.ts";
import { isTrusted } from "../trust.ts";
import type { World } from "../world.ts";
import { CLAUDE_MANAGED, policyAgainst } from "./claude_policy.ts";
import { type Client, clientFolder, gatewayFiles, serverFile } from "./client_places.ts";
import { claudeServers } from "./claude_servers.ts";
import { claudeToolRules, joined } from "./client_rules.ts";
import { codexServer, codexServers } from "./codex_servers.ts";
import { isRecord } from "../json.ts";
import { type EntryFilter, type Env, readEntries, type ServerList } from "./configured_server.ts";

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
export async function allServers(places: ServerPlaces, world: World): Promise<Required<ServerList>> {
  const { root, cwd, locations, own, withLeft = false } = places;
  const { config } = locations;
  const env = (name: string) => world.env(name);
  const policy = await claudePolicy(cwd, world);
  const isAllowed: EntryFilter = (given, target) =>
    policyAgainst(policy.settings, given, target) === undefined;
  const claude = await fromFile(
    serverFile("claude", world),
    (text, file) => claudeServers(text, file, [cwd, root], env, isAllowed),
  );
  const disabled = claude !== undefined && "disabled" in claude ? claude.disabled : new Set();
  const claudeMoved = await movedServers(
    "claude",
    locations,
    (text, file) =>
      claudeServers(text, file, [], env, (given, target) => !disabled.has(given) && isAllowed(given, target)),
  );
  const codex = (text: string, file: string) => codexServers(text, file, env);
  const codexMoved = await movedServers("codex", locations, codex);
  const codexOwn = await fromFile(serverFile("codex", world), codex);
  const project = await fromProject(root, locations, env, isAllowed);
  const ruled = (list: ServerList): ServerList => ({
    ...list,
    rules: joined(
      list.servers.map(({ name }) => claudeToolRules([...policy.settings, ...policy.ofProject], name)),
    ),
  });
  const lists = [
    readEntries(own, `${config ?? "config"}/auto-tools.yaml`, (_name, entry) => codexServer(entry, env)),
    { servers: [], problems: policy.problems },
    ruled(claudeMoved ?? claude ?? NONE),
    codexMoved ?? codexOwn ?? NONE,
    ...(withLeft ? [claude ?? NONE, codexOwn ?? NONE] : []),
    ruled(project),
  ];
  const all = lists.flatMap((list) => list.servers);
  const servers = all.filter(({ name }, at) => all.findIndex((each) => each.name === name) === at);
  // A client's rules are about its own servers: of one that has the same name elsewhere they say nothing.
  const isHeld = (list: ServerList) => (rule: string) =>
    list.servers.some((server) => servers.includes(server) && rule.startsWith(`${server.name}/`));
  const rules = lists.map((list) => ({
    deny: list.rules?.deny.filter(isHeld(list)) ?? [],
    ask: list.rules?.ask.filter(isHeld(list)) ?? [],
  }));
  return { servers, problems: lists.flatMap((list) => list.problems), rules: joined(rules) };
}

const NONE: ServerList = { servers: [], problems: [] };

/** The servers that were moved out of a client; undefined where none were. Where the file with them is gone, the gateway would be empty without a word. */
async function movedServers(
  client: Client,
  locations: Locations,
  read: (text: string, file: string) => ServerList | Promise<ServerList>,
): Promise<ServerList | undefined> {
  const files = gatewayFiles(client, locations);
  const problem = `${files?.servers}: missing; codex-auto setup gateway --${client} writes it again`;
  return await fromFile(files?.servers, read, readOwnFile) ??
    await fromFile(files?.original, () => ({ servers: [], problems: [problem] }));
}

/**
 * The organisation's and the user's settings of Claude Code, and those of the project, which only restrict. A file that cannot be read is a problem, and
 * restricts nothing, as in the client.
 */
async function claudePolicy(
  cwd: string,
  world: World,
): Promise<Record<"settings" | "ofProject", Record<string, unknown>[]> & { problems: string[] }> {
  const { parseJsonc } = await import("../jsonc.ts");
  const folder = clientFolder("claude", world);
  const problems: string[] = [];
  const read = (file: string, textOf = () => readSmallFile(file, MAX_CLAUDE_BYTES)) =>
    recover(
      () => {
        const text = textOf();
        const value = text === undefined ? undefined : parseJsonc(text.replace(/^\uFEFF/, ""));
        return isRecord(value) ? [value] : [];
      },
      Error,
      ({ message }) => {
        problems.push(`${file}: ${message}`);
        return [];
      },
    );
  const managed = read(`${CLAUDE_MANAGED}/managed-settings.json`);
  const settings = [...managed, ...(folder === undefined ? [] : read(`${folder}/settings.json`))];
  const ofProject = ["settings.json", "settings.local.json"].map((name) => `.claude/${name}`)
    .flatMap((name) => read(`${cwd}/${name}`, () => readRepoSmallFile(cwd, name)));
  return { settings, ofProject, problems };
}

/** Undefined where there is no such file. */
async function fromFile<List extends ServerList>(
  file: string | undefined,
  read: (text: string, file: string) => List | Promise<List>,
  textOf: typeof readSmallFile = readSmallFile,
): Promise<List | ServerList | undefined> {
  if (file === undefined) return undefined;
  try {
    const text = textOf(file, MAX_CLAUDE_BYTES);
    return text === undefined ? undefined : await read(text, file);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { servers: [], problems: [`${file}: ${error.message}`] };
  }
}

async function fromProject(
  root: string,
  locations: Locations,
  env: Env,
  isAllowed: EntryFilter,
): Promise<ServerList> {
  const untrusted = `is ignored until you have run: codex-auto trust ${PROJECT_SERVERS}`;
  return await fromFile(
    `${root}/${PROJECT_SERVERS}`,
    async (text, file) => {
      if (await isTrusted(text, file, locations)) return claudeServers(text, file, [], env, isAllowed);
      const namesAny = claudeServers(text, file, [], () => "").servers.length > 0;
      return namesAny ? { servers: [], problems: [`${file} ${untrusted}`] } : NONE;
    },
    () => readRepoSmallFile(root, PROJECT_SERVERS),
  ) ?? NONE;
}
