import { parse } from "jsonc-parser";
import { type ConfiguredServer, isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { findFile } from "../replace_file.ts";

export type Target = ConfiguredServer["target"];

/** Bytes of a client's file of settings or logins; Claude Code's own state may be large. */
export const MAX_CLIENT_BYTES = 64 * 1024 * 1024;

/** A server that could be moved. */
export interface Candidate {
  name: string;
  entry: Record<string, unknown>;
  /** How the gateway would reach it. */
  target: Target;
  /** Whether the user has named it, and so vouches for what nobody else can know. */
  isNamed: boolean;
}

/** Why a server that can be reached cannot do behind the gateway what it does for its client; undefined where it can. */
export type MoveRule = (server: Candidate) => string | undefined;

/**
 * Says why a server is not moved: what the gateway cannot use, or the first rule that speaks.
 *
 * @param read reads an entry as the gateway will; throws `TypeError` for what it cannot use.
 */
export function firstReason(
  read: (entry: Record<string, unknown>) => { target: Target },
  rules: readonly MoveRule[],
  { name, entry, isNamed }: { name: string; entry: unknown; isNamed: boolean },
): string | undefined {
  if (!isRecord(entry)) return "it is not a map";
  try {
    const { target } = read(entry);
    for (const rule of rules) {
      const why = rule({ name, entry, target, isNamed });
      if (why !== undefined) return why;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return error.message;
  }
}

/**
 * A server on the network that is sent no credentials: it needs none, or its client has logged in where nobody else can see it. Then only the
 * user knows.
 */
export function mayNeedLogin(client: string): MoveRule {
  return ({ target, isNamed }) => {
    if (isNamed || !("url" in target) || Object.keys(target.headers).length > 0) return undefined;
    if (/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(target.url).hostname)) return undefined;
    return `it may need a login that only ${client} has; if it needs none, name it with --only`;
  };
}

/** Clients start a server in the project's folder, the gateway in the home folder: what a repository keeps must not be what is started. */
export const startsInProject: MoveRule = ({ target }) => {
  if (!("command" in target) || target.cwd?.startsWith("/")) return undefined;
  const relative = [target.cwd ?? "", target.command, ...target.args].find((word) =>
    /^\.{1,2}(?:\/|$)/.test(word)
  );
  return relative === undefined
    ? undefined
    : `"${relative}" is meant from the project's folder, and the gateway starts servers in the home folder`;
};

/** The JSON, with comments or without, that a client keeps in a file; an empty map where that is missing, or is something else. Throws `SetupError`. */
export function clientJson(path: string): Record<string, unknown> {
  const found = findFile(path, MAX_CLIENT_BYTES);
  const value: unknown = found.kind === "found"
    ? parse(found.text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true })
    : {};
  return isRecord(value) ? value : {};
}

export function mapIn(value: Record<string, unknown>, key: string): Record<string, unknown> {
  const inner = value[key];
  return isRecord(inner) ? inner : {};
}

export function listIn(value: Record<string, unknown>, key: string): unknown[] {
  const list = value[key];
  return Array.isArray(list) ? list : [];
}
