import { assert, assertEquals, assertFalse } from "@std/assert";
import { KIND } from "../../../lib/codebase/corpus/corpus.ts";
import { fileKind } from "../../../lib/codebase/files/file_kind.ts";
import { isAside, isDoc, isTest, language } from "../../../lib/codebase/files/languages.ts";

Deno.test("a path's language is told by its ending, else by its name", () => {
  const expected = {
    "src/app.tsx": "typescript",
    "a/b.MJS": "javascript",
    "App.vue": "typescript",
    "pkg/mod.py": "python",
    "x.hpp": "cpp",
    "x.h": "c",
    "src/opcodes.def": "c",
    "Rakefile": "ruby",
    "docs/guide.md": "doc",
    "LICENSE": "doc",
    "Dockerfile": "config",
    "package.json": "config",
    "photo.png": "text",
    ".bashrc": "text",
    "bin/run": "text",
  };
  for (const [path, name] of Object.entries(expected)) assertEquals(language(path), name, path);
});

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

/** Each pattern has its own example in `paths.txt`; here is what they say together. */
const KINDS: readonly (readonly [what: string, is: (path: string) => boolean, yes: string, no: string])[] = [
  [
    "a test",
    isTest,
    "src/testFixtures/kotlin/A.kt spec/models/user_spec.rb test/src/main/java/org/x/A.java src/test/projects/a/src/main/java/org/x/A.java src/main/java/org/x/FooTest.java testsuite-http2/src/main/java/io/netty/testsuite/http2/A.java",
    "src/contest.ts lib/testify.go src/Attest.java src/latest/a.kt spring-test/src/main/java/org/springframework/test/context/TestContext.java src/main/kotlin/org/x/testing/Clock.kt tools/goctl/api/spec/fn.go api/spec.go",
  ],
  [
    "aside",
    isAside,
    "docs/a.py base/spinlock_benchmark.cc node_modules/a/index.js lib/app.min.js types.d.ts setup.py tools/release.ts README.md framework-docs/src/main/java/org/springframework/docs/core/A.java app/src/main/java/org/x/generated/Tables.java",
    "src/tools/build.ts lib/build/index.ts django/contrib/auth/models.py src/setup.ts src/main/java/com/example/demo/UserController.java app/docs.py src/benchmark.cc src/Benchmark.java src/workbench.ts src/BenchmarkRunner.java",
  ],
  [
    "a doc",
    isDoc,
    "README.md src/notes.rst docs/conf.py",
    "src/docs.ts src/main/java/com/office/doc/DocService.java",
  ],
  [
    "a table of translations",
    (path) => (fileKind(path) & KIND.record) !== 0,
    "src/locales/zh-CN.ts frontend/src/lang/modules/zh.ts ui/src/locales/lang/zh_CN/common.ts server/src/main/resources/i18n/core_zh_CN.properties config/locales/devise.pt-BR.yml apps/locales/zh_Hant/LC_MESSAGES/django.po",
    "src/zh.ts core/lang/id/NanoId.java src/lang/parser.ts src/i18n/index.ts lib/languages/go.ts src/locale/format.ts",
  ],
];

for (const [what, is, yes, no] of KINDS) {
  Deno.test(`a path tells whether it is ${what}`, () => {
    for (const path of yes.split(" ")) assert(is(path), path);
    for (const path of no.split(" ")) assertFalse(is(path), path);
  });
}
