import type { McpServerConfig } from "../settings/config_schema.ts";
import { isRecord } from "../settings/json.ts";
import { askSockets, configurationHash, MAX_ANSWER } from "./gateway_socket.ts";

/** Gateways of one repository that are asked, the newest first. */
const MAX_ASKED = 2;
/** UTF-16 units of a gateway's words, which may be a server's; they are cut to what a person reads once they are clean. */
const MAX_SAID = 16_000;

/** What came of asking. */
export type GatewayOutcome =
  /** No gateway runs for this repository. */
  | { kind: "absent" }
  /** One runs and cannot be used, and why: the server is to be started. */
  | { kind: "unusable"; why: string }
  | { kind: "result"; result: Record<string, unknown> }
  | { kind: "refused"; message: string };

export interface GatewayCall {
  /** Real path of the repository root. */
  root: string;
  server: string;
  config: McpServerConfig;
  tool: string;
  args: Record<string, unknown>;
  timeoutMs: number;
}

/** Asks a gateway that runs for this repository to make a call with a server that it keeps. Never throws; the signal ends it. */
export async function askGateway(
  folders: readonly string[],
  { root, config, ...call }: GatewayCall,
  signal: AbortSignal,
): Promise<GatewayOutcome> {
  const question = { ...call, configuration: configurationHash(config) };
  let unusable: GatewayOutcome | undefined;
  const options = { most: MAX_ASKED, maxAnswer: MAX_ANSWER, signal };
  for await (const answer of askSockets(folders, root, question, options)) {
    const outcome = outcomeOf(answer);
    if (outcome.kind !== "unusable") return outcome;
    unusable ??= outcome;
  }
  return unusable ?? { kind: "absent" };
}

function outcomeOf(given: Record<string, unknown> | Error): GatewayOutcome {
  if (given instanceof Error) {
    const isGone = given instanceof Deno.errors.ConnectionRefused;
    return { kind: "unusable", why: isGone ? "nobody listens there any more" : given.message.slice(0, 200) };
  }
  const { answer, result, message } = given;
  if (answer === "result" && isRecord(result)) return { kind: "result", result };
  const said = typeof message === "string" ? message.slice(0, MAX_SAID) : "";
  if (answer === "refused") return { kind: "refused", message: said };
  return { kind: "unusable", why: answer === "unknown" ? said : "it answered what cannot be understood" };
}
