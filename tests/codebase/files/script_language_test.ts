import { assertEquals } from "@std/assert";
import { language } from "../../../lib/codebase/files/languages.ts";

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
