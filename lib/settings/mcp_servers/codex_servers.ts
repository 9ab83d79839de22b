import type { World } from "../world.ts";
import {
  type ConfiguredServer,
  positiveOf,
  readEntries,
  type ServerList,
  textMapOf,
  textOf,
  textsOf,
  urlOf,
} from "./configured_server.ts";

type Env = (name: string) => string | undefined;

/** Where Codex keeps its configuration; undefined where nothing says so. */
export function codexFolder(home: string | undefined, world: World): string | undefined {
  return world.env("CODEX_HOME") ?? (home === undefined ? undefined : `${home}/.codex`);
}

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
    return readEntries(on, source, (_name, entry) => codexServer(entry, env));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return { servers: [], problems: [`${source}:${error.line}: not valid TOML`] };
  }
}

/** One server in the fields of Codex's configuration, which are also ours. Throws `TypeError` for what cannot be used. */
export function codexServer(
  entry: Record<string, unknown>,
  env: Env,
): Omit<ConfiguredServer, "name" | "source"> {
  const startupSec = positiveOf(entry["startup_timeout_sec"], "startup_timeout_sec");
  const startupMs = startupSec === undefined
    ? positiveOf(entry["startup_timeout_ms"], "startup_timeout_ms")
    : startupSec * 1000;
  const callSec = positiveOf(entry["tool_timeout_sec"], "tool_timeout_sec");
  const common = {
    ...(startupMs === undefined ? {} : { startupMs }),
    ...(callSec === undefined ? {} : { callMs: callSec * 1000 }),
    ...(entry["enabled_tools"] === undefined
      ? {}
      : { enabledTools: textsOf(entry["enabled_tools"], "enabled_tools") }),
    ...(entry["disabled_tools"] === undefined
      ? {}
      : { disabledTools: textsOf(entry["disabled_tools"], "disabled_tools") }),
  };
  if ("url" in entry) {
    const bearer = entry["bearer_token_env_var"];
    return {
      target: {
        url: urlOf(entry["url"], "url"),
        headers: {
          ...textMapOf(entry["http_headers"] ?? entry["headers"], "http_headers"),
          ...fromEnvironment(textMapOf(entry["env_http_headers"], "env_http_headers"), env),
          ...(bearer === undefined
            ? {}
            : { Authorization: `Bearer ${variable(textOf(bearer, "bearer_token_env_var"), env)}` }),
        },
      },
      ...common,
    };
  }
  const passed = Array.isArray(entry["env_vars"])
    ? entry["env_vars"].filter((name) => typeof name === "string")
    : [];
  const inherited = passed.flatMap((name) => {
    const value = env(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    target: {
      command: textOf(entry["command"], "command"),
      args: textsOf(entry["args"], "args"),
      env: { ...Object.fromEntries(inherited), ...textMapOf(entry["env"], "env") },
      ...(entry["cwd"] === undefined ? {} : { cwd: textOf(entry["cwd"], "cwd") }),
    },
    ...common,
  };
}

function fromEnvironment(names: Record<string, string>, env: Env): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([header, name]) => [header, variable(name, env)]));
}

function variable(name: string, env: Env): string {
  const value = env(name);
  if (value === undefined) throw new TypeError(`the environment has no ${name}`);
  return value;
}
