import { createHash } from "node:crypto";
import type { McpServerConfig } from "../settings/config_schema.ts";
import { ask, socketsIn } from "./local_socket.ts";

/** UTF-16 units of a question and of an answer: what a server may send for one prompt. */
export const MAX_QUESTION = 16 * 1024;
export const MAX_ANSWER = 4 * 1024 * 1024;
/** How the names of gateways' sockets end. */
export const GATEWAY = ".sock";

/** A call that a prompt asks a running gateway for, or the arguments of a call that waits for the user, by their hash. */
export type GatewayQuestion = { show: string } | {
  server: string;
  /** Of the server's configuration as the prompt reads it: another one is another server. */
  configuration: string;
  tool: string;
  args: Record<string, unknown>;
  timeoutMs: number;
};

/** `refused` is the gateway's last word; `unknown` leaves the prompt to start the server itself. */
export type GatewayAnswer =
  | { answer: "result"; result: Record<string, unknown> }
  | { answer: "refused" | "unknown"; message: string };

/** Why a tool is not called for a prompt. */
export function notReadOnly(server: string, tool: string): string {
  return `MCP server ${server} does not declare ${tool} read-only (readOnlyHint), so it never runs automatically`;
}

export function configurationHash(config: McpServerConfig): string {
  return createHash("sha256").update(JSON.stringify(config)).digest("hex");
}

/** Asks gateways of a repository, or of all, one after the other, the newest of a folder first: what each answers, or why it does not. */
export async function* askSockets(
  folders: readonly string[],
  root: string | undefined,
  question: GatewayQuestion,
  { most, ...options }: { most: number; maxAnswer: number; signal: AbortSignal },
): AsyncGenerator<Record<string, unknown> | Error> {
  const versioned = { version: 2, ...question };
  const isLong = JSON.stringify(versioned).length > MAX_QUESTION;
  for (const folder of folders) {
    try {
      for (const socket of socketsIn(folder, root, GATEWAY, most)) {
        if (isLong) throw new TypeError("the arguments are too long for it");
        if (!options.signal.aborted) yield await ask(socket, versioned, options).catch(asError);
      }
    } catch (error) {
      yield asError(error);
    }
  }
}

function asError(error: unknown): Error {
  if (error instanceof Error) return error;
  throw error;
}
