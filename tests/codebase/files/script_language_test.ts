import { assertEquals } from "@std/assert";
import { language } from "../../../lib/codebase/files/languages.ts";
import { tool as callChain } from "../../../lib/codebase/tools/call_chain.ts";
import { tool as search } from "../../../lib/codebase/tools/search.ts";
import { builtRepository } from "../indexed_repository.ts";

Deno.test("a script without an extension is written in what its first line runs", () => {
  const expected = {
    "#!/bin/sh": "bash",
    "#!/usr/bin/env python3": "python",
    "#! /usr/local/bin/python3.11 -u": "python",
    "#!/usr/bin/env -S LANG=C perl -w": "perl",
    "#!/usr/bin/env -S deno run --allow-all": "typescript",
    "#!/usr/bin/env node\r": "javascript",
    "#!/usr/bin/ruby2.7": "ruby",
    "#!/usr/bin/env -S uv run --script": "python",
    "#!/usr/bin/make -f": "text",
    "#!": "text",
    "# !/bin/sh": "text",
    "echo #!/bin/sh": "text",
  };
  for (const [first, spoken] of Object.entries(expected)) {
    assertEquals(language("bin/deploy", `${first}\nx\n`), spoken, first);
  }
  assertEquals(language(".githooks/pre-commit", "#!/bin/bash\n"), "bash");
  assertEquals(language("script/build", "#!/bin/bash\n"), "bash");
  assertEquals(language("BUILD", "cc_library()\n"), "config");
});

const FILES = {
  "bin/deploy": "#!/usr/bin/env python3\nfrom lib.release import publish\n\n\ndef roll_out(stage):\n" +
    "    if stage == 'live':\n        for step in range(3):\n            if step:\n                publish(stage)\n    return stage\n\n\nroll_out('test')\n",
  "lib/release.py": "def publish(stage):\n    return stage\n",
  "lib/__init__.py": "",
  "bin/notes": "roll_out publish are words of this text\n",
  "bin/stop": "#!/usr/bin/perl\nsub stop_all {\n  return 1;\n}\n",
  Makefile: "all:\n\tbin/deploy publish\n",
};

Deno.test("scripts without an extension call, are called, measured and reached by changes", async () => {
  using repository = await builtRepository(FILES);
  const chain = await callChain({ query: "", symbol: "publish" }, repository.context());
  assertEquals(chain.findings.map(({ path, symbol, summary }) => `${path} ${symbol} | ${summary}`), [
    "lib/release.py publish | publish: defines publish",
    "bin/deploy roll_out | roll_out calls publish (line 9)",
    // The script's own last line runs it.
    "bin/deploy undefined | top level calls roll_out, which calls publish (line 13)",
  ]);
  const found = await search({ query: "why does roll_out not publish?" }, repository.context());
  assertEquals(found.findings[0]?.path, "bin/deploy");
  assertEquals(found.findings[0]?.symbol, "roll_out");
});
