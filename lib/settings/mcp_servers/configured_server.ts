import { type NameRules, sanitizedName } from "../sanitized_names.ts";

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

/** What a server may be called, and what becomes of other names. */
export const SERVER_NAMES: NameRules = { others: "_.-", first: "", max: 64, fallback: "server" };

/** A client's name of a server as one that can stand before a slash. */
export function serverName(name: string): string {
  return sanitizedName(name, SERVER_NAMES);
}
