import type { ConfigSchema } from "../config_schema.ts";
import { defined, isRecord } from "../json.ts";
import { codexToolRules } from "./client_rules.ts";
import {
  type Env,
  needed,
  readEntries,
  readEntry,
  type ServerList,
  type ServerUse,
  variable,
} from "./configured_server.ts";
import schemas from "./entry_schemas.json" with { type: "json" };

/** The `mcp_servers` of Codex's `config.toml` that are not switched off there. */
export async function codexServers(text: string, source: string, env: Env): Promise<ServerList> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    const { mcp_servers: all } = parse(text);
    const isOn = ([, entry]: [string, unknown]) => !isRecord(entry) || entry["enabled"] !== false;
    const on = isRecord(all) ? Object.fromEntries(Object.entries(all).filter(isOn)) : all;
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
export function codexServer(given: Record<string, unknown>, env: Env): ServerUse {
  const entry: CodexEntry = readEntry(given, schemas.codex as ConfigSchema);
  const { startup_timeout_sec: startupSec, tool_timeout_sec: callSec, bearer_token_env_var: bearer } = entry;
  const common = defined({
    startupMs: startupSec === undefined ? entry.startup_timeout_ms : startupSec * 1000,
    callMs: callSec && callSec * 1000,
    enabledTools: entry.enabled_tools,
    disabledTools: entry.disabled_tools,
  });
  if (entry.url !== undefined) {
    const headers = { ...(entry.http_headers ?? entry.headers) };
    for (const [header, name] of Object.entries(entry.env_http_headers)) {
      headers[header] = variable(name, env);
    }
    if (bearer !== undefined) headers["Authorization"] = `Bearer ${variable(bearer, env)}`;
    const oauth = defined({
      clientId: entry.oauth?.client_id,
      clientSecret: entry.oauth?.client_secret,
      scope: entry.scopes?.join(" "),
    });
    const isNamed = Object.keys(oauth).length > 0;
    return { target: { url: entry.url, headers, ...isNamed ? { oauth } : {} }, ...common };
  }
  const inherited = entry.env_vars.filter((name) => typeof name === "string").map((
    name,
  ) => [name, env(name)]);
  const target = {
    command: needed(entry.command, "command"),
    args: entry.args,
    env: { ...defined(Object.fromEntries(inherited)), ...entry.env },
    ...defined({ cwd: entry.cwd }),
  };
  return { target, ...common };
}
