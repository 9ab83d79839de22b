import { isRecord } from "../../settings/json.ts";
import { isTextType, textIn } from "../../tools/mcp_result.ts";
import { MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { cleanText } from "../output/clean_text.ts";
import { isBinary } from "../../tools/clean_value.ts";
import type { StoredCall } from "../output/kept_output.ts";
import { present, type Presenter } from "../output/present.ts";

/** A client that asks for one prompt or resource takes as much as a tool's whole answer. */
export const MAX_TEXT = { chars: MAX_ANSWER_BYTES, bytes: MAX_ANSWER_BYTES };

/**
 * A server's result fit to be handed on: its texts clean, and those that are too long kept as context files, with a summary in their place; pictures, sound and
 * binary data as they are. `renamed`: what stands for a URI of the server's.
 */
export async function cleanResult(
  value: unknown,
  call: StoredCall,
  presenter: Presenter,
  renamed: (uri: string) => string,
): Promise<unknown> {
  const walk = (item: unknown) => cleanResult(item, call, presenter, renamed);
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    // One after another: they share the room of one answer.
    for (const item of value) items.push(await walk(item));
    return items;
  }
  if (typeof value === "string") return (await cleanText(value, presenter.isolate, presenter.signal)).text;
  if (!isRecord(value)) return value;
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (typeof item !== "string") entries.push([key, await walk(item)]);
    else if (key === "uri") entries.push([key, renamed(item)]);
    else if (key === "text") entries.push([key, await textOf(item, call, presenter)]);
    else if (key === "blob" && isTextType(value["mimeType"])) {
      const hidden = textIn(item);
      const clean = hidden === undefined ? undefined : await textOf(hidden, call, presenter);
      entries.push([key, clean === undefined || clean === hidden ? item : base64Of(clean)]);
    } else entries.push([key, isBinary(key, item) ? item : await walk(item)]);
  }
  return Object.fromEntries(entries);
}

function base64Of(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}

async function textOf(text: string, call: StoredCall, presenter: Presenter): Promise<string> {
  const shown = await present(call, { text, attachments: [], links: [], isError: false }, presenter);
  return [shown.text, ...shown.limits.map((limit) => `[Limits] ${limit.replace("[Limits] ", "")}`)].join(
    "\n",
  );
}
