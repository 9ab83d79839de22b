import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { isRecord } from "../../settings/json.ts";
import type { CallOptions } from "../../tools/mcp_server.ts";
import { callLog } from "../call_log.ts";
import type { Gateway } from "../gateway.ts";
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

/** Asks the server that a request is about, and notes it in the log. `isListed`: only for what is listed or linked, so that nobody makes up a URI. Throws `ProtocolError`. */
export async function askServer(
  method: string,
  params: Params,
  { conversation, name: client, waitsMs, signal, caller }: GatewayClient,
  gateway: Gateway,
  { isListed = false, ...options }: CallOptions & { isListed?: boolean } = {},
) {
  const { upstreams } = gateway;
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
  const [failed] = (await upstreams.start([placeNow().serverName], waitsMs * START_SHARE)).values();
  if (failed !== undefined) throw asProtocolError(failed);
  // A server that has just started may call it something else than was remembered.
  const { serverName, own } = placeNow();
  const name = `${serverName}/${method}`;
  const verdict = decide({ name, serverName, toolName: method }, gateway.settings.permissions);
  if (verdict.verdict === "deny") {
    const why = `denied by the user's configuration (permissions.deny: ${verdict.pattern})`;
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, why);
  }
  const log = callLog(gateway, { client, conversation });
  const word = verdict.verdict === "allow" ? "rule" as const : "none" as const;
  const began = gateway.world.elapsed();
  const done = (result: "ok" | "error") =>
    log.add({ name, arguments: params }, { word, result, ms: gateway.world.elapsed() - began });
  try {
    const result = await upstreams.named(serverName)
      .request(method, withOwn(own), { signal, caller: caller([]), ...options });
    done("ok");
    return { serverName, named, own, result };
  } catch (error) {
    done("error");
    throw asProtocolError(error);
  }
}

/** What a server has answered by the protocol goes on with its code. */
function asProtocolError(error: unknown): unknown {
  if (!(error instanceof AutoToolsError)) return error;
  const { code } = Object(error.cause);
  return new ProtocolError(Number.isInteger(code) ? code : ProtocolErrorCode.InternalError, error.message);
}
