import type { ConfigSchema } from "../config_schema.ts";
import { defined, listAt, parseStrictJson, recordAt } from "../json.ts";
import {
  type EntryFilter,
  type Env,
  needed,
  readEntries,
  readEntry,
  type ServerList,
  type ServerUse,
  variable,
} from "./configured_server.ts";
import schemas from "./entry_schemas.json" with { type: "json" };

/** What Claude Code's own configuration file says for a project. */
export interface ClaudeServers extends ServerList {
  /** Names, as given there, that the user has switched off for the project; they are left out of `servers`. */
  disabled: ReadonlySet<unknown>;
}

/**
 * The servers of Claude Code's own configuration file for a project: those of the project (local scope) before the user's. What the user
 * has switched off there is left out. A file in its form without projects, such as `.mcp.json`, has no places; it is for the caller to trust.
 *
 * @param places the folders that may name the project, most exact first.
 */
export function claudeServers(
  text: string,
  source: string,
  places: readonly string[],
  env: Env,
  isWanted: EntryFilter = () => true,
): ClaudeServers {
  const parsed = parseStrictJson(text.replace(/^\uFEFF/, ""));
  if ("line" in parsed) {
    return { servers: [], problems: [`${source}:${parsed.line}: not valid JSON`], disabled: new Set() };
  }
  const config = recordAt(parsed.value);
  const all = recordAt(config, "projects");
  const projects = [...new Set(places)].map((place) => recordAt(all, place));
  const disabled = new Set(projects.flatMap((project) => listAt(project, "disabledMcpServers")));
  const lists = [...projects, config].map(({ mcpServers }) =>
    readEntries(
      mcpServers,
      source,
      (_name, entry) => claudeServer(entry, env),
      (given, target) => !disabled.has(given) && isWanted(given, target),
    )
  );
  return {
    servers: lists.flatMap(({ servers }) => servers),
    problems: lists.flatMap(({ problems }) => problems),
    disabled,
  };
}

/** A server's entry, `${NAME}` and `${NAME:-default}` still in it. */
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
    const command = fill(needed(entry.command, "command"));
    const target = { command, args: entry.args.map(fill), env: fillMap(entry.env), inheritsAll: true };
    return { target, ...times };
  }
  if (!["sse", "http", "streamable-http"].includes(type)) {
    throw new TypeError(`servers of type ${type.slice(0, 20)} are not supported; stdio, http and sse are`);
  }
  const url = fill(needed(entry.url, "url"));
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
