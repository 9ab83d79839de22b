import { Buffer } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import type { StandardSchemaV1, Transport } from "@modelcontextprotocol/client";
import { AutoToolsError } from "../contract/error_codes.ts";
import { attempt } from "../settings/attempt.ts";
import { isDeep, isRecord } from "../settings/json.ts";

/** Takes what a server answers as it is: the SDK's own schemas refuse a whole answer for one part of it that is wrong, as a `null`. */
export const ANYTHING: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "auto-tools", validate: (value) => ({ value }) },
};

export class NoResult extends AutoToolsError {
  constructor(message = "no result") {
    super("E_PARSE", message);
  }
}

/** What a tool gave. Each part is as it came: whoever reads it takes what it understands. */
export interface RawResult {
  content: readonly unknown[];
  structuredContent?: unknown;
  isError?: boolean;
}

/** Throws `NoResult` for what is no result of a tool at all. */
export function rawResult(answer: unknown): RawResult {
  const { content, structuredContent, isError } = isRecord(answer) ? answer : {};
  const parts = content ?? [];
  if (!isRecord(answer) || !Array.isArray(parts)) throw new NoResult("no result of a tool");
  return {
    content: parts,
    ...structuredContent !== undefined && structuredContent !== null && { structuredContent },
    ...isError === true && { isError },
  };
}

/** Takes out of a server's first answer what it does not say by `null`: the SDK would refuse to know the server. */
export function tolerateNulls(transport: Transport): Transport {
  const before = transport.onmessage;
  // The SDK's client hands every message on to who was there before it, and reads it then.
  transport.onmessage = (message, extra) => {
    before?.(message, extra);
    if (!("result" in message) || !("protocolVersion" in message.result)) return;
    message.result = withoutNulls(message.result);
  };
  return transport;
}

/** A JSON value without what it does not say by `null`. */
export function withoutNulls<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (_, item) => item === null ? undefined : item) ?? "null");
}

const ONE_LINE = 4000;

export interface Attachment {
  data: string;
  mimeType: string;
}

export type ReadResult = ReturnType<typeof readResult>;

/** Takes a result apart. Structured content replaces the texts that only repeat it, unless a text alone says all of it: that may be a file to be edited. Throws `AutoToolsError` `E_PARSE` where the content is no text. */
export function readResult({ content, structuredContent, isError = false }: RawResult) {
  const parts = content.map(readPart);
  const texts = parts.flatMap(({ texts = [] }) => texts);
  const repeated = isRecord(structuredContent) ? Object.values(structuredContent) : [];
  const more = texts.filter((text) =>
    !repeated.includes(text) && !repeated.some((value) => isJsonOf(text, value))
  );
  const isSaid = structuredContent === undefined ||
    texts.some((text) => isJsonOf(text, structuredContent) || repeated.length === 1 && repeated[0] === text);
  return {
    text: (isSaid ? texts : [jsonText(structuredContent), ...more]).join("\n"),
    attachments: parts.flatMap(({ attachment }) => attachment ?? []),
    links: parts.flatMap(({ link }) => link ?? []),
    isError,
  };
}

/** A result as a value that other calls may refer to, as it is shown: its structured content, else its text. A text that is JSON is read, also one that the structured content holds. */
export function valueOf({ structuredContent }: RawResult, { text }: Pick<ReadResult, "text">): unknown {
  if (!isRecord(structuredContent)) return structuredContent ?? unpacked(text);
  const values = Object.values(structuredContent);
  if (values.length === 1 && values[0] === text) return unpacked(text);
  return Object.fromEntries(Object.entries(structuredContent).map(([key, value]) => [key, unpacked(value)]));
}

/** What a text says that is JSON of a list or an object, which some servers and models put into one; any other value is itself. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  const said = attempt((): unknown => JSON.parse(value));
  return said === undefined || isDeep(said) ? value : said;
}

function isJsonOf(text: string, value: unknown): boolean {
  const said = attempt((): unknown => JSON.parse(text));
  return said !== undefined && isDeepStrictEqual(said, value);
}

/** One part. What is none of the protocol's, or lacks what it has to have, stands as the JSON that it came as: nothing is lost. */
function readPart(block: unknown): { texts?: string[]; attachment?: Attachment; link?: string } {
  if (typeof block === "string") return { texts: [block] };
  const { type, uri, ...own } = isRecord(block) ? block : {};
  const { text, data, mimeType, resource } = own;
  if (type === "text" && typeof text === "string") return { texts: [text] };
  if ((type === "image" || type === "audio") && typeof data === "string" && typeof mimeType === "string") {
    return readBytes(data, mimeType);
  }
  if (type === "resource_link" && typeof uri === "string") {
    return { texts: [`resource ${uri} ${jsonText(own)}`], link: uri };
  }
  const read = type === "resource" && isRecord(resource) ? readResource(resource) : undefined;
  return read ?? { texts: [jsonText(block)] };
}

function readResource({ uri, text, blob, mimeType }: Record<string, unknown>) {
  if (typeof uri !== "string") return undefined;
  if (typeof text === "string") return { texts: [`resource ${uri}`, text] };
  if (typeof blob !== "string") return undefined;
  const type = typeof mimeType === "string" ? mimeType : "application/octet-stream";
  return readBytes(blob, type, `resource ${uri}`);
}

/** Bytes that are text are read, whatever their type says: as a file they would be neither redacted nor read on. */
function readBytes(base64: string, mimeType: string, ...head: string[]) {
  const text = textIn(base64);
  if (text !== undefined) return { texts: [...head, text] };
  return { attachment: { data: inOneLine(base64), mimeType } };
}

/** JSON in one line where it is short and no indent is given, else a line for each value: so it is cleaned, kept and searched. */
export function jsonText(value: unknown, indent?: number): string {
  const text = attempt(() => JSON.stringify(value, null, indent));
  if (text !== undefined) return indent || text.length <= ONE_LINE ? text : jsonText(value, 1);
  throw new AutoToolsError("E_PARSE", "its result is nested too deeply, or is too long, to be read");
}

/** The text that base64 stands for; undefined where it stands for none. */
export function textIn(base64: string): string | undefined {
  const text = attempt(() => new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(base64)));
  return text?.includes("\0") ? undefined : text;
}

/** Base64 as clients take it: some languages write it in lines, as for mail. */
const inOneLine = (base64: string) => base64.replace(/\s+/g, "");

/** Throws `DOMException` for what is no base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  // `Uint8Array.from` makes a list of as many texts first, which ends the process at a hundred megabytes.
  return Buffer.from(atob(base64), "latin1");
}
