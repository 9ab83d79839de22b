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

/** Takes a result apart. The text is what the server wrote for people; its structured content where it wrote none. */
export function readBlocks(result: CallToolResult): ReadResult {
  const attachments: Attachment[] = [];
  const texts = result.content.flatMap((block) => textOf(block, attachments));
  const structured = result.structuredContent;
  return {
    text: texts.length === 0 && structured !== undefined
      ? JSON.stringify(structured, null, 1)
      : texts.join("\n"),
    attachments,
    isError: result.isError === true,
  };
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
