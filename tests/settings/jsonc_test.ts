import { assertEquals, assertThrows } from "@std/assert";
import { parseJsonc } from "../../lib/settings/jsonc.ts";

Deno.test("JSON may have comments and trailing commas, and no other mistake", () => {
  assertEquals(parseJsonc('// c\n{"a": 1, /* d */ "b": [1, 2,],}'), { a: 1, b: [1, 2] });
  for (const text of ["", "1 2", "/*", "[,]", "{a: 1}", '{"a": 1', "\ufeff{}"]) {
    assertThrows(() => parseJsonc(text), SyntaxError, "Cannot parse JSONC");
  }
});
