import { assertEquals, assertThrows } from "@std/assert";
import { parseJsonc } from "../../lib/settings/jsonc.ts";
import { parseYaml } from "../../lib/settings/yaml.ts";

Deno.test("YAML: no document is null, words for yes and no are words, a key named __proto__ is a key", () => {
  for (const text of ["", "# only a comment\n\n  # and another\n", "---\n"]) {
    assertEquals(parseYaml(text), null, text);
  }
  assertEquals(parseYaml("a: true\nb: yes\nc: off\nd: ~"), { a: true, b: "yes", c: "off", d: null });
  assertEquals(Object.keys(Object(parseYaml("__proto__: {x: 1}"))), ["__proto__"]);
  assertEquals(Reflect.get({}, "x"), undefined);
});

Deno.test("YAML: a mistake is a SyntaxError that ends in its place", () => {
  for (
    const [text, place] of [
      ["a: 1\na: 2", "at line 2, column 1"],
      ["a: [1,2\nb: 3", "at line 2, column 1"],
      ["a: !!js/function 'x'", "at line 1"],
      ["a: 1\n---\nb: 2", ""],
    ]
  ) assertThrows(() => parseYaml(text ?? ""), SyntaxError, place);
});

Deno.test("JSON may have comments and trailing commas, and no other mistake", () => {
  assertEquals(parseJsonc('// c\n{"a": 1, /* d */ "b": [1, 2,],}'), { a: 1, b: [1, 2] });
  for (const text of ["", "1 2", "/*", "[,]", "{a: 1}", '{"a": 1', "\ufeff{}"]) {
    assertThrows(() => parseJsonc(text), SyntaxError, "Cannot parse JSONC");
  }
});
