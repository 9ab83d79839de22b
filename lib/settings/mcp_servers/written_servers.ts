import { parse, TomlError } from "smol-toml";
import { recover } from "../attempt.ts";
import type { ConfigSchema } from "../config_schema.ts";
import { type Issue, readValue } from "../config_value.ts";
import { defined, isRecord, NotReadable, parseStrictJson, recordAt } from "../json.ts";
import { sanitizedNames } from "../sanitized_names.ts";
import type { Client } from "./client_places.ts";
import type { Restrictions } from "./client_rules.ts";
import { type ConfiguredServer, SERVER_NAMES, serverName } from "./configured_server.ts";
import schemas from "./entry_schemas.json" with { type: "json" };

/** Where a client's configuration has its servers. */
export const SERVERS_KEY = { claude: "mcpServers", codex: "mcp_servers" } as const;

/** What a client's configuration says: JSON of Claude Code, TOML of Codex. Throws `NotReadable`. */
export function parseConfiguration(client: Client, text: string): Record<string, unknown> {
  // A byte order mark as a blank, so that places stay what they are.
  const plain = text.replace(/^\uFEFF/, " ");
  const value = client === "claude" ? parseStrictJson(plain.trim() || "{}") : parseToml(plain);
  if (!isRecord(value)) throw new NotReadable("is no JSON object");
  const { [SERVERS_KEY[client]]: servers = {} } = value;
  if (!isRecord(servers)) throw new NotReadable(`"${SERVERS_KEY[client]}" must be a map of servers`);
  return value;
}

function parseToml(text: string): unknown {
  // The parser's tables have no prototype.
  return recover(() => structuredClone(parse(text)), TomlError, ({ line, message }) => {
    const why = message.split("\n")[0]?.replace("Invalid TOML document: ", "");
    throw new NotReadable(`not valid TOML (${why})`, line);
  });
}

/** The value of a variable that a configuration names; undefined where there is none. */
type Env = (name: string) => string | undefined;

/** A server, and what its client's own rules say of its tools. What they allow is for the client alone. */
type RuledServer = ConfiguredServer & { rules?: Restrictions };

/** The same without its name and where it stands: how to reach it and how to use it. */
type ServerUse = Omit<RuledServer, "name" | "source">;

/** What a configuration says, as far as it could be understood. */
export interface ServerList {
  servers: RuledServer[];
  /** One line each: the file, the server, and what is wrong with it. */
  problems: string[];
}

/** Reads a map of servers entry by entry, so that one bad entry hurts no other. `read` gives undefined for one that is not wanted; `given`: its name in the map. */
export function readEntries(
  entries: unknown,
  source: string,
  read: (entry: Record<string, unknown>, given: string, name: string) => ServerUse | undefined,
): ServerList {
  const list: ServerList = { servers: [], problems: [] };
  const names = sanitizedNames(Object.keys(recordAt(entries)), SERVER_NAMES);
  for (const [given, entry] of Object.entries(recordAt(entries))) {
    const name = names.get(given) ?? serverName(given);
    const add = () => {
      if (!isRecord(entry)) throw new TypeError("not a map");
      const server = read(entry, given, name);
      if (server !== undefined) list.servers.push({ name, source, ...server });
    };
    recover(add, TypeError, ({ message }) => {
      list.problems.push(`${source}: MCP server ${name}: ${message}`);
    });
  }
  return list;
}

/** A server's entry of Claude Code, `${NAME}` and `${NAME:-default}` still in it. */
interface ClaudeEntry {
  type?: string;
  command?: string;
  args: string[];
  env: Record<string, string>;
  url?: string;
  headers: Record<string, string>;
  headersHelper?: string;
  oauth?: { clientId?: string; scopes?: string; callbackPort?: number };
  /** ms. */
  timeout?: number;
}

