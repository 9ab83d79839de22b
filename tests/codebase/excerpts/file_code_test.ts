import { assertEquals } from "@std/assert";
import { codeOf } from "../../../lib/codebase/excerpts/file_code.ts";

Deno.test("a program has lines, code without comments and strings, definitions and roles, whatever its line ends", () => {
  for (const end of ["\n", "\r\n"]) {
    const text = [
      'import { a } from "./a.ts";',
      "// Says a.",
      "export function say() {",
      '  return a("b");',
      "}",
      "",
    ]
      .join(end);
    const { lines, masked, definitions, roles } = codeOf("src/say.ts", text);
    assertEquals(lines.length, 6);
    assertEquals(lines[3], '  return a("b");');
    assertEquals(masked.map((line) => line.trim()), [
      "import { a } from         ;".trim(),
      "",
      lines[2],
      "return a(   );",
      "}",
      "",
    ]);
    assertEquals(definitions.map(({ name, line, endLine }) => [name, line, endLine]), [["say", 3, 5]]);
    assertEquals(roles, ["preamble", "prose", "code", "code", "code", "blank"]);
  }
});

Deno.test("a text that is no program is all there to be read, and defines nothing", () => {
  const { masked, definitions, roles } = codeOf("docs/guide.md", "# Guide\n\nfunction say() {}\n");
  assertEquals([masked, definitions], [[], []]);
  assertEquals(roles, ["code", "blank", "code", "blank"]);
});
