/** What the index keeps of a repository: nothing of its secrets, and nothing of what is no more. */
import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "@std/assert";
import { fingerprint } from "../../../lib/codebase/corpus/terms.ts";
import { eachPosting } from "../../../lib/codebase/corpus/postings.ts";
import { buildIndex } from "../../../lib/codebase/index/build_index.ts";
import { asked, type IndexedRepository, indexedRepository } from "../indexed_repository.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DASHES = "-".repeat(5);
const KEY_LINE = "MIIEowIBAAKCAQEAu1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0gun";
const TOKEN = ["ghp", "x7Kq2mVb9Lw4Zr8Tn3Ys6Dc1Hf5Gj0PaUeQiO"].join("_");

Deno.test("behind a key of many lines definitions keep their lines, and their heads lose what is secret", async () => {
  const lines = [
    "const key = `",
    `${DASHES}BEGIN RSA PRIVATE KEY${DASHES}`,
    ...Array(4).fill(KEY_LINE),
    `${DASHES}END RSA PRIVATE KEY${DASHES}`,
    "`;",
    "",
    "export class Harbour {",
    `  moor(token = "${TOKEN}") {`,
    "    return key + token;",
    "  }",
    "}",
  ];
  using indexed = indexedRepository({ "src/harbour.ts": `${lines.join("\n")}\n` });
  await buildIndex(indexed.cacheDir, indexed.context(), { now: Date.now });
  const found = asked(
    indexed,
    (stored) => stored.outline(stored.document("src/harbour.ts") ?? -1)?.definitions ?? [],
  );
  assertEquals(found.map(({ name, line, endLine }) => [name, line, endLine]), [
    ["key", 1, 8],
    ["Harbour", 10, 14],
    ["moor", 11, 13],
  ]);
  assert(!JSON.stringify(found).includes(TOKEN.slice(4, 12)), JSON.stringify(found));
});

Deno.test("words of a file that is gone leave the index with a build by hand, else with the first refresh of another day", async () => {
  for (const atOnce of [true, false]) {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`src/n${at}.ts`, `export const lantern${at} = ${at};\n`]),
    );
    using indexed = indexedRepository({ ...files, "src/gone.ts": "export const trundlefen = 1;\n" });
    const build = (now: number) =>
      buildIndex(indexed.cacheDir, indexed.context(), { now: () => now, ...(atOnce && { byHand: true }) });
    const began = Date.now();
    await build(began);
    assertEquals(documents(indexed, "trundlefen"), 1);
    Deno.removeSync(`${indexed.repository.root}/src/gone.ts`);
    await build(began + 1000);
    assertEquals(documents(indexed, "trundlefen"), atOnce ? 0 : 1);
    indexed.repository.write({ "src/n1.ts": "export const lantern1 = 2;\n" });
    await build(began + 2 * DAY_MS);
    assertEquals(documents(indexed, "trundlefen"), 0);
    assertEquals(documents(indexed, "lantern2"), 1);
  }
});

Deno.test("a path with a secret in it is as if it were not there", async () => {
  using indexed = indexedRepository({
    "src/a.ts": "export const a = 1;\n",
    [`src/${TOKEN}.ts`]: "export const b = 2;\n",
  });
  await buildIndex(indexed.cacheDir, indexed.context(), { now: Date.now });
  assertEquals((Deno.statSync(indexed.cacheDir).mode ?? 0) & 0o777, 0o700);
  assertEquals((Deno.statSync(`${indexed.cacheDir}/index.db`).mode ?? 0) & 0o777, 0o600);
  assertEquals(asked(indexed, (stored) => [...stored.paths()]), ["src/a.ts"]);
  assertEquals(asked(indexed, (stored) => stored.history.log().paths), ["src/a.ts"]);
});

Deno.test("what writes the index reads files by the one way that takes secrets out", () => {
  const folder = new URL("../../../lib/codebase/index/", import.meta.url);
  const others = [...Deno.readDirSync(folder)].filter(({ name }) =>
    /\b(?:repoFiles|readRepoText|sourceReader)\b/.test(Deno.readTextFileSync(new URL(name, folder)))
  );
  assertEquals(others, []);
});

/** In how many documents a word still stands by the index's own lists, those of files that are gone included. */
function documents({ cacheDir }: IndexedRepository, word: string): number {
  const database = new DatabaseSync(`${cacheDir}/index.db`);
  const rows = database.prepare("SELECT documents FROM postings WHERE term = ?").all(fingerprint(word));
  database.close();
  let found = 0;
  for (const { documents } of rows) {
    assert(documents instanceof Uint8Array);
    eachPosting(documents, () => found++);
  }
  return found;
}
