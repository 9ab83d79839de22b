import { assertEquals } from "@std/assert";
import { publishedSchemas } from "../../config/toolchain/schema.ts";

for (const { path, text } of publishedSchemas()) {
  Deno.test(`${path} is what the code says (else run: deno task schema)`, async () => {
    assertEquals(await Deno.readTextFile(new URL(`../../${path}`, import.meta.url)), text);
  });

  Deno.test(`${path} names itself, and survives fields that a consumer does not know`, () => {
    const schema: { $id?: string; title?: string; additionalProperties?: boolean } = JSON.parse(text);
    assertEquals(typeof schema.$id, "string");
    assertEquals(typeof schema.title, "string");
    assertEquals(schema.additionalProperties, undefined);
  });
}
