import { assertEquals } from "@std/assert";
import { type Corpus, KEY, LayeredCorpus } from "../../../lib/codebase/corpus/corpus.ts";
import { analyse, MemoryCorpus } from "../../../lib/codebase/corpus/memory_corpus.ts";
import type { Outline } from "../../../lib/codebase/structure/definition.ts";

function memory(files: Record<string, string>): MemoryCorpus {
  const corpus = new MemoryCorpus();
  for (const [path, text] of Object.entries(files)) {
    const file = analyse(path, { kind: "text", text, size: text.length, mtimeMs: 0 });
    if (file) corpus.add(file);
  }
  return corpus;
}

function paths(corpus: Corpus, key: string): string[] {
  const found: string[] = [];
  corpus.each(key, (document) => found.push(corpus.path(document)));
  return found;
}

const FILES = { "shop.ts": "export class Shop {}\n", "place.ts": "export class Place {}\n" };

Deno.test("a newer file hides the outline and the names of the one it lies over", () => {
  const outline: Outline = { definitions: [], calls: [], comments: [] };
  const base: Corpus = memory(FILES);
  Object.defineProperty(base, "outline", { value: () => outline });
  const over = memory({ "shop.ts": "export class Square {}\n" });
  const both = new LayeredCorpus(base, over, new Set([0]));
  const document = (path: string) => both.document(path) ?? -1;
  assertEquals(both.outline(document("place.ts")), outline);
  assertEquals(both.outline(document("shop.ts")), undefined);
  const defining = (name: string) => paths(both, KEY.definition + name);
  assertEquals(["Place", "Square", "Shop"].map(defining), [["place.ts"], ["shop.ts"], []]);
});
