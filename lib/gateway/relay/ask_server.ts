import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { sanitize } from "../../guard/sanitize.ts";
import { isRecord } from "../../settings/json.ts";
import { readResult } from "../../tools/mcp_result.ts";
import type { CallOptions } from "../../tools/mcp_server.ts";
import { errorResult, outputId } from "../batch/run_batch.ts";
import { callLog } from "../call_log.ts";
import type { Gateway } from "../gateway.ts";
import { AnswerRoom, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { present, withLimits } from "../output/present.ts";
import { decide } from "../permissions/rules.ts";
import { type GatewayClient, START_SHARE } from "../tools/own_tool.ts";
import { listedPlace, type Place, promptPlace, templatePlace } from "./places.ts";

type Params = Record<string, unknown>;

/** The requests that go to the one server whose prompt or resource they name. */
export const ABOUT_ONE = [
  "prompts/get",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "completion/complete",
] as const;

/** What a request names, and how it reads with its server's own word for that. What is completed stands in a `ref`. */
function subjectOf(method: string, params: Params) {
  const ref = method === "completion/complete" && isRecord(params["ref"]) ? params["ref"] : undefined;
  const key = "name" in (ref ?? params) ? "name" : "uri";
  return {
    kind: key === "name" ? "prompt" : "resource",
    named: String((ref ?? params)[key]),
    withOwn: (own: string): Params =>
      ref === undefined ? { ...params, [key]: own } : { ...params, ref: { ...ref, [key]: own } },
  };
}

/**
 * Asks the server that a request is about, and notes it in the log. `isListed`: only for what is listed or linked, so that nobody makes up a URI. Throws `ProtocolError`, which
 * tells what the server has answered as an error of a tool would be told.
 */
export async function askServer(
  method: string,
  params: Params,
  client: GatewayClient,
  gateway: Gateway,
  { isListed = false, ...options }: CallOptions & { isListed?: boolean } = {},
) {
  const { conversation, waitsMs, signal } = client;
  const { upstreams, world } = gateway;
  await gateway.refresh();
  const { kind, named, withOwn } = subjectOf(method, params);
  const placeNow = (): Place => {
    const lists = upstreams.listed();
    const place = kind === "prompt" ? promptPlace(named, lists) : listedPlace(named, conversation, gateway) ??
      (isListed ? undefined : templatePlace(named, lists));
    if (place !== undefined) return place;
    const unknown = `no ${kind} ${named.slice(0, 300)} of any server`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknown);
  };
  const log = callLog(gateway, { client: client.name, conversation });
  const came: Parameters<typeof log.add>[1] = { word: "none", result: "error" };
  let name: string = method;
  try {
    const [failed] = (await upstreams.start([placeNow().serverName], waitsMs * START_SHARE)).values();
    if (failed !== undefined) throw failed;
    // A server that has just started may call it something else than was remembered.
    const { serverName, own } = placeNow();
    name = `${serverName}/${method}`;
    const verdict = decide({ name, serverName, toolName: method }, gateway.settings.permissions);
    if (verdict.verdict !== "ask") came.word = "rule";
    if (verdict.verdict === "deny") {
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, sanitize(verdict.why).text);
    }
    const call = { id: outputId(name, world.nonce(3)), tool: `${name} ${named}` };
    const caller = client.caller([]);
    const began = world.elapsed();
    log.add({ name, arguments: params }, { ...came, result: "begun" });
    const result = await upstreams.named(serverName)
      .request(method, withOwn(own), { signal, caller, ...options })
      .catch(async (error) => {
        const read = readResult(await errorResult(serverName, error, caller, signal));
        const presenter = { gateway, client, room: new AnswerRoom(MAX_ANSWER_BYTES) };
        throw new ProtocolError(error.cause.code, withLimits(await present(call, read, presenter)));
      })
      .finally(() => came.ms = world.elapsed() - began);
    came.result = "ok";
    return { call, serverName, named, own, result };
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, error.message);
  } finally {
    log.add({ name, arguments: params }, came);
  }
}
