import { indexReport } from "../../../lib/codebase/index/index_report.ts";
import { tool as indexStatus } from "../../../lib/codebase/tools/index_status.ts";
import { assert, assertEquals } from "@std/assert";
import { buildIndex } from "../../../lib/codebase/index/build_index.ts";
import { openForWriting } from "../../../lib/codebase/index/index_database.ts";
import { hashOf } from "../../../lib/codebase/files/repo_files.ts";
import { KEY } from "../../../lib/codebase/corpus/corpus.ts";
import type { RefreshOptions } from "../../../lib/codebase/index/file_pass.ts";
import { type Outliner, outliner } from "../../../lib/codebase/syntax/outliner.ts";
import { asked, type IndexedRepository, indexedRepository } from "../indexed_repository.ts";

const FILES = {
  "src/shop.ts": "import { Place } from './place.ts';\n\n/** Sells. */\nexport class Shop extends Place {\n" +
    "  open(): void {\n    ring(this.bell);\n  }\n}\n",
  "src/place.ts": "export class Place {\n  bell = 1;\n}\n",
  "src/ring.ts": "export function ring(bell: number) {\n  return bell;\n}\n",
  "docs/guide.md": "# Guide\n",
};

function outline(indexed: IndexedRepository, path: string) {
  return asked(indexed, (stored) => {
    const document = stored.document(path);
    return document === undefined ? undefined : stored.outline(document);
  });
}

/** Paths of the files that a key leads to. */
function files(indexed: IndexedRepository, key: string): string[] {
  return asked(indexed, (stored) => {
    const found: string[] = [];
    stored.each(key, (document) => found.push(stored.path(document)));
    return found.sort();
  });
}

function meta(indexed: IndexedRepository, key: string): string | undefined {
  return asked(indexed, (stored) => stored.meta(key));
}

async function build(indexed: IndexedRepository, options: Partial<RefreshOptions> = {}): Promise<number> {
  const built = await buildIndex(indexed.cacheDir, indexed.context(), {
    now: () => Date.now() + 60_000,
    ...options,
  });
  assert(built.kind === "built");
  return built.parsed;
}

/** A parser that does as the real one but for some files. */
function parser(instead: (path: string) => undefined | "nothing"): () => Outliner {
  return () => {
    const real = outliner();
    return {
      ...real,
      outline: async (text, language, path) =>
        instead(path) === "nothing" ? undefined : await real.outline(text, language, path),
    };
  };
}

/** Runs a build in a process of its own whose parser ends it, by SIGKILL, at its first file. */
async function killedBuild(indexed: IndexedRepository): Promise<void> {
  const module = (name: string) =>
    JSON.stringify(new URL(`../../../lib/codebase/${name}`, import.meta.url).href);
  const { cacheDir, ...options } = indexed.context();
  const { signal } = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      `const { buildIndex } = await import(${module("index/build_index.ts")});
       const outline = () => Deno.kill(Deno.pid, "SIGKILL");
       const parser = () => ({ missing: new Map(), ahead: 0, close() {}, outline });
       await buildIndex(${JSON.stringify(cacheDir)}, ${JSON.stringify(options)}, { now: Date.now, parser });`,
    ],
  }).output();
  assertEquals(signal, "SIGKILL");
}

Deno.test("every file that can be parsed has its outline, with exact lines", async () => {
  using indexed = indexedRepository(FILES);
  assertEquals(await build(indexed), 3);
  assertEquals(
    outline(indexed, "src/shop.ts")?.definitions.map((
      { name, kind, line, endLine },
    ) => [name, kind, line, endLine]),
    [
      ["Shop", "class", 4, 8],
      ["open", "method", 5, 7],
    ],
  );
  assertEquals(outline(indexed, "src/shop.ts")?.calls, [{ name: "ring", line: 6 }]);
  assertEquals(outline(indexed, "src/shop.ts")?.comments, [[3, 3]]);
  assertEquals(outline(indexed, "docs/guide.md"), undefined);
  assertEquals(files(indexed, `${KEY.base}Place`), ["src/shop.ts"]);
  assertEquals(asked(indexed, (stored) => stored.outlined()), 3);
  assertEquals(await build(indexed), 0);
});

