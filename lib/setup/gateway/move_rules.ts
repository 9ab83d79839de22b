import { attempt, recover } from "../../settings/attempt.ts";
import { parseJsonc } from "../../settings/jsonc.ts";
import { CLAUDE_MANAGED, policyAgainst } from "../../settings/mcp_servers/claude_policy.ts";
import {
  claudeToolRules,
  type ClientRules,
  codexToolRules,
  ruleOnArguments,
} from "../../settings/mcp_servers/client_rules.ts";
import { claudeServer } from "../../settings/mcp_servers/claude_servers.ts";
import { codexServer } from "../../settings/mcp_servers/codex_servers.ts";
import { isLoggedIn } from "../../settings/logins.ts";
import { isRecord, listAt, recordAt, textAt } from "../../settings/json.ts";
import { type ConfiguredServer, serverName } from "../../settings/mcp_servers/configured_server.ts";
import type { Client } from "../../settings/mcp_servers/client_places.ts";
import { findFile, isThere } from "../client_file.ts";
import { parseSettings } from "../jsonc.ts";
import { sameValue, type WrittenServer } from "./server_format.ts";

type Target = ConfiguredServer["target"];

const MANAGED_SETTINGS = `${CLAUDE_MANAGED}/managed-settings.json`;
const MANAGED_SERVERS = `${CLAUDE_MANAGED}/managed-mcp.json`;

/** Keys by which Codex logs in to a server itself. */
const LOGIN_KEYS = ["auth", "oauth", "scopes", "oauth_resource"];
const OWN_KEYS = ["http_headers_helper", "environment_id"];

interface Candidate {
  name: string;
  entry: Record<string, unknown>;
  /** How the gateway would reach it. */
  target: Target;
  /** Whether we are logged in to it. */
  hasLogin: boolean;
}

/** Why a server that can be reached cannot do behind the gateway what it does for its client. */
type MoveRule = (server: Candidate) => string | false | undefined;

/** Why a server stays with its client; undefined where it can be moved. */
export type Reason = (server: WrittenServer) => string | undefined;

/** What the gateway cannot use, or the first rule that speaks. Throws `SetupError`. `folder`: the client's; `others`: what the gateway has from other files. */
export function moveRules(
  client: Client,
  { folder, data, env, others }: {
    folder: string;
    data: string | undefined;
    env(name: string): string;
    others: readonly ConfiguredServer[];
  },
): Reason {
  const [read, ofClient, label] = client === "claude"
    ? [claudeServer, claudeRules(folder), "Claude Code"] as const
    : [codexServer, codexRules(folder), "Codex"] as const;
  const rules = [...ofClient, mayNeedLogin(label), nameIsTaken(others), startsInProject];
  return ({ name, entry }) => {
    if (!isRecord(entry)) return "it is not a map";
    return recover(
      () => {
        const { target } = read(entry, env);
        const place = "url" in target ? { name: serverName(name), url: target.url } : undefined;
        const server = { name, entry, target, hasLogin: place !== undefined && isLoggedIn(data, place) };
        return rules.values().map((rule) => rule(server)).find((why) => why) || undefined;
      },
      TypeError,
      ({ message }) => message,
    );
  };
}

/** Of Claude Code: what only the client can log in to, and what settings say of MCP servers, which would not hold behind the gateway. */
function claudeRules(folder: string): MoveRule[] {
  const logins = Object.keys(recordAt(clientJson(`${folder}/.credentials.json`), "mcpOAuth"));
  const waiting = clientJson(`${folder}/mcp-needs-auth-cache.json`);
  const settings = claudeSettings(folder);
  const hasManagedServers = isThere(MANAGED_SERVERS);
  return [
    logsIn(
      "Claude Code",
      ({ name, entry }) =>
        "oauth" in entry || Object.hasOwn(waiting, name) || logins.some((key) => key.startsWith(`${name}|`)),
    ),
    ({ entry }) =>
      ("tools" in entry || "toolPermissions" in entry) &&
      "its entry has permissions for its tools, which the gateway cannot read",
    () => hasManagedServers && `${MANAGED_SERVERS} says which servers Claude Code has`,
    ...settings.map(([file, values]): MoveRule => (server) => {
      const rule = restriction(values, server);
      return rule && `${file} restricts it (${rule})`;
    }),
  ];
}

/** The first word of Claude Code's settings that holds a server or some of its tools back. */
function restriction(settings: Record<string, unknown>, { name, target }: Candidate): string | undefined {
  // The gateway's own name would have to be among them.
  if (Array.isArray(settings["allowedMcpServers"])) return "allowedMcpServers";
  return policyAgainst([settings], name, target) ?? ruleOnArguments(settings, name);
}

/** The client's own rules for the tools of a server, which hold behind the gateway too. Throws `SetupError`. */
export function rulesOf(client: Client, folder: string): (server: WrittenServer) => ClientRules {
  if (client === "codex") return ({ name, entry }) => codexToolRules(entry, serverName(name));
  const settings = claudeSettings(folder).map(([, values]) => values);
  return ({ name }) => claudeToolRules(settings, serverName(name), name);
}

/** The organisation's and the user's settings of Claude Code. Throws `SetupError` with file and line: of rules that cannot be read none can be kept. */
function claudeSettings(folder: string): [file: string, values: Record<string, unknown>][] {
  return [MANAGED_SETTINGS, `${folder}/settings.json`].map((file) => {
    const values = parseSettings(findFile(file).text ?? "", file);
    return [file, recordAt(values)];
  });
}

/** Of Codex: what is switched off, and what only the client can log in to or follow. */
function codexRules(folder: string): MoveRule[] {
  const logins = Object.entries(clientJson(`${folder}/.credentials.json`))
    .map(([key, value]) => textAt(value, "server_name") || key.split("|")[0]);
  return [
    ({ entry }) => entry["enabled"] === false && "it is switched off",
    logsIn("Codex", ({ name, entry }) => LOGIN_KEYS.some((key) => key in entry) || logins.includes(name)),
    ({ entry }) => {
      const isRemote = listAt(entry, "env_vars").some((each) => typeof each !== "string");
      const key = OWN_KEYS.find((each) => each in entry) ?? (isRemote && "env_vars");
      return key && `only Codex can follow its ${key}`;
    },
  ];
}

function logsIn(client: string, isLogin: (server: Candidate) => boolean): MoveRule {
  return (server) =>
    !server.hasLogin && isLogin(server) &&
    `${client} logs in to it (OAuth); codex-auto login ${serverName(server.name)} lets it move`;
}

/** A server on the network that is sent no credentials: it needs none, or its client has logged in where nobody else can see it. */
function mayNeedLogin(client: string): MoveRule {
  return ({ name, target, hasLogin }) => {
    if (!("url" in target) || hasLogin || Object.keys(target.headers).length > 0) return undefined;
    if (/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(target.url).hostname)) return undefined;
    const login = `codex-auto login ${serverName(name)} lets it move`;
    return `it may need a login that only ${client} has; ${login}, or, if it needs none, write it into auto-tools.yaml`;
  };
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
  return recordAt(attempt(() => parseJsonc(text.replace(/^\uFEFF/, ""))));
}
