import { AutoToolsError } from "../../contract/error_codes.ts";
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";

/** Something in a result that is no text. */
export interface Attachment {
  /** Base64, as it came. */
  data: string;
  mimeType: string;
  /** `image`, `audio`, or the address of a resource. */
  what: string;
}

export interface ReadResult {
  /** All that is text, in order. */
  text: string;
  attachments: Attachment[];
  isError: boolean;
}

/**
 * Takes a result apart. The text is what the server wrote for people; its structured content where it wrote none. Throws `AutoToolsError` `E_PARSE` where that
 * cannot be written as a text.
 */
export function readBlocks(result: CallToolResult): ReadResult {
  const attachments: Attachment[] = [];
  const texts = result.content.flatMap((block) => textOf(block, attachments));
  const structured = result.structuredContent;
  return {
    text: texts.length === 0 && structured !== undefined ? structuredText(structured) : texts.join("\n"),
    attachments,
    isError: result.isError === true,
  };
}

function structuredText(value: unknown): string {
  try {
    return JSON.stringify(value, null, 1);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AutoToolsError("E_PARSE", "its result is nested too deeply, or is too long, to be read", {
      cause: error,
    });
  }
}

function textOf(block: ContentBlock, attachments: Attachment[]): string[] {
  switch (block.type) {
    case "text":
      return [block.text];
    case "image":
    case "audio":
      attachments.push({ data: block.data, mimeType: block.mimeType, what: block.type });
      return [];
    case "resource_link":
      return [`resource ${block.uri}${block.description === undefined ? "" : ` ${block.description}`}`];
    case "resource": {
      const { resource } = block;
      if ("text" in resource) return [`resource ${resource.uri}`, resource.text];
      attachments.push({
        data: resource.blob,
        mimeType: resource.mimeType ?? "application/octet-stream",
        what: resource.uri,
      });
      return [];
    }
  }
}
