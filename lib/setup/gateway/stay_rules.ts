import type { ConfiguredServer } from "../../settings/mcp_servers/configured_server.ts";
import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import type { World } from "../../settings/world.ts";
import { findFile } from "../replace_file.ts";
import { SetupError } from "../setup_error.ts";

type Target = ConfiguredServer["target"];

/** Bytes of a client's file of settings or logins; Claude Code's own state may be large. */
export const MAX_CLIENT_BYTES = 64 * 1024 * 1024;

/** Reads an entry as the gateway will; throws `TypeError` for what it cannot use. */
export type ServerReader = (entry: Record<string, unknown>) => Pick<ConfiguredServer, "target">;

/** Why a server that can be reached cannot do behind the gateway what it does for its client; undefined where it can. */
export type StayRule = (name: string, entry: Record<string, unknown>, target: Target) => string | undefined;

/** Says why a server stays: what its reader cannot use, the first rule that speaks, or where it would start. */
export function stayReason(
  read: ServerReader,
  rules: readonly StayRule[],
): (name: string, entry: unknown) => string | undefined {
  return (name, entry) => {
    if (!isRecord(entry)) return "it is not a map";
    try {
      const { target } = read(entry);
      for (const rule of [...rules, startsInProject]) {
        const why = rule(name, entry, target);
        if (why !== undefined) return why;
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return error.message;
    }
  };
}

/** A variable that is not set here may be set where the client is started. */
export function presumedEnv(world: World): (name: string) => string {
  return (name) => world.env(name) ?? "http://localhost";
}

/**
 * A server on the network that is sent no credentials: it needs none, or its client has logged in where nobody else can see it. Then only the
 * user knows.
 */
export function mayNeedLogin(target: Target, client: string): string | undefined {
  if (!("url" in target) || Object.keys(target.headers).length > 0) return undefined;
  if (/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(target.url).hostname)) return undefined;
  return `it may need a login that only ${client} has; if it needs none, name it with --only`;
}

/** The JSON that a client keeps in a file of its own; an empty map where it is missing, or is something else. */
export function clientJson(path: string): Record<string, unknown> {
  try {
    const found = findFile(path, MAX_CLIENT_BYTES);
    const value: unknown = found.kind === "found" ? JSON.parse(found.text) : {};
    return isRecord(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof SetupError) return {};
    throw error;
  }
}

/** Clients start a server in the project's folder, the gateway in the home folder: what a repository keeps must not be what is started. */
function startsInProject(_name: string, _entry: unknown, target: Target): string | undefined {
  if (!("command" in target) || target.cwd?.startsWith("/")) return undefined;
  const relative = [target.cwd ?? "", target.command, ...target.args].find((word) =>
    /^\.{1,2}(?:\/|$)/.test(word)
  );
  return relative === undefined
    ? undefined
    : `"${relative}" is meant from the project's folder, and the gateway starts servers in the home folder`;
}
