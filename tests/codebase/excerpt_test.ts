import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { definitions } from "../../lib/codebase/definitions.ts";
import { stem } from "../../lib/codebase/tokens.ts";
import { WordMatcher } from "../../lib/codebase/word_matcher.ts";
import { excerpt } from "../../lib/codebase/excerpt.ts";

const FILLER = Array.from({ length: 60 }, (_, at) => `const filler${at} = ${at};`).join("\n");
const SOURCE = `${FILLER}
/** Calls again after a pause. */
export function retryLater(call: () => void): void {
  const pause = backoff();
  call();
}
${FILLER}`;

function cut(distinctive: Record<string, number>, names: Record<string, number> = {}, wanted?: number) {
  return excerpt(
    SOURCE,
    definitions(SOURCE, "typescript"),
    new WordMatcher(new Map(Object.entries(distinctive))),
    new Map(Object.entries(names)),
    wanted,
  );
}

Deno.test("the lines shown are those whose words match, begun at their definition", () => {
  const shown = cut({ backoff: 3, call: 1 });
  assertEquals(shown.symbol?.name, "retryLater");
  assertStringIncludes(shown.text, "export function retryLater");
  assertStringIncludes(shown.text, "backoff()");
  assertEquals(SOURCE.split("\n")[shown.start - 1], shown.text.split("\n")[0]);
  assertEquals(shown.end - shown.start + 1, shown.text.split("\n").length);
  assert(shown.end - shown.start < 20);
});

Deno.test("a definition that the request names is shown though its words are everywhere", () => {
  assertEquals(cut({ filler: 1 }, { retryLater: 1 }).symbol?.name, "retryLater");
});

Deno.test("a line that the request names is shown", () => {
  const shown = cut({ backoff: 3 }, {}, 90);
  assert(shown.start <= 90 && shown.end >= 90);
});

Deno.test("a key that begins above the lines shown is not quoted in half", () => {
  const body = Array.from({ length: 30 }, (_, at) => `MIIEpAIBAAKCAQEA${String(at).padStart(48, "x")}`);
  const text = [
    "-----BEGIN RSA PRIVATE KEY-----",
    ...body,
    "-----END RSA PRIVATE KEY-----",
    "needle haystack",
  ].join("\n");
  const shown = excerpt(text, [], new WordMatcher(new Map([[stem("needle"), 5]])), new Map());
  assertStringIncludes(shown.text, "needle");
  assertEquals(shown.text.includes("MIIEpAIBAAKCAQEA"), false);
  assert(shown.redactions.length > 0);
});
