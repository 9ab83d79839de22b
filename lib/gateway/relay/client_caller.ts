import type { ClientCapabilities, InputRequest, ProtocolError } from "@modelcontextprotocol/server";
import type { LoggingMessageNotificationParams, ServerContext } from "@modelcontextprotocol/server";
import { ignoreError } from "../../settings/attempt.ts";
import { isRecord, listAt } from "../../settings/json.ts";
import { sanitize, sanitizedHead } from "../../guard/sanitize.ts";
import type { Caller } from "../../tools/mcp_caller.ts";
import { cleanValue } from "../../tools/clean_value.ts";
import type { Ask } from "./rounds.ts";

type Params = Record<string, unknown>;

/** UTF-16 units of a server's words that a person is shown. */
const MAX_MESSAGE = 4000;
/** UTF-16 units of what a logger says. */
const MAX_LOG = 10_000;
/** How much of what is asked for in vain during one call is told. */
const MAX_NOTES = 2;
/** Questions of servers during one call, and UTF-16 units of one. */
const MAX = { asked: 50, question: 8_000_000 } as const;
/** The protocol's code for a person who has to open a URL first. */
const URL_FIRST = -32042;

/** The client of a request as servers see it, which they may ask. What they asked for in vain is noted. */
export function clientCaller(
  ctx: ServerContext,
  capabilities: ClientCapabilities,
  ask: Ask,
  notes: string[],
): Caller {
  let asked = 0;
  return {
    async ask(serverName, method, params, signal) {
      const isOne = ++asked <= MAX.asked && JSON.stringify(params).length <= MAX.question;
      const request = isOne && canAnswer(capabilities, method, params) && framed(serverName, method, params);
      if (request) return await ask({ method, params: request } as InputRequest, signal);
      if (method !== "roots/list" && notes.length < MAX_NOTES) {
        notes.push(`${serverName} asked for ${shortOf(method, params)}; nobody here can answer that`);
      }
      return undefined;
    },
    log(serverName, message) {
      const { level, data, logger } = logged(serverName, message);
      ctx.mcpReq.log(level, data, logger).catch(ignoreError);
    },
  };
}

/** A log message with the server's name in front of its logger's. */
export function logged(serverName: string, { level, data, logger = "" }: LoggingMessageNotificationParams) {
  const text = JSON.stringify(data) ?? "";
  return {
    level,
    data: text.length > MAX_LOG
      ? `${sanitizedHead(text, MAX_LOG)} … (${text.length} characters)`
      : cleanValue(data),
    logger: logger === "" ? serverName : `${serverName}/${sanitizedHead(logger, 200)}`,
  };
}

/** A client without a word on the ways of elicitation has forms. */
export function canAnswer(
  { elicitation, sampling, roots }: ClientCapabilities,
  method: string,
  { mode = "form" }: Record<string, unknown> = {},
): boolean {
  if (method === "roots/list") return roots !== undefined;
  if (method === "sampling/createMessage") return sampling !== undefined;
  if (method !== "elicitation/create") return false;
  if (mode === "url") return elicitation?.url !== undefined;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Sends a person to the URLs without which a server does nothing, and tells what came of it; undefined where the error is another one. */
export async function openUrls(
  serverName: string,
  error: ProtocolError,
  caller: Caller,
  signal: AbortSignal,
) {
  if (error.code !== URL_FIRST) return undefined;
  const told: string[] = [];
  for (const each of listAt(error.data, "elicitations").filter(isRecord)) {
    // A client that fails to ask has no answer.
    const answer = await caller.ask(serverName, "elicitation/create", { ...each, mode: "url" }, signal)
      .catch(ignoreError);
    const action = isRecord(answer) ? String(answer["action"]) : "not opened: this client cannot do that";
    told.push(`${cleanValue(String(each["url"]))} (${action})`);
  }
  const urls = told.join(", ");
  return `its server needs the user to open a URL first: ${urls}. Once that is done, call it again`;
}

/** What a server asks, clean and with its name; its words to a person stand behind a mark, line by line, so that none reads as ours. Undefined for what nobody is to be asked. */
function framed(serverName: string, method: string, { task: _, _meta: __, ...params }: Params) {
  if (method === "roots/list") return {};
  if (method === "sampling/createMessage") {
    const { systemPrompt } = params;
    const own = typeof systemPrompt === "string" ? `\n${systemPrompt}` : "";
    return {
      ...cleanValue(params) as Params,
      systemPrompt: `(Asked for by the MCP server ${serverName}.)${sanitize(own).text}`,
    };
  }
  const { message, url, requestedSchema, mode, elicitationId } = params;
  const head =
    `The MCP server ${serverName} asks you for something of its own. No permission hangs on this. It says:\n`;
  const said = { message: head + quoted(String(message)) };
  if (mode !== "url") return { ...said, requestedSchema: cleanValue(requestedSchema) };
  if (!/^https?:\/\/[!-~]+$/.test(String(url))) return undefined;
  return { ...said, mode, url, ...elicitationId !== undefined && { elicitationId } };
}

function shortOf(method: string, { message, systemPrompt }: Params): string {
  const said = [message, systemPrompt].find((each) => typeof each === "string") ?? "";
  return `${method} ${JSON.stringify(sanitizedHead(String(said), 200))}`;
}

function quoted(message: string): string {
  const clean = sanitize(message.toWellFormed()).text;
  const cut = clean.length > MAX_MESSAGE ? `\n(${clean.length - MAX_MESSAGE} more characters)` : "";
  return clean.slice(0, MAX_MESSAGE).toWellFormed().split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => `| ${line}`).join("\n") + cut;
}
