import type { StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isRecord } from "../settings/mcp_servers/configured_server.ts";

/**
 * Takes what a server answers as it is. The SDK's own schemas refuse a whole answer for one part of it that is wrong, and many servers write `null` for what they
 * do not say.
 */
export const ANYTHING: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "auto-tools", validate: (value) => ({ value }) },
};

/** An answer is none to what was asked. */
export class NoResult extends Error {}

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
