import { assert } from "@std/assert";
import { MemoryCorpus } from "../../../lib/codebase/corpus/memory_corpus.ts";
import { shapeQuery } from "../../../lib/codebase/query/query.ts";
import { rank } from "../../../lib/codebase/ranking/rank.ts";

Deno.test("a name made of the request's words comes before the same words apart", () => {
  const corpus = new MemoryCorpus();
  const text = "fixture scope show fixture scope show";
  corpus.add({ path: "lib/a.py", text, definitions: ["fixture_table", "scope_list"], imports: [] });
  corpus.add({ path: "lib/b.py", text, definitions: ["show_fixture_scopes", "other_list"], imports: [] });
  for (let at = 0; at < 8; at++) {
    corpus.add({
      path: `lib/other${at}.py`,
      text: "nothing of it",
      definitions: [`none_${at}`],
      imports: [],
    });
  }
  const { files } = rank(corpus, shapeQuery("show the scope of each fixture"), {
    deadline: performance.now() + 10_000,
    limit: 5,
  });
  assert(files[0]?.path === "lib/b.py", JSON.stringify(files.map(({ path }) => path)));
});
