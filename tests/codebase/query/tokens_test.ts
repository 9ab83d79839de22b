import { assertEquals } from "@std/assert";
import { eachRun, isCodeLike, runTokens, stem } from "../../../lib/codebase/query/tokens.ts";

function tokens(text: string): string[] {
  const found: string[] = [];
  eachRun(text, (start, end, pairs) => found.push(...runTokens(text.slice(start, end), pairs)));
  return found;
}

Deno.test("an identifier counts whole and in its parts", () => {
  const found = tokens("HTTPServer getUserName snake_case_2 x1").join(" ");
  assertEquals(found, "httpserver http server getusername get user name snake_case_2 snake case x1");
});

Deno.test("numbers and names longer than anybody asks for are no tokens", () => {
  assertEquals(tokens(`42 0 ___ ${"a".repeat(65)} ok`), ["ok"]);
});

Deno.test("Chinese, Japanese and Korean are read in pairs of characters, next to Latin words", () => {
  assertEquals(tokens("登录失败 retry重试"), ["登录", "录失", "失败", "retry", "重试"]);
  assertEquals(tokens("ログ 로그"), ["ログ", "로그"]);
});

Deno.test("forms of one word share a stem, and short words keep their own", () => {
  const words = [
    ["retry retries retried retrying", "query queries queried", "class classes", "box boxes", "etag etags"],
    ["name names named naming", "parse parses parsed parsing", "validate validation validating"],
    ["cache caches cached caching", "stop stopped stopping"],
  ];
  for (const forms of words.flat()) assertEquals(new Set(forms.split(" ").map(stem)).size, 1, forms);
  assertEquals(["is", "class", "note", "status"].map(stem), ["is", "class", "note", "status"]);
});

Deno.test("code-like words have a case change, an underscore or a digit inside", () => {
  assertEquals(["getUser", "HTTPServer", "a_b", "utf8"].every(isCodeLike), true);
  assertEquals(["Retry", "retry", "HTTP", "_x"].some(isCodeLike), false);
});
