import type { z } from "zod";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { attempt, caught } from "../../settings/attempt.ts";
import type { Locations } from "../../settings/locations.ts";
import { makeOwnFolder } from "../../settings/own_files.ts";
import type { World } from "../../settings/world.ts";
import { askGateways, configurationHash, GATEWAY, notReadOnly, QUESTION } from "../../tools/ask_gateway.ts";
import { listenAt, socketFolders, socketPath } from "../../tools/local_socket.ts";
import { planBatch } from "../batch/plan_batch.ts";
import type { Gateway, GatewayPlace } from "../gateway.ts";

/** ms for all gateways to show what waits in them. */
const SHOW_MS = 5000;

/** Lets prompts use the servers that a gateway keeps, and a terminal see what waits in it, through a socket. Undefined where there is no place for one. */
export function serveLocal({ root, locations }: Pick<GatewayPlace, "root" | "locations">, gateway: Gateway) {
  const [folder] = socketFolders(gateway.world, locations);
  const socket = folder && socketPath(folder, root, `${gateway.world.nonce(4)}${GATEWAY.ending}`);
  if (folder === undefined || socket === undefined) return undefined;
  // A full disk, a folder of somebody else's: it is quicker with a socket, and right without one.
  return attempt(() => {
    makeOwnFolder(folder);
    return listenAt(socket, GATEWAY.maxQuestion, (question) => answerTo(question, gateway));
  });
}

/** The arguments of a call that waits for the user, from the gateway that holds it; undefined where none does. */
export async function heldArguments(argumentsSha256: string, world: World, locations: Locations) {
  const [folders, time] = [socketFolders(world, locations), AbortSignal.timeout(SHOW_MS)];
  return (await askGateways(folders, undefined, { show: argumentsSha256 }, time))?.result;
}

/** Answers a question that says all it must, of what is known here; undefined for any other. */
async function answerTo(given: Record<string, unknown>, gateway: Gateway) {
  const { data } = QUESTION.safeParse(given);
  if (data === undefined) return undefined;
  if (!("show" in data)) return await callFor(data, gateway);
  const result = gateway.held.get(data.show);
  return result && { result };
}

type CallQuestion = Exclude<z.output<typeof QUESTION>, { show: string }>;

/** Makes a call for a prompt, which knows the servers of `auto-tools.yaml` alone: only a tool that reads, of a server configured exactly so, for which nobody has to be asked. */
async function callFor(
  { server, configuration, tool: toolName, args, timeoutMs }: CallQuestion,
  gateway: Gateway,
) {
  await gateway.refresh();
  const { servers, tools } = gateway.settings;
  const config = Object.hasOwn(servers, server) ? servers[server] : undefined;
  if (config === undefined || configurationHash(config) !== configuration) return undefined;
  const call = { name: `${server}/${toolName}`, arguments: args };
  const [planned] = await planBatch([{ call }], "", timeoutMs, gateway);
  if (planned?.result !== undefined) return { refused: planned.result.text };
  if (planned === undefined) return undefined;
  const { tool, request } = planned;
  if (tool.risk !== "read") return { refused: notReadOnly(server, toolName) };
  // The user has named it as an automatic one, and no rule wants it to be asked for.
  const isNamed = request?.group !== undefined &&
    tools.some((each) => each.server === server && (each.tool ?? each.name) === toolName);
  if (request !== undefined && !isNamed && gateway.approvals?.ledger()(request) !== true) {
    return {
      refused: `your permissions do not let ${tool.name} run unasked; codex-auto allow ${server} does`,
    };
  }
  return await gateway.upstreams.named(server).call(tool, args, { timeoutMs }).then((result) =>
    JSON.stringify(result).length <= GATEWAY.maxAnswer - 100
      ? { result: { ...result } }
      : { refused: `MCP server ${server} sent more than a prompt can use` }
  ).catch(caught(AutoToolsError, ({ message }) => ({ refused: message })));
}
