import { AutoToolsError } from "../../contract/error_codes.ts";
import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import type { RawResult } from "../../tools/mcp_answer.ts";
import { type Attachment, bytesOf } from "./attachments.ts";

/** What is text, by the type that its server gives it. */
const TEXT_TYPE = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|(?:x-)?yaml|toml|javascript)(?:;|$))/i;

export interface ReadResult {
  /** All that is text, in order. */
  text: string;
  /** The text is the structured content, a line for each of its values: so it is cleaned, kept and searched. */
  isStructured: boolean;
  attachments: Attachment[];
  isError: boolean;
}

/**
 * Takes a result apart. The text is what the server wrote for people; its structured content where it wrote none. Throws `AutoToolsError` `E_PARSE` where that
 * cannot be written as a text.
 */
export function readResult(result: RawResult): ReadResult {
  const attachments: Attachment[] = [];
  const texts = result.content.flatMap((block) => textOf(block, attachments));
  const isStructured = texts.length === 0 && result.structuredContent !== undefined;
  return {
    text: isStructured ? jsonText(result.structuredContent) : texts.join("\n"),
    isStructured,
    attachments,
    isError: result.isError === true,
  };
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value, null, 1);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AutoToolsError("E_PARSE", "its result is nested too deeply, or is too long, to be read", {
      cause: error,
    });
  }
}

/** The text of a part, if it is one. What is none of the protocol's, or lacks what it has to have, stands as the JSON that it came as: nothing is lost. */
function textOf(block: unknown, attachments: Attachment[]): string[] {
  if (typeof block === "string") return [block];
  const part = isRecord(block) ? block : {};
  const { type, text, data, mimeType } = part;
  if (type === "text" && typeof text === "string") return [text];
  if ((type === "image" || type === "audio") && typeof data === "string" && typeof mimeType === "string") {
    attachments.push({ data: inOneLine(data), mimeType, what: type });
    return [];
  }
  if (type === "resource_link" && typeof part["uri"] === "string") {
    const { uri, description } = part;
    return [`resource ${uri}${typeof description === "string" ? ` ${description}` : ""}`];
  }
  return (type === "resource" ? resourceText(part, attachments) : undefined) ?? [jsonText(block)];
}

function resourceText(
  { resource }: Record<string, unknown>,
  attachments: Attachment[],
): string[] | undefined {
  if (!isRecord(resource) || typeof resource["uri"] !== "string") return undefined;
  const { uri, text, blob, mimeType } = resource;
  if (typeof text === "string") return [`resource ${uri}`, text];
  if (typeof blob !== "string") return undefined;
  const type = typeof mimeType === "string" ? mimeType : "application/octet-stream";
  // As a file it would be neither redacted nor read on.
  const hidden = TEXT_TYPE.test(type) ? textIn(blob) : undefined;
  if (hidden !== undefined) return [`resource ${uri}`, hidden];
  attachments.push({ data: inOneLine(blob), mimeType: type, what: uri });
  return [];
}

/** The text that base64 stands for; undefined where it stands for none. */
function textIn(base64: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(base64));
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Base64 as clients take it: some languages write it in lines, as for mail. */
function inOneLine(base64: string): string {
  return base64.replace(/\s+/g, "");
}
