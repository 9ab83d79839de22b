import { createHash } from "node:crypto";
import { attempt, ignoreError } from "../settings/attempt.ts";
import type { McpServerConfig } from "../settings/config_schema.ts";
import { isRecord } from "../settings/json.ts";
import { ask, socketsIn } from "./local_socket.ts";

/** UTF-16 units of a question and of an answer: what a server may send for one prompt. */
export const MAX_QUESTION = 16 * 1024;
export const MAX_ANSWER = 4 * 1024 * 1024;
/** The same of arguments that a person is shown. */
const MAX_SHOWN = 64 * 1024 * 1024;
export const GATEWAY = ".sock";
/** Gateways of one repository, and of all, that are asked, the newest first. */
const [MOST_OF_ONE, MOST] = [2, 50];

/** A call that a prompt asks a running gateway for, or the arguments of a call that waits for the user, by their hash. */
export type GatewayQuestion = { show: string } | {
  server: string;
  /** Of the server's configuration as the prompt reads it: another one is another server. */
  configuration: string;
  tool: string;
  args: Record<string, unknown>;
  timeoutMs: number;
};

/** `refused` is the gateway's last word. */
export type GatewayAnswer =
  | { answer: "result"; result: Record<string, unknown> }
  | { answer: "refused"; message: string };

export function notReadOnly(server: string, tool: string): string {
  return `MCP server ${server} does not declare ${tool} read-only (readOnlyHint), so it never runs automatically`;
}

export function configurationHash(config: McpServerConfig): string {
  return createHash("sha256").update(JSON.stringify(config)).digest("hex");
}

/** What the first gateway says that knows an answer, of a repository (real path of its root) or of all. Those that are gone, do not answer in time or are no gateways are passed over. */
export async function askGateways(
  folders: readonly string[],
  root: string | undefined,
  question: GatewayQuestion,
  signal: AbortSignal,
): Promise<GatewayAnswer | undefined> {
  const versioned = { version: 2, ...question };
  if (JSON.stringify(versioned).length > MAX_QUESTION) return undefined;
  const maxAnswer = "show" in question ? MAX_SHOWN : MAX_ANSWER;
  const most = root === undefined ? MOST : MOST_OF_ONE;
  for (const socket of folders.flatMap((each) => attempt(() => socketsIn(each, root, GATEWAY, most)) ?? [])) {
    if (signal.aborted) return undefined;
    const { answer, result, message } = await ask(socket, versioned, { maxAnswer, signal })
      .catch((error): Record<string, unknown> => ignoreError(error) ?? {});
    if (answer === "result" && isRecord(result)) return { answer, result };
    if (answer === "refused" && typeof message === "string") return { answer, message };
  }
  return undefined;
}
