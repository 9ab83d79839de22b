import { assert, assertEquals } from "@std/assert";
import { MemoryCorpus } from "../../../lib/codebase/corpus/memory_corpus.ts";
import { withPhrases } from "../../../lib/codebase/ranking/phrase_signal.ts";
import { shapeQuery } from "../../../lib/codebase/query/query.ts";
import { characterClasses, IDENTIFIER_CHARACTERS } from "../../../lib/codebase/query/tokens.ts";
import { rank } from "../../../lib/codebase/ranking/rank.ts";

const FILES = new Map([
  ["lib/a.ts", "// dead line\n// letter\n// queue\n"],
  ["lib/b.ts", "// queue\n// the dead letter is kept\n// line\n"],
  ...Array.from({ length: 20 }, (_, at) => [`lib/noise${at}.ts`, `// noise ${at}\n`] as const),
]);

function ordered(request: string, read: (path: string) => string | undefined): string[] {
  const corpus = new MemoryCorpus();
  for (const [path, text] of FILES) corpus.add({ path, text, definitions: [], imports: [] });
  const query = shapeQuery(request);
  const ranking = rank(corpus, query, { deadline: Infinity, limit: 10 });
  assertEquals(ranking.files[0]?.path, "lib/a.ts");
  return withPhrases(ranking, query, corpus, read, Infinity).files.map(({ path }) => path);
}

Deno.test("words that stand side by side in request and file lift the file", () => {
  assertEquals(ordered("dead letter queue", (path) => FILES.get(path)).slice(0, 2), ["lib/b.ts", "lib/a.ts"]);
});

Deno.test("files that cannot be read keep their place", () => {
  assertEquals(ordered("dead letter queue", () => undefined)[0], "lib/a.ts");
});

Deno.test("a hostile request and file cost linear time", () => {
  const corpus = new MemoryCorpus();
  const text = "a-".repeat(400_000);
  corpus.add({ path: "a.ts", text: "alpha beta", definitions: [], imports: [] });
  const query = shapeQuery(`${"alpha beta ".repeat(3000)}${"$a $$ ".repeat(2000)}`);
  const ranking = rank(corpus, query, { deadline: Infinity, limit: 10 });
  const began = performance.now();
  withPhrases(ranking, query, corpus, () => text, Infinity);
  assert(performance.now() - began < 2000);
});

Deno.test("words with letters beyond ASCII that stand side by side lift the file, and only as whole words", () => {
  for (
    const [first = "", second = ""] of [["größe", "datei"], ["размер", "файла"], ["tamaño", "año"], [
      "kích",
      "thước",
    ]]
  ) {
    const files: [string, string][] = [
      ["a.ts", `// ${first}\n// ${second}\n// x${first} ${second}é\n`],
      ["b.ts", `// ${first[0]?.toUpperCase()}${first.slice(1)} ${second}\n// vx\n// vx ${second}é\n`],
      ["noise.ts", "// noise\n"],
    ];
    const corpus = new MemoryCorpus();
    for (const [path, text] of files) corpus.add({ path, text, definitions: [], imports: [] });
    const query = shapeQuery(`${first} ${second}`);
    const ranking = rank(corpus, query, { deadline: Infinity, limit: 10 });
    const score = (ranked: typeof ranking, path: string) =>
      ranked.files.find((file) => file.path === path)?.score;
    const texts = new Map(files);
    const found = withPhrases(ranking, query, corpus, (path) => texts.get(path), Infinity);
    assertEquals(score(found, "a.ts"), score(ranking, "a.ts"), first);
    assert((score(found, "b.ts") ?? 0) > (score(ranking, "b.ts") ?? 0), first);
  }
});

Deno.test("the characters of an identifier are the same to a pattern as to the table", () => {
  const pattern = new RegExp(`[${IDENTIFIER_CHARACTERS}]`);
  const differ: number[] = [];
  for (const [code, kind] of characterClasses().entries()) {
    if (pattern.test(String.fromCharCode(code)) !== (kind === 1)) differ.push(code);
  }
  assertEquals(differ, []);
});
