import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { tool as search } from "../../../lib/codebase/tools/search.ts";
import { builtRepository, indexedRepository, NOISE } from "../indexed_repository.ts";

async function places(files: Record<string, string>, query: string, indexedFirst = true) {
  using indexed = indexedRepository(files);
  if (indexedFirst) await indexed.build();
  return (await search({ query, limit: 10 }, indexed.context())).findings;
}

for (const indexedFirst of [true, false]) {
  const how = indexedFirst ? "from the index" : "cold";

  Deno.test(`a request with one word of content is answered by that word in any of its forms, ${how}`, async () => {
    const files = { ...NOISE, "lib/client.ts": "export function send() {\n  if (failed) retry();\n}\n" };
    for (const query of ["where are retries handled?", "what is retried?"]) {
      const [best] = await places(files, query, indexedFirst);
      assertEquals(best?.path, "lib/client.ts", query);
      assertStringIncludes(best?.snippet?.text ?? "", "retry()");
    }
  });

  Deno.test(`a name that only code has is enough however many files define it, ${how}`, async () => {
    const copies = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `lib/copy${at}.ts`,
        `import { x } from "./x.ts";\nexport function retryDelay() {\n  return ${at};\n}\n`,
      ]),
    );
    const findings = await places({ ...NOISE, ...copies }, "where is retryDelay computed?", indexedFirst);
    assertEquals(findings.length, 10);
    assert(findings.every(({ symbol }) => symbol === "retryDelay"));
  });
}

Deno.test("in a small repository words that many files have are still words", async () => {
  const files = {
    "lib/view.ts": '/*!\n * engine view\n * MIT Licensed\n */\nimport { engine } from "./engine.ts";\n\n' +
      "export function render(view: string) {\n  return engine(view);\n}\n\n" +
      "const other = 1;\n".repeat(40) +
      "export function lookup(name: string) {\n  return roots.find((root) => has(root, name));\n}\n",
    "lib/engine.ts": "// view\nexport const engine = 1;\n",
    "lib/app.ts": "// view engine\nexport const app = 1;\n",
    "lib/request.ts": "// the view\nexport const request = 1;\n",
    "lib/reply.ts": "// view\nexport const reply = 1;\n",
  };
  const found = await places(files, "where is the view engine looked up?");
  assertEquals(found.find(({ path }) => path === "lib/view.ts")?.symbol, "lookup");
});

Deno.test("a name that code writes as one is shown where it stands, also where no file has its words apart", async () => {
  const files = {
    ...NOISE,
    "lib/stage.ts": `${"const other = 1;\n".repeat(60)}export const kept = tidepool(1);\n${
      "const more = 2;\n".repeat(60)
    }`,
  };
  const [best] = await places(files, "where is the tide pool?");
  assertEquals(best?.path, "lib/stage.ts");
  assertStringIncludes(best?.snippet?.text ?? "", "tidepool(1)");
});

Deno.test("neighbouring words find the name that code writes as one", async () => {
  const files = {
    ...NOISE,
    "lib/a.ts": "export function rateLimit() {\n  return 1;\n}\n",
    "lib/b.ts": "// rate\n// limit\nexport const rate = 1;\nexport const limit = 2;\n",
    "lib/c.py": "def rate_limit():\n    return 1\n",
  };
  const found = (await places(files, "where is the rate limit applied?")).map(({ path }) => path);
  assert(found.includes("lib/a.ts") && found.includes("lib/c.py"));
});

Deno.test("change logs and licences come last unless the request is about them", async () => {
  const files = {
    ...NOISE,
    "History.md": "# 1.0\n\n- cookie signing: sign every cookie\n- cookie signing again\n".repeat(3),
    "LICENSE": "cookie signing is free to use\n",
    "lib/cookie.ts": "/** Signing of a cookie. */\nexport function sign() {\n  return hmac();\n}\n",
  };
  assertEquals((await places(files, "where does cookie signing happen?"))[0]?.path, "lib/cookie.ts");
  const asked = await places(files, "what does the changelog say of cookie signing?");
  const unasked = await places(files, "what does the code say of cookie signing?");
  const sure = (all: typeof asked) => all.find(({ path }) => path === "History.md")?.confidence ?? 0;
  assert(sure(asked) > sure(unasked));
});

Deno.test("Chinese: the longest term is read, and everyday words of code say little", async () => {
  const files = {
    ...NOISE,
    "lib/table.ts": "export function setRow(row: number) {\n  set(row);\n}\n",
    "lib/parse.ts":
      "/** Says on which line the configuration has an error. */\nexport function report(lineno: number) {\n  print(lineno);\n}\n",
  };
  assertEquals((await places(files, "行号在哪里算？"))[0]?.path, "lib/parse.ts");
});

Deno.test("held to what the repository knows, only a file that has nearly all of the request, some of it by name, is enough", async () => {
  const files = {
    ...NOISE,
    "lib/election.ts": "export function chooseLeader(nodes: string[]) {\n  return nodes[0];\n}\n",
    "lib/colors.ts": "// blue like the sky over the lake\nexport const shades = ['blue'];\n",
    "lib/schedule.ts": "export function everySecond() {\n  return 'second';\n}\n",
  };
  using indexed = await builtRepository(files);
  const strict = async (query: string) =>
    (await search({ query, strict: true, limit: 10 }, indexed.context())).findings.map(({ path }) => path);
  assertEquals(await strict("how is the leader chosen?"), ["lib/election.ts"]);
  assertEquals(await strict("why is the sky blue"), []);
  assertEquals(await strict("why is the whale blue"), []);
  assertEquals(await strict("let the leader be chosen"), ["lib/election.ts"]);
  assertEquals(await strict("give the plants fresh water every second day"), []);
});
