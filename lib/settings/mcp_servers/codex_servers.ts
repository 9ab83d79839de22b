import type { ConfigSchema } from "../config_schema.ts";
import { codexToolRules } from "./client_rules.ts";
import {
  type ConfiguredServer,
  needed,
  readEntries,
  readEntry,
  type ServerList,
} from "./configured_server.ts";
import schemas from "./entry_schemas.json" with { type: "json" };

type Env = (name: string) => string | undefined;

/** The `mcp_servers` of Codex's `config.toml` that are not switched off there. */
export async function codexServers(text: string, source: string, env: Env): Promise<ServerList> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    const { mcp_servers: all } = parse(text);
    const isOn = (entry: unknown) =>
      typeof entry !== "object" || entry === null || Reflect.get(entry, "enabled") !== false;
    const on = typeof all === "object" && !Array.isArray(all)
      ? Object.fromEntries(Object.entries(all).filter(([, entry]) => isOn(entry)))
      : all;
    const ask: string[] = [];
    const list = readEntries(on, source, (name, entry) => {
      ask.push(...codexToolRules(entry, name).ask);
      return codexServer(entry, env);
    });
    return { ...list, rules: { deny: [], ask } };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return { servers: [], problems: [`${source}:${error.line}: not valid TOML`] };
  }
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
export function codexServer(
  given: Record<string, unknown>,
  env: Env,
): Omit<ConfiguredServer, "name" | "source"> {
  const entry: CodexEntry = readEntry(given, schemas.codex as ConfigSchema);
  const { startup_timeout_sec: startupSec, tool_timeout_sec: callSec, bearer_token_env_var: bearer } = entry;
  const startupMs = startupSec === undefined ? entry.startup_timeout_ms : startupSec * 1000;
  const common = {
    ...(startupMs === undefined ? {} : { startupMs }),
    ...(callSec === undefined ? {} : { callMs: callSec * 1000 }),
    ...(entry.enabled_tools === undefined ? {} : { enabledTools: entry.enabled_tools }),
    ...(entry.disabled_tools === undefined ? {} : { disabledTools: entry.disabled_tools }),
  };
  if (entry.url !== undefined) {
    const headers = {
      ...(entry.http_headers ?? entry.headers),
      ...fromEnvironment(entry.env_http_headers, env),
      ...(bearer === undefined ? {} : { Authorization: `Bearer ${variable(bearer, env)}` }),
    };
    const { client_id: clientId, client_secret: clientSecret } = entry.oauth ?? {};
    const oauth = {
      ...(clientId === undefined ? {} : { clientId }),
      ...(clientSecret === undefined ? {} : { clientSecret }),
      ...(entry.scopes === undefined ? {} : { scope: entry.scopes.join(" ") }),
    };
    const isNamed = Object.keys(oauth).length > 0;
    return { target: { url: entry.url, headers, ...isNamed ? { oauth } : {} }, ...common };
  }
  const inherited = entry.env_vars.flatMap((name) => {
    const value = typeof name === "string" ? env(name) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const target = {
    command: needed(entry.command, "command"),
    args: entry.args,
    env: { ...Object.fromEntries(inherited), ...entry.env },
    ...(entry.cwd === undefined ? {} : { cwd: entry.cwd }),
  };
  return { target, ...common };
}

function fromEnvironment(names: Record<string, string>, env: Env): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([header, name]) => [header, variable(name, env)]));
}

function variable(name: string, env: Env): string {
  const value = env(name);
  if (value === undefined) throw new TypeError(`the environment has no ${name}`);
  return value;
}
