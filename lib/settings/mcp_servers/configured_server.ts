import type { ConfigSchema } from "../config_schema.ts";
import { type Issue, readValue } from "../config_value.ts";
import { isRecord } from "../json.ts";
import type { Restrictions } from "./client_rules.ts";
import { type NameRules, sanitizedName, sanitizedNames } from "../sanitized_names.ts";

/** An MCP server as somebody's configuration describes it, whatever the form that was written in. */
export interface ConfiguredServer {
  /** Unique among all: letters and digits of any script, `_`, `.` and `-`. */
  name: string;
  /** The file that names it, for messages. */
  source: string;
  target: StdioTarget | HttpTarget;
  /** ms for the handshake; undefined where the configuration says nothing. */
  startupMs?: number;
  /** ms for one call; undefined where the configuration says nothing. */
  callMs?: number;
  /** The only tools that may be used; all where undefined. */
  enabledTools?: string[];
  disabledTools?: string[];
}

export interface StdioTarget {
  command: string;
  args: string[];
  env: Record<string, string>;
  /** Folder to start in. */
  cwd?: string;
  /** Given our whole environment, as its client would give it; else the few variables that programs need. */
  inheritsAll?: boolean;
}

export interface HttpTarget {
  url: string;
  headers: Record<string, string>;
  /** The older transport, HTTP with SSE. */
  sse?: boolean;
  /** A shell command that prints more headers as JSON, for each connection anew. */
  headersHelper?: string;
  oauth?: OAuthSettings;
}

/** What a login needs where the server's authorization server does not say all by itself. */
export interface OAuthSettings {
  /** Of a client that is registered there already; else one is registered. */
  clientId?: string;
  clientSecret?: string;
  /** What to ask for, separated by spaces, instead of what the server says. */
  scope?: string;
  /** The port of the registered redirect, `http://localhost:PORT/callback`. */
  callbackPort?: number;
}

/** What a configuration says, as far as it could be understood. */
export interface ServerList {
  servers: ConfiguredServer[];
  /** One line each: the file, the server, and what is wrong with it. */
  problems: string[];
  /** What the client's own rules say of their tools. What they allow is for the client alone. */
  rules?: Restrictions;
}

/** How to reach a server and how to use it, without its name and where it stands. */
export type ServerUse = Omit<ConfiguredServer, "name" | "source">;

/** The value of a variable that a configuration names; undefined where there is none. */
export type Env = (name: string) => string | undefined;

/** Whether a server is wanted, by the name that its configuration gives it. */
export type EntryFilter = (given: string, target: ConfiguredServer["target"]) => boolean;

/** Reads a map of servers entry by entry, so that one bad entry hurts no other. */
export function readEntries(
  entries: unknown,
  source: string,
  read: (name: string, entry: Record<string, unknown>) => ServerUse,
  isWanted: EntryFilter = () => true,
): ServerList {
  const list: ServerList = { servers: [], problems: [] };
  if (entries === undefined || entries === null) return list;
  if (!isRecord(entries)) return { servers: [], problems: [`${source}: the list of MCP servers is no map`] };
  const names = sanitizedNames(Object.keys(entries), SERVER_NAMES);
  for (const [given, entry] of Object.entries(entries)) {
    const name = names.get(given) ?? serverName(given);
    try {
      if (!isRecord(entry)) throw new TypeError("not a map");
      const server = { name, source, ...read(name, entry) };
      if (isWanted(given, server.target)) list.servers.push(server);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      list.problems.push(`${source}: MCP server ${name}: ${error.message}`);
    }
  }
  return list;
}

const SERVER_NAMES: NameRules = { others: "_.-", first: "", max: 64, fallback: "server" };

/** A client's name of a server as one that can stand before a slash. */
export function serverName(name: string): string {
  return sanitizedName(name, SERVER_NAMES);
}

/** An entry with the defaults of its schema, whose shape `T` is. Throws `TypeError` for the first thing that is wrong with it. */
export function readEntry<T>(entry: Record<string, unknown>, schema: ConfigSchema): T {
  const issues: Issue[] = [];
  const value = readValue(entry, schema, [], issues);
  const [first] = issues;
  if (first !== undefined) throw new TypeError(`${first.path.join(".")} ${first.message}`);
  return value as T;
}

/** What must be there. Throws `TypeError`. */
export function needed<T>(value: T | undefined, key: string): T {
  if (value === undefined) throw new TypeError(`${key} is missing`);
  return value;
}

/** Throws `TypeError` where there is none. */
export function variable(name: string, env: Env, fallback?: string): string {
  const value = env(name) ?? fallback;
  if (value === undefined) throw new TypeError(`the environment has no ${name}`);
  return value;
}
