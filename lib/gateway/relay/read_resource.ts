import { ProtocolError } from "@modelcontextprotocol/server";
import { attempt } from "../../settings/attempt.ts";
import { readResult } from "../../tools/mcp_result.ts";
import type { Gateway } from "../gateway.ts";
import { AnswerRoom } from "../output/answer_size.ts";
import { outputStore } from "../output/kept_output.ts";
import { present } from "../output/present.ts";
import { type GatewayClient, wrongArguments } from "../tools/own_tool.ts";
import { askServer } from "./ask_server.ts";

/** Whether an id is a URI. */
export const isUri = (id: string) => /^[A-Za-z][\w+.-]*:/.test(id);

/**
 * The text of a resource that is listed or that a result has linked to, clean, for a model. It is kept under its URI, so that one reads on in what was read.
 * Throws `AutoToolsError`.
 */
export async function readResource(uri: string, client: GatewayClient, gateway: Gateway): Promise<string> {
  const signal = AbortSignal.timeout(client.waitsMs);
  try {
    const { serverName, result } = await askServer("resources/read", { uri }, client, gateway, {
      isListed: true,
      signal,
    });
    const contents = Array.isArray(result["contents"]) ? result["contents"] : [];
    const read = readResult({ content: contents.map((resource) => ({ type: "resource", resource })) });
    const call = { id: uri, tool: `${serverName}/resources/read ${uri}` };
    const store = outputStore(gateway, client.conversation);
    const whole = { room: new AnswerRoom(Infinity), most: { chars: Infinity, bytes: Infinity } };
    const shown = await present(call, read, { ...whole, store, isolate: gateway.isolate, signal });
    const text = [shown.text, ...shown.limits.map((limit) => `[Limits] ${limit}`)].join("\n");
    // On a full disk it can be read, though not on.
    attempt(() => store.keepText(call, text, false));
    return text;
  } catch (error) {
    if (error instanceof ProtocolError) throw wrongArguments(error.message);
    throw error;
  }
}
