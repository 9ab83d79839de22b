import { z } from "zod";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { attempt } from "../../settings/attempt.ts";
import type { Locations } from "../../settings/locations.ts";
import { makeOwnFolder } from "../../settings/own_files.ts";
import type { World } from "../../settings/world.ts";
import {
  askGateways,
  configurationHash,
  GATEWAY,
  type GatewayAnswer,
  MAX_ANSWER,
  MAX_QUESTION,
  notReadOnly,
} from "../../tools/ask_gateway.ts";
import { isListening, listenAt, socketFolders, socketPath, socketsIn } from "../../tools/local_socket.ts";
import { planBatch } from "../batch/plan_batch.ts";
import type { Gateway, GatewayPlace } from "../gateway.ts";

/** Sockets of gateways that are gone, looked at once, at the start. */
const MAX_OLD = 50;
/** ms for all gateways to show what waits in them. */
const SHOW_MS = 5000;

/** Lets prompts use the servers that a gateway keeps, and a terminal see what waits in it, through a socket. Undefined where there is no place for one. */
export function serveLocal(
  { root, locations }: Pick<GatewayPlace, "root" | "locations">,
  gateway: Gateway,
): { close(): void } | undefined {
  const [folder] = socketFolders(gateway.world, locations);
  const socket = folder && socketPath(folder, root, `${gateway.world.nonce(4)}${GATEWAY}`);
  if (folder === undefined || socket === undefined) return undefined;
  // A full disk, a folder of somebody else's: it is quicker with a socket, and right without one.
  return attempt(() => {
    makeOwnFolder(folder);
    for (const path of socketsIn(folder, root, GATEWAY, MAX_OLD)) void isListening(path);
    return listenAt(socket, MAX_QUESTION, (question) => answerTo(question, gateway));
  });
}

/** The arguments of a call that waits for the user, from the gateway that holds it; undefined where none does. */
export async function heldArguments(
  argumentsSha256: string,
  world: World,
  locations: Locations,
): Promise<Record<string, unknown> | undefined> {
  const time = AbortSignal.timeout(SHOW_MS);
  const given = await askGateways(
    socketFolders(world, locations),
    undefined,
    { show: argumentsSha256 },
    time,
  );
  return given?.answer === "result" ? given.result : undefined;
}

/** ms that a call for a prompt may take. */
const MAX_CALL_MS = 10_000;

const version = z.literal(2);
const call = z.object({
  version,
  server: z.string(),
  configuration: z.string(),
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  timeoutMs: z.number().positive().transform((ms) => Math.min(ms, MAX_CALL_MS)),
});
const question = z.union([z.object({ version, show: z.string() }), call]);

/** Answers a question that says all it must, of what is known here; undefined for any other. */
async function answerTo(
  given: Record<string, unknown>,
  gateway: Gateway,
): Promise<GatewayAnswer | undefined> {
  const { data } = question.safeParse(given);
  if (data === undefined) return undefined;
  if (!("show" in data)) return await callFor(data, gateway);
  const result = gateway.held.get(data.show);
  return result && { answer: "result", result };
}

/** Makes a call for a prompt, which knows the servers of `auto-tools.yaml` alone: only a tool that reads, of a server configured exactly so, for which nobody has to be asked. */
async function callFor(
  { server, configuration, tool: toolName, args, timeoutMs }: z.infer<typeof call>,
  gateway: Gateway,
): Promise<GatewayAnswer | undefined> {
  await gateway.refresh();
  const { servers, tools } = gateway.settings;
  const config = Object.hasOwn(servers, server) ? servers[server] : undefined;
  if (config === undefined || configurationHash(config) !== configuration) return undefined;
  const refused = (message: string) => ({ answer: "refused" as const, message });
  const asked = { name: `${server}/${toolName}`, arguments: args };
  const [planned] = await planBatch([asked], "", timeoutMs, gateway);
  if (planned === undefined || "status" in planned) return refused(planned?.text ?? "");
  const { tool, request } = planned;
  if (tool.risk !== "read") return refused(notReadOnly(server, toolName));
  // The user has named it as an automatic one, and no rule wants it to be asked for.
  const isNamed = request?.group !== undefined &&
    tools.some((each) => each.server === server && (each.tool ?? each.name) === toolName);
  if (request !== undefined && !isNamed && gateway.approvals?.ledger()(request) !== true) {
    return refused(`your permissions do not let ${tool.name} run unasked; codex-auto allow ${server} does`);
  }
  try {
    const result = { ...await gateway.upstreams.named(server).call(tool.toolName, args, { timeoutMs }) };
    if (JSON.stringify(result).length <= MAX_ANSWER - 100) return { answer: "result", result };
    return refused(`MCP server ${server} sent more than a prompt can use`);
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
    return refused(error.message);
  }
}
