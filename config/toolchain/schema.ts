/**
 * The published JSON Schemas, generated from the schemas in the code: `deno task schema` writes them, a test fails when they are stale.
 */
import { z } from "zod";
import { envelopeSchema } from "../../lib/contract/envelope.ts";
import { SCHEMA_VERSION } from "../../lib/contract/version.ts";

export interface PublishedSchema {
  /** Path from the project's root, with `/`. */
  path: string;
  text: string;
}

function published(path: string, id: string, title: string, schema: z.ZodType): PublishedSchema {
  // What is accepted, not what parsing makes of it: unknown fields of an envelope and defaults of a configuration are left out freely.
  const { $schema, ...body } = z.toJSONSchema(schema, { io: "input" });
  return { path, text: `${JSON.stringify({ $schema, $id: id, title, ...body }, null, 2)}\n` };
}

export function publishedSchemas(): PublishedSchema[] {
  return [
    published(
      `docs/schema/envelope-${SCHEMA_VERSION}.schema.json`,
      `urn:auto-tools:envelope:${SCHEMA_VERSION}`,
      `auto-tools envelope ${SCHEMA_VERSION}`,
      envelopeSchema,
    ),
  ];
}

if (import.meta.main) {
  const root = new URL("../../", import.meta.url);
  for (const { path, text } of publishedSchemas()) await Deno.writeTextFile(new URL(path, root), text);
}
