import { sanitize } from "../../guard/sanitize.ts";
import { cleanValue } from "../../tools/clean_value.ts";

type Params = Record<string, unknown>;

/** UTF-16 units of a server's words that a person is shown. */
const MAX_MESSAGE = 4000;

/**
 * What a server asks, as a client is given it: clean, and with the server's name. Its words to a person stand behind a mark, line by line, so that none of them
 * reads as ours. Undefined for what nobody is to be asked.
 */
export function framed(
  serverName: string,
  method: string,
  { task: _, _meta: __, ...params }: Params,
): Params | undefined {
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

/** The first words of what a server asks, for a model. */
export function shortOf(method: string, { message, systemPrompt }: Params): string {
  const said = [message, systemPrompt].find((each) => typeof each === "string") ?? "";
  return `${method} ${
    JSON.stringify(sanitize(String(said).slice(0, MAX_MESSAGE)).text.slice(0, 200).toWellFormed())
  }`;
}

function quoted(message: string): string {
  const clean = sanitize(message.toWellFormed()).text;
  const cut = clean.length > MAX_MESSAGE ? `\n(${clean.length - MAX_MESSAGE} more characters)` : "";
  return clean.slice(0, MAX_MESSAGE).toWellFormed().split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => `| ${line}`).join("\n") + cut;
}
