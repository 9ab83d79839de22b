import { attempt, recover } from "../../settings/attempt.ts";
import { parseJsonc } from "../../settings/jsonc.ts";
import type { ClientRules } from "../../settings/mcp_servers/client_rules.ts";
import { claudeToolRules, codexToolRules, restriction } from "../../settings/mcp_servers/client_rules.ts";
import { claudeServer, codexServer } from "../../settings/mcp_servers/written_servers.ts";
import { isLoggedIn } from "../../settings/logins.ts";
import { isRecord, listAt, recordAt, textAt } from "../../settings/json.ts";
import { type ConfiguredServer, serverName } from "../../settings/mcp_servers/configured_server.ts";
import { CLAUDE_MANAGED, type Client, CLIENTS } from "../../settings/mcp_servers/client_places.ts";
import type { World } from "../../settings/world.ts";
import { findFile, isThere } from "../client_file.ts";
import { parseSettings } from "../jsonc.ts";
import { sameValue, type WrittenServer } from "./server_format.ts";

type Target = ConfiguredServer["target"];

/** Keys by which Codex logs in to a server itself, and those that it alone can follow. */
const LOGIN_KEYS = ["auth", "oauth", "scopes", "oauth_resource"];
const OWN_KEYS = ["http_headers_helper", "environment_id"];

interface Candidate {
  name: string;
  entry: Record<string, unknown>;
  /** How the gateway would reach it. */
  target: Target;
}

/** Why a server that can be reached cannot do behind the gateway what it does for its client. */
type MoveRule = (server: Candidate) => string | false | undefined;

interface ClientSide {
  read: typeof claudeServer;
  rules: MoveRule[];
  logsIn(server: Candidate): boolean;
  toolRules(server: WrittenServer, name: string): ClientRules;
}

/** Tells why a server stays with its client, empty where it can be moved, and the client's rules for its tools, which hold behind the gateway too. Throws `SetupError`. `folder`: the client's; `others`: what the gateway has from other files. */
export function judge(
  client: Client,
  { folder, data, world, others }: {
    folder: string;
    data: string | undefined;
    world: World;
    others: readonly ConfiguredServer[];
  },
) {
  const { label } = CLIENTS[client];
  const { read, rules, logsIn, toolRules } = client === "claude" ? claudeSide(folder) : codexSide(folder);
  const needsLogin: MoveRule = (server) => {
    const { name, target } = server;
    const place = { name: serverName(name), url: "url" in target ? target.url : "" };
    if (isLoggedIn(data, place)) return undefined;
    const login = `codex-auto login ${place.name} lets it move`;
    if (logsIn(server)) return `${label} logs in to it (OAuth); ${login}`;
    return mayNeedLogin(target) &&
      `it may need a login that only ${label} has; ${login}, or, if it needs none, write it into auto-tools.yaml`;
  };
  // A variable that is not set here may be set where the client is started.
  const env = (name: string) => world.env(name) ?? "http://localhost";
  const whyNot = ({ name, entry }: WrittenServer) => {
    if (!isRecord(entry)) return "it is not a map";
    const server = { name, entry, target: read(entry, env).target };
    return [...rules, needsLogin, nameIsTaken(others), startsInProject].values()
      .map((rule) => rule(server)).find((why) => why) || "";
  };
  return (server: WrittenServer) => ({
    why: recover(() => whyNot(server), TypeError, ({ message }) => message),
    rulesFor: (behind: string) => toolRules(server, behind),
  });
}

/** Of Claude Code: what only the client can log in to, and what settings say of MCP servers, which would not hold behind the gateway. Throws `SetupError` with file and line: of settings that cannot be read no rule can be kept. */
function claudeSide(folder: string): ClientSide {
  const logins = Object.keys(recordAt(clientJson(`${folder}/.credentials.json`), "mcpOAuth"));
  const waiting = clientJson(`${folder}/mcp-needs-auth-cache.json`);
  // The organisation's and the user's.
  const settings = [`${CLAUDE_MANAGED}/managed-settings.json`, `${folder}/settings.json`]
    .map((file) => ({ file, values: recordAt(parseSettings(findFile(file).text ?? "", file)) }));
  const managedServers = `${CLAUDE_MANAGED}/managed-mcp.json`;
  const hasManagedServers = isThere(managedServers);
  return {
    read: claudeServer,
    rules: [
      ({ entry }) =>
        ("tools" in entry || "toolPermissions" in entry) &&
        "its entry has permissions for its tools, which the gateway cannot read",
      () => hasManagedServers && `${managedServers} says which servers Claude Code has`,
      ...settings.map(({ file, values }): MoveRule => ({ name, target }) => {
        const rule = restriction(values, name, target);
        return rule && `${file} restricts it (${rule})`;
      }),
    ],
    logsIn: ({ name, entry }) =>
      "oauth" in entry || Object.hasOwn(waiting, name) || logins.some((key) => key.startsWith(`${name}|`)),
    toolRules: ({ name: given }, name) => claudeToolRules(settings.map(({ values }) => values), name, given),
  };
}

/** Of Codex: what is switched off, and what only the client can log in to or follow. */
function codexSide(folder: string): ClientSide {
  const logins = Object.entries(clientJson(`${folder}/.credentials.json`))
    .map(([key, value]) => textAt(value, "server_name") || key.split("|")[0]);
  return {
    read: codexServer,
    rules: [
      ({ entry }) => entry["enabled"] === false && "it is switched off",
      ({ entry }) => {
        const isRemote = listAt(entry, "env_vars").some((each) => typeof each !== "string");
        const key = OWN_KEYS.find((each) => each in entry) ?? (isRemote && "env_vars");
        return key && `only Codex can follow its ${key}`;
      },
    ],
    logsIn: ({ name, entry }) => LOGIN_KEYS.some((key) => key in entry) || logins.includes(name),
    toolRules: ({ entry }, name) => codexToolRules(entry, name),
  };
}

/** Of a server on the network that is sent no credentials: it needs none, or its client has logged in where nobody else can see it. */
function mayNeedLogin(target: Target): boolean {
  return "url" in target && Object.keys(target.headers).length === 0 &&
    !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(target.url).hostname);
}

/** Clients start a server in the project's folder, the gateway in the home folder: what a repository keeps must not be what is started. */
const startsInProject: MoveRule = ({ target }) => {
  const words = "url" in target
    ? target.headersHelper?.split(/\s+/) ?? []
    : target.cwd?.startsWith("/")
    ? []
    : [target.cwd ?? "", target.command, ...target.args];
  const relative = words.find((word) => /^\.{1,2}(?:\/|$)/.test(word));
  return relative &&
    `"${relative}" is meant from the project's folder, and the gateway starts servers in the home folder`;
};

/** Of several servers of one name the gateway takes one: another than that would be lost behind it. */
function nameIsTaken(others: readonly ConfiguredServer[]): MoveRule {
  const started = (target: Target) =>
    "url" in target ? target : { command: target.command, args: target.args, env: target.env };
  return ({ name, target }) => {
    const other = others.find((each) => each.name === serverName(name));
    if (other === undefined || sameValue(started(other.target), started(target))) return undefined;
    return `${other.source} has another server of that name, which the gateway would take instead; rename one`;
  };
}

/** The JSON, with comments or without, that a client keeps in a file; an empty map where that is missing, or is something else. Throws `SetupError`. */
function clientJson(path: string): Record<string, unknown> {
  const { text = "" } = findFile(path);
  return recordAt(attempt(() => parseJsonc(text)));
}
