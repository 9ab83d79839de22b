/** Whatever was edited, moved and switched since: an index brought up to date says what one says that is built anew. */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "@std/assert";
import { buildIndex } from "../../../lib/codebase/index/build_index.ts";
import { eachPosting } from "../../../lib/codebase/corpus/postings.ts";
import { importersOf } from "../../../lib/codebase/imports/import_targets.ts";
import { openIndex } from "../../../lib/codebase/index/index_state.ts";
import { seeded } from "../../fixtures/guard/seeded.ts";
import { asked, indexedRepository } from "../indexed_repository.ts";

const FILES = {
  "src/shop.ts":
    "import { Place } from './place';\nimport { ring } from './ring';\n\n/** Sells. */\nexport class Shop extends Place {\n" +
    "  open(): void {\n    ring(this.bell);\n  }\n}\n",
  "src/place.ts": "export class Place {\n  bell = 1;\n}\n",
  "src/index.ts": "export * from './shop';\nexport * from './late';\n",
  "py/tide/__init__.py": "from .moon import phase\n",
  "py/tide/moon.py": "import tide.sea\n\ndef phase(day):\n    return tide.sea.level(day)\n",
  "go/main.go": 'package main\n\nimport "example.org/go/harbour"\n\nfunc main() { harbour.Open() }\n',
  "java/a/Quay.java":
    "package a;\n\nimport a.b.Crane;\n\nclass Quay extends Crane {\n  void moor() { swing(); }\n}\n",
  "docs/guide.md": "# Guide\n\nWhere the shop opens.\n",
};

/** All that an index can be asked for, in an order of its own: by path and word, not by number. */
function contents(dir: string): Record<string, unknown> {
  const database = new DatabaseSync(`${dir}/index.db`);
  const rows = database.prepare("SELECT term, documents FROM postings").all();
  const stems = database.prepare("SELECT stem, term FROM stems").all();
  database.close();
  const { stored } = openIndex(dir);
  assert(stored);
  const postings: Record<string, string[]> = {};
  for (const { term, documents } of rows) {
    assert(documents instanceof Uint8Array);
    eachPosting(documents, (document, count, inDefinitions) => {
      if (stored.path(document) === "") return;
      (postings[String(term)] ??= []).push(`${stored.path(document)} ${count} ${inDefinitions}`);
    });
  }
  for (const found of Object.values(postings)) found.sort();
  const files: Record<string, unknown> = {};
  for (const path of stored.paths()) {
    const { id, size } = stored.file(path) ?? { id: -1 };
    files[path] = {
      size,
      hash: stored.hash(id),
      length: stored.lengths[id],
      pathLength: stored.pathLengths[id],
      kind: stored.kinds[id],
      imports: stored.imports(id),
      outline: stored.outline(id),
    };
  }
  const all = {
    files: sorted(files),
    postings: sorted(postings),
    stems: stems.filter(({ term }) => String(term) in postings).map(({ stem, term }) => `${stem} ${term}`)
      .sort(),
    totals: [stored.files, stored.outlined(), stored.totalLength, stored.totalPathLength],
    meta: ["commit", "tree", "paths", "unread", "unparsed", "complete"]
      .map((key) => stored.meta(key)),
  };
  stored.close();
  return all;
}

