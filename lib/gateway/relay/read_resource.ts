import { ProtocolError } from "@modelcontextprotocol/server";
import { attempt } from "../../settings/attempt.ts";
import { readResult } from "../../tools/mcp_result.ts";
import type { Gateway } from "../gateway.ts";
import { AnswerRoom, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { cleanText } from "../output/clean_text.ts";
import { keepAttachments, outputStore } from "../output/kept_output.ts";
import { type GatewayClient, WrongArguments } from "../tools/own_tool.ts";
import { askServer } from "./ask_server.ts";

/** Whether an id is a URI. */
export const isUri = (id: string) => /^[A-Za-z][\w+.-]*:/.test(id);

/**
 * The text of a resource that is listed or that a result has linked to, clean, for a model. It is kept under its URI, so that one reads on in what was read.
 * Throws `WrongArguments`.
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
    const clean = await cleanText(read.text, gateway.output, signal);
    const call = { id: uri, tool: `${serverName}/resources/read ${uri}` };
    const store = outputStore(gateway, client.conversation);
    const { notes, limits } = keepAttachments(
      call,
      read.attachments,
      new AnswerRoom(MAX_ANSWER_BYTES / 4),
      store,
    );
    const told = [...clean.limits, ...limits].map((limit) => `[Limits] ${limit}`);
    const text = [clean.text, ...notes, ...told].filter((part) => part !== "").join("\n");
    // On a full disk it can be read, though not on.
    attempt(() => store.keepText(call, text, false));
    return text;
  } catch (error) {
    if (error instanceof ProtocolError) throw new WrongArguments(error.message);
    throw error;
  }
}
