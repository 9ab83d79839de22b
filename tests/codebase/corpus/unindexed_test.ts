import { assert, assertEquals } from "@std/assert";
import type { MemoryCorpus } from "../../../lib/codebase/corpus/memory_corpus.ts";
import { unindexedCorpus } from "../../../lib/codebase/corpus/unindexed.ts";
import type { Listing } from "../../../lib/codebase/files/git_listing.ts";
import { repoFiles } from "../../../lib/codebase/files/repo_files.ts";
import { shapeQuery } from "../../../lib/codebase/query/query.ts";
import { realRepository } from "../real_repository.ts";

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
const tracked = (paths: string[]): Listing => ({ tracked: paths, untracked: [], complete: true });

Deno.test("what a request names is read first, then what has a word of it in the path, then source before tests", async () => {
  using repository = realRepository();
  repository.write(FILES);
  const files = repoFiles(repository.context());
  const listing = tracked(Object.keys(FILES));
  const { corpus, read, complete } = await unindexedCorpus(
    repository.root,
    files,
    listing,
    QUERY,
    performance.now() + AMPLE_MS,
  );
  assertEquals([read, complete], [5, true]);
  assertEquals(paths(corpus), [
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
  const { corpus } = await unindexedCorpus(
    repository.root,
    repoFiles(repository.context()),
    tracked(Object.keys(files)),
    shapeQuery("how are a retry, the name and a copy made?"),
    performance.now() + AMPLE_MS,
  );
  const found: string[] = [];
  for (const word of ["retries", "naming", "copied"]) {
    corpus.each(word, (document) => found.push(corpus.path(document)));
  }
  assertEquals(found, Object.keys(files));
});

Deno.test("where there is no time to read, what a request names and what has its words in the path is known by its path, if it is there", async () => {
  using repository = realRepository();
  repository.write(FILES);
  const files = repoFiles({ ...repository.context(), exclude: ["**/hidden/**"] });
  repository.write({ "hidden/billing.py": "" });
  const listing = tracked([...Object.keys(FILES), "gone/billing.py", "hidden/billing.py"]);
  const { corpus, read, complete } = await unindexedCorpus(
    repository.root,
    files,
    listing,
    QUERY,
    performance.now() - AMPLE_MS,
  );
  assertEquals([read, complete, corpus.files], [0, false, 7]);
  assertEquals(paths(corpus), ["docs/deploy/retries.md", "src/billing.py"]);
});

Deno.test("in a repository too big to be read, git finds the files that have the words, and paths say the rest", async () => {
  using repository = realRepository();
  repository.write(FILES);
  repository.commit("Begin", "2026-01-01T00:00:00Z");
  const listing = tracked([
    ...Object.keys(FILES),
    ...Array.from({ length: 3000 }, (_, at) => `gone/${at}.py`),
  ]);
  const query = shapeQuery("where is an invoice made? see billing.py", [], []);
  const { corpus, complete } = await unindexedCorpus(
    repository.root,
    repoFiles(repository.context()),
    listing,
    query,
    performance.now() + AMPLE_MS,
  );
  assert(!complete);
  assertEquals(corpus.files, 3005);
  assertEquals(["src/a.py", "src/billing.py"].filter((path) => corpus.document(path) === undefined), []);
});
