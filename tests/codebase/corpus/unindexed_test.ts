import { assert, assertEquals } from "@std/assert";
import type { MemoryCorpus } from "../../../lib/codebase/corpus/memory_corpus.ts";
import { unindexedCorpus } from "../../../lib/codebase/corpus/unindexed.ts";
import { repoFiles } from "../../../lib/codebase/files/repo_files.ts";
import { shapeQuery } from "../../../lib/codebase/query/query.ts";
import { type RealRepository, realRepository } from "../real_repository.ts";

const AMPLE_MS = 20_000;
const FILES = {
  "docs/deploy/retries.md": "How to deploy.\n",
  "src/a.py": "def invoice():\n    pass\n",
  "src/b.py": "def nothing():\n    pass\n",
  "src/billing.py": "def billing():\n    pass\n",
  "tests/test_a.py": "def test_invoice():\n    pass\n",
};
const QUERY = shapeQuery("fix the invoice of billing, see docs/deploy/retries.md", [], []);

const paths = (corpus: MemoryCorpus) => Array.from({ length: corpus.size }, (_, at) => corpus.path(at));

/** What is read of `listed`. */
function read(
  repository: RealRepository,
  listed: string[],
  query = QUERY,
) {
  const files = repoFiles(repository.context());
  const listing = { tracked: listed, untracked: [], complete: true };
  return unindexedCorpus(repository.root, files, listing, query, performance.now() + AMPLE_MS);
}

Deno.test("what a request names is read first, then what has a word of it in the path, then source before tests", async () => {
  using repository = realRepository();
  repository.write(FILES);
  const found = await read(repository, Object.keys(FILES));
  assertEquals(found.complete, true);
  assertEquals(paths(found.corpus), [
    "docs/deploy/retries.md",
    "src/billing.py",
    "src/a.py",
    "src/b.py",
    "tests/test_a.py",
  ]);
});

Deno.test("a file that has a word of the request in another form only is read for its words", async () => {
  using repository = realRepository();
  const files = { "src/a.py": "# retries\n", "src/b.py": "# naming\n", "src/c.py": "# copied\n" };
  repository.write(files);
  const query = shapeQuery("how are a retry, the name and a copy made?");
  const { corpus } = await read(repository, Object.keys(files), query);
  const found: string[] = [];
  for (const word of ["retries", "naming", "copied"]) {
    corpus.each(word, (document) => found.push(corpus.path(document)));
  }
  assertEquals(found, Object.keys(files));
});

Deno.test("in a repository too big to be read, git finds the files that have the words, and paths say the rest", async () => {
  using repository = realRepository();
  repository.write(FILES);
  repository.commit("Begin", "2026-01-01T00:00:00Z");
  const listed = [...Object.keys(FILES), ...Array.from({ length: 3000 }, (_, at) => `gone/${at}.py`)];
  const query = shapeQuery("where is an invoice made? see billing.py");
  const { corpus, complete } = await read(repository, listed, query);
  assert(!complete);
  assertEquals(corpus.files, 3005);
  assertEquals(["src/a.py", "src/billing.py"].filter((path) => corpus.document(path) === undefined), []);
});
