import { parseStrictJson } from "../strict_json.ts";
import {
  type ConfiguredServer,
  type EntryFilter,
  isRecord,
  positiveOf,
  readEntries,
  type ServerList,
  textMapOf,
  textOf,
  textsOf,
  urlOf,
} from "./configured_server.ts";

type Env = (name: string) => string | undefined;

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
  const config = isRecord(parsed.value) ? parsed.value : {};
  const all = isRecord(config["projects"]) ? config["projects"] : {};
  const projects = [...new Set(places)].map((place) => Object.hasOwn(all, place) ? all[place] : undefined)
    .filter(isRecord);
  const disabled = new Set<unknown>(
    projects.flatMap(({ disabledMcpServers: names }) => Array.isArray(names) ? names : []),
  );
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

/** One server as Claude Code writes it; `${NAME}` and `${NAME:-default}` are filled in from the environment. Throws `TypeError` for what cannot be used. */
export function claudeServer(
  entry: Record<string, unknown>,
  env: Env,
): Omit<ConfiguredServer, "name" | "source"> {
  const fill = (text: string) => filled(text, env);
  const fillMap = (map: Record<string, string>) =>
    Object.fromEntries(Object.entries(map).map(([name, text]) => [name, fill(text)]));
  const callMs = positiveOf(entry["timeout"], "timeout");
  const times = callMs === undefined ? {} : { callMs };
  const type = entry["type"] ?? ("url" in entry ? "http" : "stdio");
  if (type === "stdio") {
    return {
      target: {
        command: fill(textOf(entry["command"], "command")),
        args: textsOf(entry["args"], "args").map(fill),
        env: fillMap(textMapOf(entry["env"], "env")),
        inheritsAll: true,
      },
      ...times,
    };
  }
  if (type !== "http" && type !== "streamable-http") {
    throw new TypeError(`servers of type ${String(type).slice(0, 20)} are not supported; stdio and http are`);
  }
  if ("headersHelper" in entry) throw new TypeError("headersHelper is not supported; use headers");
  return {
    target: {
      url: urlOf(fill(textOf(entry["url"], "url")), "url"),
      headers: fillMap(textMapOf(entry["headers"], "headers")),
    },
    ...times,
  };
}

function filled(text: string, env: Env): string {
  return text.replace(
    /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
    (_whole, name: string, fallback?: string) => {
      const value = env(name) ?? fallback;
      if (value === undefined) throw new TypeError(`the environment has no ${name}`);
      return value;
    },
  );
}