function sorted<T>(all: Record<string, T>): [string, T][] {
  return Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The same index twice: brought up to date, and built anew. */
async function assertAsNew(indexed: ReturnType<typeof indexedRepository>, after: string): Promise<void> {
  const context = indexed.context();
  const fresh = `${indexed.cacheDir}-fresh`;
  const now = () => Date.now() + 60_000;
  await buildIndex(indexed.cacheDir, context, { now });
  await buildIndex(fresh, context, { now });
  assertEquals(contents(indexed.cacheDir), contents(fresh), after);
  Deno.removeSync(fresh, { recursive: true });
}

Deno.test("what a file imports follows the files that come, go and move", async () => {
  using indexed = indexedRepository(FILES);
  const { root } = indexed.repository;
  await assertAsNew(indexed, "the first build");
  const importers = (of: string) =>
    asked(indexed, (stored) => importersOf(stored, of).map((document) => stored.path(document)));
  indexed.repository.write({
    "src/ring.ts": "export function ring() {}\n",
    "src/late.ts": "export const late = 1;\n",
    "py/tide/sea.py": "def level(day):\n    return day\n",
    "java/a/b/Crane.java": "package a.b;\n\npublic class Crane {\n  void swing() {}\n}\n",
    "go/harbour/harbour.go": "package harbour\n\nfunc Open() {}\n",
  });
  await assertAsNew(indexed, "files came that others had named");
  assertEquals(importers("src/ring.ts"), ["src/shop.ts"]);
  assertEquals(importers("java/a/b/Crane.java"), ["java/a/Quay.java"]);
  indexed.git("add", "--all");
  await assertAsNew(indexed, "they are tracked");
  Deno.removeSync(`${root}/src/place.ts`);
  indexed.git("mv", "src/ring.ts", "src/chime.ts");
  indexed.git("add", "--all");
  await assertAsNew(indexed, "one went, one moved");
  assertEquals(importers("src/chime.ts"), []);
  Deno.renameSync(`${root}/java`, `${indexed.cacheDir}-java`);
  Deno.symlinkSync(`${indexed.cacheDir}-java`, `${root}/java`);
  await assertAsNew(indexed, "a folder is a link that leads out");
  assertEquals(importers("java/a/b/Crane.java"), []);
});

Deno.test("after any edits, removals, moves and switches of branches the index is as one that is built anew", async () => {
  using indexed = indexedRepository(FILES);
  const { root } = indexed.repository;
  const random = seeded(20_261_122).below;
  const words = "quay crane harbour tide lantern ferry bell mooring".split(" ");
  const word = () => words[random(words.length)] ?? "";
  const endings = ["ts", "py", "go", "md", "java"];
  const present = () =>
    indexed.git("ls-files", "--cached", "--others").split("\n").filter((path) =>
      existsSync(`${root}/${path}`)
    );
  const text = (at: number) =>
    `import { ${word()} } from './${word()}${
      random(6)
    }';\nexport function ${word()}${at}() {\n  return ${word()}(${at});\n}\n`;
  const steps: ((at: number) => void)[] = [
    (at) =>
      indexed.repository.write({
        [`src/${word()}${random(6)}.${endings[random(endings.length)]}`]: text(at),
      }),
    (at) => {
      const path = present()[random(present().length)] ?? "";
      Deno.writeTextFileSync(`${root}/${path}`, text(at), { append: true });
    },
    () => Deno.removeSync(`${root}/${present()[random(present().length)] ?? ""}`),
    (at) => {
      const path = present()[random(present().length)] ?? "";
      Deno.renameSync(`${root}/${path}`, `${root}/src/${word()}${at}.${path.split(".").pop()}`);
    },
    (at) => {
      const path = present()[random(present().length)] ?? "";
      Deno.utimeSync(`${root}/${path}`, at, at);
    },
    (at) => {
      indexed.git("add", "--all");
      indexed.git("commit", "--quiet", "--allow-empty", "--message", `Step ${at}`);
    },
    (at) => {
      indexed.git("add", "--all");
      indexed.git("commit", "--quiet", "--allow-empty", "--message", `Leave ${at}`);
      if (at % 2 === 0) indexed.git("checkout", "--quiet", "-b", `branch${at}`, "HEAD~1");
      else indexed.git("checkout", "--quiet", "main");
    },
  ];
  for (let at = 0; at < 40; at++) {
    steps[random(steps.length)]?.(at);
    if (at % 4 === 3) await assertAsNew(indexed, `step ${at}`);
  }
});
