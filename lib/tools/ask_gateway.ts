import { sha256Hex } from "../settings/sha256.ts";
import { z } from "zod";
import { attempt, ignoreError } from "../settings/attempt.ts";
import type { McpServerConfig } from "../settings/config_schema.ts";
import { isRecord } from "../settings/json.ts";
import { ask, socketsIn } from "./local_socket.ts";

/** The sockets of gateways; UTF-16 units of a question and of an answer, which is what a server may send for one prompt. */
export const GATEWAY = { ending: ".sock", maxQuestion: 16 * 1024, maxAnswer: 4 * 1024 * 1024 };
/** The same of arguments that a person is shown. */
const MAX_SHOWN = 64 * 1024 * 1024;
/** Gateways of one repository, and of all, that are asked, the newest first. */
const [MOST_OF_ONE, MOST] = [2, 50];

const version = z.literal(3).default(3);
/** A call that a prompt asks a running gateway for, or the arguments of a call that waits for the user, by their hash. */
export const QUESTION = z.union([
  z.object({ version, show: z.string() }),
  z.object({
    version,
    server: z.string(),
    /** Of the server's configuration as the prompt reads it: another one is another server. */
    configuration: z.string(),
    tool: z.string(),
    args: z.record(z.string(), z.unknown()),
    timeoutMs: z.number().positive(),
  }),
]);

/** `refused` says why, and is the gateway's last word. */
type GatewayAnswer = { result?: Record<string, unknown>; refused?: string };

export function notReadOnly(server: string, tool: string): string {
  return `MCP server ${server} does not declare ${tool} read-only (readOnlyHint), so it never runs automatically`;
}

export function configurationHash(config: McpServerConfig): string {
  return sha256Hex(JSON.stringify(config));
}

/** What the first gateway says that knows an answer, of a repository (real path of its root) or of all. Those that are gone, do not answer in time or are no gateways are passed over. */
export async function askGateways(
  folders: readonly string[],
  root: string | undefined,
  question: z.input<typeof QUESTION>,
  signal: AbortSignal,
): Promise<GatewayAnswer | undefined> {
  const versioned = QUESTION.parse(question);
  const maxAnswer = "show" in question ? MAX_SHOWN : GATEWAY.maxAnswer;
  const most = root === undefined ? MOST : MOST_OF_ONE;
  const socketsOf = (folder: string) => attempt(() => socketsIn(folder, root, GATEWAY.ending, most)) ?? [];
  for (const socket of folders.flatMap(socketsOf)) {
    if (signal.aborted) return undefined;
    const { result, refused } = await ask(socket, versioned, { maxAnswer, signal })
      .catch((error): Record<string, unknown> => ignoreError(error) ?? {});
    if (isRecord(result)) return { result };
    if (typeof refused === "string") return { refused };
  }
  return undefined;
}
