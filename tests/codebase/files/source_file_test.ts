import { assertEquals } from "@std/assert";
import { asCode, filesMeant } from "../../../lib/codebase/files/source_file.ts";
import type { Outline } from "../../../lib/codebase/structure/definition.ts";

function codeOf(path: string, text: string, outline?: Outline) {
  return asCode(path, () => text, outline);
}

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
    const { lines, code, definitions, roleOf } = codeOf("src/say.ts", text);
    assertEquals(lines.length, 6);
    assertEquals(lines[3], '  return a("b");');
    assertEquals(code.map((line) => line.trim()), [
      "import { a } from         ;".trim(),
      "",
      lines[2],
      "return a(   );",
      "}",
      "",
    ]);
    assertEquals(definitions.map(({ name, line, endLine }) => [name, line, endLine]), [["say", 3, 5]]);
    assertEquals(lines.map((_, at) => roleOf(at)), ["preamble", "prose", "code", "code", "code", "blank"]);
  }
});

Deno.test("a text that is no program is all there to be read, and defines nothing", () => {
  const { code, definitions, roleOf } = codeOf("docs/guide.md", "# Guide\n\nfunction say() {}\n");
  assertEquals([code, definitions], [[], []]);
  assertEquals([0, 1, 2, 3].map(roleOf), ["code", "blank", "code", "blank"]);
});

const PARSED = [
  'import { a } from "./a.ts";',
  "export function say(",
  "  word: string,",
  ") {",
  "  const list = `",
  "one two",
  "`;",
  "  *pointer = a(list);",
  "}",
  "",
].join("\n");
const OUTLINE: Outline = {
  definitions: [{ name: "say", kind: "function", line: 2, endLine: 9, signature: "export function say(" }],
  calls: [{ name: "a", line: 8 }],

  comments: [],
};

Deno.test("where a parser has read the text, its definitions and comments stand, and nothing is masked for them", () => {
  const { definitions, roleOf } = codeOf("src/say.ts", PARSED, OUTLINE);
  assertEquals(definitions, OUTLINE.definitions);
  // Without a parser the string's line and what begins with a star are taken for comments.
  assertEquals([4, 5, 6, 7].map(roleOf), ["code", "code", "code", "code"]);
  assertEquals([4, 5, 6, 7].map(codeOf("src/say.ts", PARSED).roleOf), ["code", "prose", "code", "prose"]);
});

const FILES = [
  "src/app/views.py",
  "src/shop/views.py",
  "src/shop/cart.py",
  ...Array.from({ length: 5 }, (_, at) => `m${at}/index.ts`),
];

Deno.test("a written path means the file with the longest common tail", () => {
  assertEquals(filesMeant("/srv/site-packages/shop/views.py", FILES), ["src/shop/views.py"]);
  assertEquals(filesMeant("C:\\work\\shop\\cart.py", FILES), ["src/shop/cart.py"]);
  assertEquals(filesMeant("./src/app/views.py", FILES), ["src/app/views.py"]);
  assertEquals(filesMeant("../../etc/passwd", FILES), []);
});

Deno.test("a name alone means up to three files; behind another folder, only a file that is the only one of its name", () => {
  assertEquals(filesMeant("views.py", FILES), ["src/app/views.py", "src/shop/views.py"]);
  assertEquals(filesMeant("index.ts", FILES), []);
  assertEquals(filesMeant("other/views.py", FILES), []);
  assertEquals(filesMeant("other/cart.py", FILES), ["src/shop/cart.py"]);
});