/** One server as Claude Code writes it; variables are filled in from the environment. Throws `TypeError` for what cannot be used. */
export function claudeServer(given: Record<string, unknown>, env: Env): ServerUse {
  const entry: ClaudeEntry = readEntry(given, schemas.claude as ConfigSchema);
  const fill = (text: string) =>
    text.replace(
      /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
      (_whole, name: string, fallback?: string) => variable(name, env, fallback),
    );
  const fillMap = (map: Record<string, string>) =>
    Object.fromEntries(Object.entries(map).map(([name, text]) => [name, fill(text)]));
  const times = defined({ callMs: entry.timeout });
  const { type = entry.url === undefined ? "stdio" : "http", headersHelper } = entry;
  if (type === "stdio") {
    const command = fill(needed(entry.command, "command is missing"));
    const target = { command, args: entry.args.map(fill), env: fillMap(entry.env), inheritsAll: true };
    return { target, ...times };
  }
  if (!["sse", "http", "streamable-http"].includes(type)) {
    throw new TypeError(`servers of type ${type.slice(0, 20)} are not supported; stdio, http and sse are`);
  }
  const url = fill(needed(entry.url, "url is missing"));
  if (!/^https?:/.test(URL.parse(url)?.protocol ?? "")) {
    throw new TypeError("url is not an http or https address");
  }
  const { scopes: scope, ...client } = entry.oauth ?? {};
  const oauth = entry.oauth && { ...client, ...defined({ scope }) };
  const sse = type === "sse" || undefined;
  return {
    target: { url, headers: fillMap(entry.headers), ...defined({ sse, headersHelper, oauth }) },
    ...times,
  };
}

interface CodexEntry {
  command?: string;
  args: string[];
  cwd?: string;
  env: Record<string, string>;
  env_vars: unknown[];
  url?: string;
  headers: Record<string, string>;
  http_headers?: Record<string, string>;
  env_http_headers: Record<string, string>;
  bearer_token_env_var?: string;
  oauth?: { client_id?: string; client_secret?: string };
  scopes?: string[];
  startup_timeout_sec?: number;
  startup_timeout_ms?: number;
  tool_timeout_sec?: number;
  enabled_tools?: string[];
  disabled_tools?: string[];
}

/** One server in the fields of Codex's configuration, which are also ours. Throws `TypeError` for what cannot be used. */
export function codexServer(given: Record<string, unknown>, env: Env): ServerUse {
  const entry: CodexEntry = readEntry(given, schemas.codex as ConfigSchema);
  const { startup_timeout_sec: startupSec, tool_timeout_sec: callSec, bearer_token_env_var: bearer } = entry;
  const common = defined({
    startupMs: startupSec === undefined ? entry.startup_timeout_ms : startupSec * 1000,
    callMs: callSec && callSec * 1000,
    enabledTools: entry.enabled_tools,
    disabledTools: entry.disabled_tools,
  });
  if (entry.url === undefined) {
    const names = entry.env_vars.filter((name) => typeof name === "string")
      .filter((name) => env(name) !== undefined);
    const inherited = Object.fromEntries(names.map((name) => [name, variable(name, env)]));
    const command = needed(entry.command, "command is missing");
    const cwd = defined({ cwd: entry.cwd });
    return { target: { command, args: entry.args, env: { ...inherited, ...entry.env }, ...cwd }, ...common };
  }
  const headers = { ...(entry.http_headers ?? entry.headers) };
  for (const [header, name] of Object.entries(entry.env_http_headers)) headers[header] = variable(name, env);
  if (bearer !== undefined) headers["Authorization"] = `Bearer ${variable(bearer, env)}`;
  const { client_id: clientId, client_secret: clientSecret } = entry.oauth ?? {};
  const oauth = defined({ clientId, clientSecret, scope: entry.scopes?.join(" ") });
  const isNamed = Object.keys(oauth).length > 0;
  return { target: { url: entry.url, headers, ...isNamed ? { oauth } : {} }, ...common };
}

/** An entry with the defaults of its schema, whose shape `T` is. Throws `TypeError` for the first thing that is wrong with it. */
export function readEntry<T>(entry: unknown, schema: ConfigSchema): T {
  const issues: Issue[] = [];
  const value = readValue(entry, schema, [], issues);
  const [first] = issues;
  if (first !== undefined) throw new TypeError(`${first.path.join(".")} ${first.message}`.trim());
  return value as T;
}

function variable(name: string, env: Env, fallback?: string): string {
  return needed(env(name) ?? fallback, `the environment has no ${name}`);
}

/** What must be there. Throws `TypeError`. */
function needed<T>(value: T | undefined, why: string): T {
  if (value === undefined) throw new TypeError(why);
  return value;
}
