import { assertEquals } from "@std/assert";
import { publishedSchemas } from "../../config/toolchain/schema.ts";

for (const { path, text } of publishedSchemas()) {
  Deno.test(`${path} is what the code says (else run: deno task schema)`, async () => {
    assertEquals(await Deno.readTextFile(new URL(`../../${path}`, import.meta.url)), text);
  });

  Deno.test(`${path} names itself and survives unknown fields where the contract says so`, () => {
    const schema: { $id?: string; title?: string; additionalProperties?: boolean } = JSON.parse(text);
    assertEquals(typeof schema.$id, "string");
    assertEquals(typeof schema.title, "string");
    // Consumers of an envelope must survive fields they do not know; a configuration with a misspelt key is refused.
    assertEquals(schema.additionalProperties, path.startsWith("docs/") ? undefined : false);
  });
}
