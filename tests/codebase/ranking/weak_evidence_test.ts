import { assert, assertEquals } from "@std/assert";
import { tool as search } from "../../../lib/codebase/tools/search.ts";
import { indexedRepository, NOISE } from "../indexed_repository.ts";

const SOURCES = {
  ...NOISE,
  ".github/workflows/ci.yml": "name: CI\njobs:\n  test:\n    steps:\n      - run: npm test\n",
  "lib/logger.ts":
    "/** Calls the writer. */\nexport function defaultLogFormatter(line: string) {\n  return write(line, max, capacity);\n}\n",
  "lib/session.ts":
    "export function saveSession(cookie: string) {\n  return sign(cookie);\n}\n\n// 登录失败后重试。\nexport const login = retry;\n",
  "lib/dropdown.ts": "export class Dropdown {\n  open() {}\n}\n",
  "lib/panel.ts": "export class Panel {\n  panel = 1;\n}\n",
  "lib/long.ts": `// the panel\n${"const x = 1;\n".repeat(200)}// flickers\n`,
  "lib/transforms/vFor.ts": "/** Compiles v-for. */\nexport const transformFor = 1;\n",
};

async function found(prompts: readonly string[], indexedFirst = true, symbols: string[] = []) {
  using indexed = indexedRepository(SOURCES);
  if (indexedFirst) await indexed.build();
  const answers = [];
  for (const query of prompts) {
    const { findings } = await search({ query, symbols, limit: 10 }, indexed.context());
    answers.push({ paths: findings.flatMap(({ path }) => path ?? []), first: findings[0] });
  }
  return answers;
}

for (const indexedFirst of [true, false]) {
  const how = indexedFirst ? "from the index" : "cold";

  Deno.test(`a name that is nowhere, its parts and what was asked of it show no place, ${how}`, async () => {
    const prompts = [
      "who calls reticulateSplines?",
      "where is MAX_FLUX_CAPACITY set",
      "谁调用了 sync_payroll",
    ];
    for (const [at, { paths }] of (await found(prompts, indexedFirst)).entries()) {
      assertEquals(paths, [], prompts[at]);
    }
  });
}

Deno.test("words of the work around the code show no place alone, and count beside a word that does", async () => {
  const chores = ["is the test step of this release green?", "run the checks and tell me the result"];
  for (const [at, { paths }] of (await found(chores)).entries()) assertEquals(paths, [], chores[at]);
  const [beside] = await found(["why does the test of the session fail"]);
  assertEquals(beside?.paths[0], "lib/session.ts");
});

Deno.test("two concepts that stand far apart in a file do not meet there, and a file's own name is half of a request", async () => {
  const [far] = await found(["the panel flickers"]);
  assertEquals(far?.paths, ["lib/panel.ts"]);
  const [named] = await found(["the dropdown flickers"]);
  assertEquals(named?.paths[0], "lib/dropdown.ts");
});

Deno.test("a word with a hyphen that is a file's name is a concept of its own", async () => {
  const [answer] = await found(["how is v-for compiled?"]);
  assertEquals(answer?.paths[0], "lib/transforms/vFor.ts");
});

Deno.test("reasons show Chinese as the request has it, in whole words", async () => {
  const [answer] = await found(["登录失败后为什么没有重试"]);
  assertEquals(answer?.first?.path, "lib/session.ts");
  const shown = /matches ([^;]*)/.exec(answer?.first?.summary ?? "")?.[1]?.split(", ") ?? [];
  assert(shown.includes("登录失败") && shown.includes("重试"), shown.join());
  assert(!shown.some((word) => ["录失", "败后", "失败后"].includes(word)), shown.join());
});

Deno.test("words of the work around the code are evidence for a question alone", async () => {
  const [question, chore] = await found(["where is the log format?", "fix the log format"]);
  assertEquals([question?.paths, chore?.paths], [["lib/logger.ts"], []]);
});
