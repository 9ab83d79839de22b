import { assertEquals } from "@std/assert";
import type { Language } from "../../../lib/codebase/files/languages.ts";
import { maskedLines } from "../../../lib/codebase/structure/mask.ts";

/** What is left of the lines, runs of blanks as one. */
const code = (source: string, language: Language) =>
  maskedLines(source, language).map((line) => line.replace(/ +/g, " ").trim());

Deno.test("columns stay where they are", () => {
  const source = 'call("text", /* note */ x); // end';
  assertEquals(maskedLines(source, "typescript").map((line) => [line.length, line.indexOf("x)")]), [[
    source.length,
    source.indexOf("x)"),
  ]]);
});

Deno.test("strings and comments of each language are blanked, over lines where it allows them", () => {
  assertEquals(code("a = `{\n}` + b /* {\n} */ + c", "typescript"), ["a =", "+ b", "+ c"]);
  assertEquals(code('a = """{\n}""" # {\nb = \'{\' ', "python"), ["a =", "", "b ="]);
  assertEquals(code('let a = "{\n}"; let b: &\'a str = r#"{ "x" \\"#; let c = \'{\';', "rust"), [
    "let a =",
    "; let b: &'a str = ; let c = ;",
  ]);
  assertEquals(code("a := `\\` + b", "go"), ["a := + b"]);
  assertEquals(code('a = @"\\" + b;', "csharp"), ["a = + b;"]);
  assertEquals(code('auto a = R"({"x"})" + b;', "cpp"), ["auto a = + b;"]);
  assertEquals(code('x=${a#b} # {\necho "a # b" c', "bash"), ["x=${a#b}", "echo c"]);
  assertEquals(code("--[[ a\n]] local b = 1 -- {", "lua"), ["", "local b = 1"]);
});

Deno.test("a quote that is not closed ends with its line", () => {
  assertEquals(code('say("it\ncall(b);', "typescript"), ["say(", "call(b);"]);
});

Deno.test("a regular expression is no string, and a division is no regular expression", () => {
  assertEquals(code("a = x.match(/[\"'/]+/g) + b", "typescript"), ["a = x.match( g) + b"]);
  assertEquals(code("a = b / c / d", "typescript"), ["a = b / c / d"]);
});

Deno.test("a template is a string with all that stands in it, over lines, however templates nest", () => {
  assertEquals(code("a = `x ${b\n} {` + c", "typescript"), ["a =", "+ c"]);
  assertEquals(code("a = `'${w.replaceAll(\"'\", `'\\''`)}'`;\nb", "typescript"), ["a = ;", "b"]);
});

Deno.test("a string or comment of a megabyte, closed or not, is blanked", () => {
  for (const text of ["`", '"', "/*", "// "].map((opening) => opening + "\\x".repeat(400_000))) {
    assertEquals(maskedLines(`${text}\n`, "typescript")[0], "");
  }
});
