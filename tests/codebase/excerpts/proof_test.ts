import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { tool as graph } from "../../../lib/codebase/tools/graph_rag.ts";
import { indexedRepository } from "../indexed_repository.ts";

const HEADER = "/*!\n * A licence for all of it.\n * Copyright(c) A. Person\n */\n\n";
const FILLER = Array.from({ length: 30 }, (_, at) => `const filler${at} = ${at};`).join("\n");

const FILES = {
  "src/cookie.ts": `${HEADER}export function signCookie(value: string) {\n  return hmacOf(value);\n}\n`,
  "src/hmac.ts":
    `${HEADER}${FILLER}\n// for the cookie\nexport function hmacOf(value: string) {\n  return value;\n}\n`,
  "src/server.ts":
    `${HEADER}import { signCookie } from "./cookie.ts";\n${FILLER}\nexport function serve() {\n  signCookie("a");\n}\n`,
  "src/stranger.ts":
    `${HEADER}import { hmacOf } from "./hmac.ts";\n${FILLER}\nexport const stranger = hmacOf("x");\n`,
};

Deno.test("a related place is quoted where the tie is seen, briefly, and is less sure than a match", async () => {
  using indexed = indexedRepository(FILES);
  await indexed.build();
  const { findings } = await graph({ query: "signCookie gives garbage" }, indexed.context());
  const [best, ...related] = findings;
  assertEquals([best?.path, best?.symbol], ["src/cookie.ts", "signCookie"]);
  const server = related.find(({ path }) => path === "src/server.ts");
  assertStringIncludes(server?.snippet?.text ?? "", 'signCookie("a")');
  for (const { confidence, snippet } of related) {
    assert(confidence < (best?.confidence ?? 0));
    assert(!snippet?.text.includes("licence"));
  }
});

Deno.test("a related place without a word of the request is left out", async () => {
  using indexed = indexedRepository(FILES);
  await indexed.build();
  const { findings } = await graph({ query: "signCookie gives garbage" }, indexed.context());
  assert(findings.every(({ path }) => path !== "src/stranger.ts"));
});
