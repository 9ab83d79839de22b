import type { StandardSchemaV1 } from "@modelcontextprotocol/client";

/**
 * Takes what a server answers as it is. The SDK's own schemas refuse a whole answer for one part of it that is wrong, and many servers write `null` for what they
 * do not say.
 */
export const ANYTHING: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "auto-tools", validate: (value) => ({ value }) },
};

/** An answer is none to what was asked. */
export class NoResult extends Error {}
