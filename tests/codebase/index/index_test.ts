import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "@std/assert";
import type { ToolContext } from "../../../lib/codebase/codebase.ts";
import { indexReport } from "../../../lib/codebase/index/index_report.ts";
import { BUILT_IN_TOOLS } from "../../../lib/codebase/tools.ts";
import { builtRepository, indexedRepository } from "../indexed_repository.ts";

const FILES = {
  "src/session.ts": "export function openSession(token: string) {\n  return signCookie(token);\n}\n",
  "src/cookie.ts": "export function signCookie(value: string) {\n  return value;\n}\n",
  "src/retry.ts": "export function retryWithBackoff(call: () => void) {\n  call();\n}\n",
  "docs/guide.md": "# Guide\n\nHow to sign a cookie of a session.\n",
};

const search = await BUILT_IN_TOOLS["ci_search"]!();

async function found(query: string, context: ToolContext): Promise<{ paths: string[]; index: unknown }> {
  const { findings, data } = await search({ query, limit: 10 }, context);
  return { paths: findings.flatMap(({ path }) => path ?? []), index: data["index"] };
}

Deno.test("the index answers as the files themselves do", async () => {
  using indexed = indexedRepository(FILES);
  const cold = await found("retryWithBackoff calls too often", indexed.context());
  assertEquals(cold, { paths: ["src/retry.ts"], index: "missing" });
  assertEquals((await indexed.build()).read, 4);
  assertEquals(await found("retryWithBackoff calls too often", indexed.context()), {
    paths: ["src/retry.ts"],
    index: "ready",
  });
  assertEquals((await indexed.build()).read, 0);
});

Deno.test("many refreshes stay one index: answers of today, few segments", async () => {
  using indexed = await builtRepository(FILES);
  const names = "abcdefghijkl".split("").map((letter) => letter.repeat(9));
  for (const name of names) {
    indexed.repository.write({ "src/cookie.ts": `export function ${name}() {}\n` });
    await indexed.build();
  }
  assertEquals((await found(names.at(-1) ?? "", indexed.context())).paths, ["src/cookie.ts"]);
  assertEquals((await found(names[3] ?? "", indexed.context())).paths, []);
  assertEquals((await found("retryWithBackoff", indexed.context())).paths, ["src/retry.ts"]);
  assertEquals(indexReport(indexed.cacheDir).held?.files, 4);
  const database = new DatabaseSync(`${indexed.cacheDir}/index.db`, { readOnly: true });
  assert(Number(database.prepare("SELECT count(*) AS n FROM segments").get()?.["n"]) <= 9);
  database.close();
});