Deno.test("names are those of the outline once there is one: found where patterns found none, gone where they were wrong", async () => {
  const text =
    "const page = `\nexport function quoted() {}\n`;\nexport const real =\n  function hidden() {};\n";
  using indexed = indexedRepository({ ...FILES, "src/page.ts": text });
  const missing = () => new Error("not here");
  await build(indexed, { parser: () => outliner({ modules: () => Promise.reject(missing()) }) });
  const before = ["quoted", "real", "hidden"].map((name) => files(indexed, KEY.definition + name));
  await build(indexed, { byHand: true });
  const after = ["quoted", "real", "hidden"].map((name) => files(indexed, KEY.definition + name));
  const names = outline(indexed, "src/page.ts")?.definitions.map(({ name }) => name) ?? [];
  assertEquals(
    after,
    ["quoted", "real", "hidden"].map((name) => names.includes(name) ? ["src/page.ts"] : []),
  );
  assert(JSON.stringify(before) !== JSON.stringify(after), "the parser knows better in this file");
});

Deno.test("outlines follow edits, renames and deletions", async () => {
  using indexed = indexedRepository(FILES);
  await build(indexed);
  indexed.repository.write({ "src/ring.ts": "export function chime() {}\n" });
  Deno.renameSync(`${indexed.repository.root}/src/shop.ts`, `${indexed.repository.root}/src/store.ts`);
  Deno.removeSync(`${indexed.repository.root}/src/place.ts`);
  assertEquals(await build(indexed), 2);
  assertEquals(outline(indexed, "src/ring.ts")?.definitions.map(({ name }) => name), ["chime"]);
  assertEquals(outline(indexed, "src/store.ts")?.definitions.map(({ name }) => name), ["Shop", "open"]);
  assertEquals(outline(indexed, "src/shop.ts"), undefined);
  assertEquals(outline(indexed, "src/place.ts"), undefined);
  assertEquals(files(indexed, `${KEY.definition}ring`), []);
  assertEquals(files(indexed, `${KEY.definition}chime`), ["src/ring.ts"]);
  assertEquals(files(indexed, `${KEY.definition}Shop`), ["src/store.ts"]);
  assertEquals(files(indexed, `${KEY.base}Place`), ["src/store.ts"]);
  assertEquals(asked(indexed, (stored) => stored.outlined()), 2);
});

Deno.test("a build that is killed is gone on with, without the file that it died at twice", async () => {
  using once = indexedRepository(FILES);
  await killedBuild(once);
  assertEquals(await build(once), 3, "a person may have ended it");
  using indexed = indexedRepository(FILES);
  for (let times = 0; times < 2; times++) await killedBuild(indexed);
  assertEquals((await indexStatus({}, indexed.context())).data["index"], "missing");
  assertEquals(await build(indexed), 2);
  assertEquals((await indexStatus({}, indexed.context())).data["index"], "ready");
  assertEquals(files(indexed, `${KEY.definition}Place`), ["src/place.ts"], "its text is indexed");
  assertEquals(indexReport(indexed.cacheDir).held?.unparsed, [{
    why: "ended the parser before",
    count: 1,
    examples: ["src/place.ts"],
  }]);
  assertEquals(await build(indexed), 0, "what is known of a content is not asked again");
});

Deno.test("without a parser the texts are indexed and found as ever, and the index says what is missing", async () => {
  using indexed = indexedRepository(FILES);
  const modules = () => Promise.reject(new Error("typescript.wasm is gone"));
  assertEquals(await build(indexed, { parser: () => outliner({ modules }) }), 0);
  assertEquals(files(indexed, `${KEY.definition}Shop`), ["src/shop.ts"]);
  assertEquals(asked(indexed, (stored) => stored.outlined()), 0);
  const examples = ["src/place.ts", "src/ring.ts", "src/shop.ts"];
  assertEquals(JSON.parse(meta(indexed, "unparsed") ?? ""), [{
    why: "no parser for typescript",
    count: 3,
    examples,
  }]);
  const { limits } = await indexStatus({}, indexed.context());
  assertEquals(limits, [
    "ci_index_status: no parser for typescript; definitions there are found by patterns",
  ]);
  assertEquals(indexReport(indexed.cacheDir).held?.parsed, 0);
  assertEquals(await build(indexed), 0, "a refresh does not try again what is not there");
  assertEquals(await build(indexed, { byHand: true }), 3);
  assertEquals(meta(indexed, "unparsed"), "[]");
});

