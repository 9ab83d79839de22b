import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "@std/assert";
import { buildIndex } from "../../../lib/codebase/index/build_index.ts";
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

Deno.test("answers are about the tree as it is now: edited, new, deleted and renamed since the index was built", async () => {
  using indexed = await builtRepository(FILES);
  const { repository } = indexed;
  repository.write({
    "src/cookie.ts": "export function sealBiscuit(value: string) {\n  return value;\n}\n",
    "src/fresh.ts": "export function freshlyWritten() {}\n",
  });
  Deno.removeSync(`${repository.root}/src/retry.ts`);
  Deno.renameSync(`${repository.root}/src/session.ts`, `${repository.root}/src/login.ts`);
  assertEquals(await found("sealBiscuit", indexed.context()), { paths: ["src/cookie.ts"], index: "stale" });
  assertEquals((await found("freshlyWritten", indexed.context())).paths, ["src/fresh.ts"]);
  assertEquals((await found("retryWithBackoff", indexed.context())).paths, []);
  assertEquals((await found("openSession", indexed.context())).paths, ["src/login.ts"]);
  assertEquals(await indexed.build().then(({ read, removed }) => ({ read, removed })), {
    read: 3,
    removed: 2,
  });
  assertEquals((await found("sealBiscuit", indexed.context())).index, "ready");
});

Deno.test("what is sensitive, excluded or ignored is neither stored nor named", async () => {
  using indexed = indexedRepository({
    ...FILES,
    ".env": "SIGN_COOKIE_PASSPHRASE=xyzzyplugh\n",
    "secrets/cookie.ts": "export const xyzzyplugh = 1;\n",
    "private/cookie.ts": "export const xyzzyplugh = 2;\n",
    ".gitignore": "build/\n",
  });
  indexed.repository.write({ "build/out.ts": "export const xyzzyplugh = 3;\n" });
  const exclude = ["private/**"];
  assertEquals((await found("xyzzyplugh", indexed.context({ exclude }))).paths, []);
  await indexed.build();
  assertEquals((await found("xyzzyplugh", indexed.context({ exclude }))).paths, [], "excluded since");
  await buildIndex(indexed.cacheDir, indexed.context({ exclude }), { now: () => Date.now() });
  assertEquals((await found("xyzzyplugh", indexed.context({ exclude }))).paths, []);
  const stored = Deno.readFileSync(`${indexed.cacheDir}/index.db`);
  const text = new TextDecoder("latin1").decode(stored);
  for (const hidden of ["xyzzyplugh", "private/cookie", "secrets/cookie", ".env"]) {
    assert(!text.includes(hidden), hidden);
  }
});

Deno.test("a page in the middle that was overwritten is found out and made good", async () => {
  const many = Object.fromEntries(
    Array.from(
      { length: 80 },
      (_, at) => [`src/m${at}.ts`, `export function thing${at}() { return "${"word".repeat(at)}${at}"; }\n`],
    ),
  );
  using indexed = await builtRepository({ ...FILES, ...many });
  const path = `${indexed.cacheDir}/index.db`;
  using file = Deno.openSync(path, { read: true, write: true });
  const size = file.statSync().size;
  // The first pages stay, so that it opens.
  for (let at = 4096 * 6; at + 2000 < size; at += 4096) {
    file.seekSync(at, Deno.SeekMode.Start);
    file.writeSync(new Uint8Array(2000).fill(0xa5));
  }
  const { paths } = await found("retryWithBackoff", indexed.context());
  assertEquals(paths, ["src/retry.ts"]);
  indexed.repository.write({ "src/one_more.ts": "export function oneMore() {}\n" });
  await indexed.build();
  assertEquals((await found("oneMore", indexed.context())).paths, ["src/one_more.ts"]);
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

Deno.test("without git the folder is walked", async () => {
  using indexed = indexedRepository({
    ...FILES,
    "node_modules/x/retry.ts": "export function retryWithBackoff() {}\n",
  });
  Deno.removeSync(`${indexed.repository.root}/.git`, { recursive: true });
  const context = { ...indexed.repository.context({ git: false }), cacheDir: indexed.cacheDir };
  assertEquals(await found("retryWithBackoff", context), { paths: ["src/retry.ts"], index: "missing" });
  await buildIndex(indexed.cacheDir, context, { now: () => Date.now() + 60_000 });
  assertEquals(
    (await found("retryWithBackoff", { ...context, time: "2026-03-02T00:00:00Z" })).index,
    "ready",
  );
});
