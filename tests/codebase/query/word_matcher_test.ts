import { assertEquals } from "@std/assert";
import { stem } from "../../../lib/codebase/query/tokens.ts";
import { WordMatcher } from "../../../lib/codebase/query/word_matcher.ts";

function found(words: string[], text: string): string[] {
  const distinctive = new Map(words.map((word) => [stem(word), 1]));
  const seen: string[] = [];
  new WordMatcher(distinctive).each(text, (root) => seen.push(root));
  return seen;
}

Deno.test("words are found in every form and inside identifiers, in order", () => {
  const text = "retries, maxRetry(); RETRY_LIMIT — retrying; entry naming_rule unnamed";
  assertEquals(found(["retry", "name"], text), ["retry", "retry", "retry", "retry", "name"]);
});

Deno.test("Han words are found as pairs, wherever they stand", () => {
  assertEquals(found(["错误"], "配置错误报告 // 错 误"), ["错误"]);
});

Deno.test("characters that mean something in a pattern are only characters", () => {
  assertEquals(found(["$scope", "a.b"], "$scope $Scope a.b"), ["$scope", "$scope"]);
});

Deno.test("a request without words finds nothing", () => assertEquals(found([], "anything"), []));
