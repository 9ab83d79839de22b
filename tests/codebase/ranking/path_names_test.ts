import { assertEquals } from "@std/assert";
import { MemoryCorpus } from "../../../lib/codebase/corpus/memory_corpus.ts";
import { shapeQuery } from "../../../lib/codebase/query/query.ts";
import { rank } from "../../../lib/codebase/ranking/rank.ts";

/** The best of files with the same text, for a question that only their names answer. */
function best(paths: readonly string[], query: string, text = "an array of media types is read here") {
  const corpus = new MemoryCorpus();
  const others = Array.from({ length: 20 }, (_, at) => `lib/other${at}.ts`);
  for (const path of paths) corpus.add({ path, text, definitions: [], imports: [] });
  for (const path of others) corpus.add({ path, text: "nothing of it", definitions: [], imports: [] });
  const { files } = rank(corpus, shapeQuery(query), { deadline: performance.now() + 10_000, limit: 5 });
  return files[0]?.path;
}

Deno.test("a file whose name is made of the question's words comes first, in any order and form of them", () => {
  const files = ["src/ClassUtils.java", "src/ArrayUtils.java", "src/Conversion.java"];
  assertEquals(best(files, "array utility operations"), "src/ArrayUtils.java");
  assertEquals(best(["lib/a.scala", "lib/MediaType.scala"], "types of media"), "lib/MediaType.scala");
});

Deno.test("a behaviour is answered by the source file, and not by the header that declares it", () => {
  assertEquals(best(["lib/media.h", "lib/media.c"], "how media types are read"), "lib/media.c");
});
