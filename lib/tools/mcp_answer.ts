import type { StandardSchemaV1, Transport } from "@modelcontextprotocol/client";
import { AutoToolsError } from "../contract/error_codes.ts";
import { isRecord } from "../settings/json.ts";

/** Takes what a server answers as it is: the SDK's own schemas refuse a whole answer for one part of it that is wrong, as a `null`. */
export const ANYTHING: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "auto-tools", validate: (value) => ({ value }) },
};

/** An answer is none to what was asked. */
export class NoResult extends AutoToolsError {
  constructor(message: string) {
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
    ...(structuredContent === undefined || structuredContent === null ? {} : { structuredContent }),
    ...(isError === true ? { isError } : {}),
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
