import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { tool } from "../../../lib/codebase/tools/bug_locate.ts";
import { builtRepository } from "../indexed_repository.ts";
import { realRepository } from "../real_repository.ts";

const APP = {
  "app/store.py":
    'class StoreClosedError(Exception):\n    pass\n\n\ndef load(name):\n    if not name:\n        raise StoreClosedError("the store is closed for today")\n    return name\n',
  "app/main.py": "from app.store import load\n\n\ndef run():\n    return load(None)\n",
  "tests/test_store.py": 'def test_load():\n    message = "the store is closed for today"\n',
};

const TRACE = `It fails:
Traceback (most recent call last):
  File "/srv/lib/python3/site-packages/app/main.py", line 5, in run
    return load(None)
  File "/srv/lib/python3/site-packages/app/store.py", line 7, in load
    raise StoreClosedError
  File "/usr/lib/python3.12/runpy.py", line 9, in elsewhere`;

Deno.test("ci_bug_locate maps the frames of a trace to the repository, innermost first", async () => {
  using repository = realRepository();
  repository.write(APP);
  const { findings } = await tool({ query: TRACE }, repository.context());
  const frames = findings.filter(({ summary }) => summary.includes("frame of the trace"));
  assertEquals(frames.map(({ path, symbol }) => `${path} ${symbol}`), [
    "app/store.py load",
    "app/main.py run",
  ]);
  assert(frames[0]?.summary.includes("innermost frame of the trace in this repository: store.py:7 in load"));
  assert(frames[0]?.snippet?.text.includes("raise StoreClosedError"));
});

Deno.test("ci_bug_locate is silent where the request holds no clue, or the clues are another's", async () => {
  using repository = realRepository();
  repository.write(APP);
  assertEquals((await tool({ query: "please tidy up" }, repository.context())).findings, []);
  const foreign = await tool({ query: "at run (/other/place/unknown.js:3:1)" }, repository.context());
  assertEquals([foreign.findings, foreign.summary], [
    [],
    "no frame, message or error type of the request is in this repository",
  ]);
});

const LOCATED: Record<
  string,
  { files: Record<string, string>; query: string; symbols: string[]; says?: string }
> = {
  "quoted messages in the source, not in tests": {
    files: APP,
    query: 'why do I see "the store is closed for today"?',
    symbols: ["load"],
  },
  "where an error type is raised and defined": {
    files: APP,
    query: "why StoreClosedError?",
    symbols: ["load", "StoreClosedError"],
  },
};

for (const [what, { files, query, symbols, says = "" }] of Object.entries(LOCATED)) {
  Deno.test(`ci_bug_locate knows ${what}`, async () => {
    using repository = await builtRepository(files);
    const { findings } = await tool({ query }, repository.context());
    assertEquals(findings.map(({ symbol }) => symbol), symbols);
    assertStringIncludes(findings[0]?.summary ?? "", says);
  });
}