Deno.test("a file that is too much for the parser is passed over, named, and not tried again before it changes", async () => {
  using indexed = indexedRepository(FILES);
  const tried: string[] = [];
  const broken = parser((path) => {
    tried.push(path);
    return path === "src/place.ts" ? "nothing" : undefined;
  });
  assertEquals(await build(indexed, { parser: broken }), 2);
  const unparsed = [{ why: "too much for the parser", count: 1, examples: ["src/place.ts"] }];
  assertEquals(JSON.parse(meta(indexed, "unparsed") ?? ""), unparsed);
  assertEquals(files(indexed, `${KEY.definition}Place`), ["src/place.ts"], "its text is still indexed");
  tried.length = 0;
  await build(indexed, { parser: broken });
  assertEquals(tried, []);
  assertEquals(JSON.parse(meta(indexed, "unparsed") ?? ""), unparsed);
  indexed.repository.write({ "src/place.ts": "export class Place {}\n" });
  assertEquals(await build(indexed), 1);
  assertEquals(meta(indexed, "unparsed"), "[]");
});

const startThread = () =>
  new Worker(new URL("../../../lib/codebase/syntax/parser_worker.ts", import.meta.url), { type: "module" });

Deno.test("a build of many files, which parses in a thread, comes to the same index", async () => {
  const many = Array.from(
    { length: 120 },
    (_, at) => [`src/n${at}.ts`, `export const lantern${at} = ${at};\n`],
  );
  const files = { ...FILES, "src/a.py": "def wick(): pass\n", ...Object.fromEntries(many) };
  const found = await Promise.all([startThread, undefined].map(async (thread) => {
    using indexed = indexedRepository(files);
    assertEquals(await build(indexed, thread && { thread }), 124);
    return Object.keys(files).map((path) => outline(indexed, path));
  }));
  assertEquals(found[0], found[1]);
  assertEquals(found[0]?.at(-1)?.definitions.map(({ name }) => name), ["lantern119"]);
});

Deno.test("a thread that breaks down leaves files without outlines, which is said, and the next build by hand makes good", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 120 }, (_, at) => [`src/n${at}.ts`, `let n = ${at};\n`]),
  );
  using indexed = indexedRepository(files);
  const thread = () => new Worker("data:application/javascript,throw new Error('gone')", { type: "module" });
  assertEquals(await build(indexed, { thread }), 0);
  assertEquals(JSON.parse(meta(indexed, "unparsed") ?? "")[0].count, 120);
  assertEquals(await build(indexed, { byHand: true, thread: startThread }), 120);
});

Deno.test("of files that were parsed at the same time when a build ended each is parsed alone, and none is given up", async () => {
  using indexed = indexedRepository(FILES);
  await build(indexed);
  const marks = ["src/place.ts", "src/ring.ts"].map((path) => {
    indexed.repository.write({ [path]: `${FILES[path as keyof typeof FILES]}// again\n` });
    return hashOf({
      kind: "text",
      text: Deno.readTextFileSync(`${indexed.repository.root}/${path}`),
      size: 0,
      mtimeMs: 0,
    });
  });
  indexed.repository.write({
    "src/shop.ts": "export class Shop {}\n",
    "src/zoo.ts": "export class Zoo {}\n",
  });
  const database = openForWriting(indexed.cacheDir);
  database.prepare("INSERT OR REPLACE INTO meta VALUES ('parsing', ?)").run(marks.join(" "));
  database.close();
  const together: string[][] = [];
  const now = new Set<string>();
  const real = outliner();
  const slow: Outliner = {
    ...real,
    ahead: 8,
    async outline(text, language, path) {
      now.add(path);
      together.push([...now]);
      await new Promise((resolve) => setTimeout(resolve));
      now.delete(path);
      return await real.outline(text, language, path);
    },
  };
  assertEquals(await build(indexed, { parser: () => slow }), 4);
  assertEquals(together, [["src/place.ts"], ["src/ring.ts"], ["src/shop.ts"], ["src/shop.ts", "src/zoo.ts"]]);
});
