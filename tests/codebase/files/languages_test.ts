import { assert, assertEquals, assertFalse } from "@std/assert";
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

Deno.test("tests are told by folder and by name", () => {
  const tests = [
    "tests/a.py",
    "src/test/java/org/x/A.java",
    "pkg/server_test.go",
    "src/a.spec.ts",
    "okio/src/nonJvmTest/kotlin/A.kt",
    "src/testFixtures/kotlin/A.kt",
    "src/__tests__/a.js",
    "spec/models/user_spec.rb",
    "FooTests.cs",
    "app/conftest.py",
    "testdata/x.go",
    "e2e/login.cy.ts",
    "internal/testutils/pipe.go",
    "test/src/main/java/org/x/A.java",
    "src/test/projects/a/src/main/java/org/x/A.java",
    "src/main/java/org/x/FooTest.java",
    "testsuite-http2/src/main/java/io/netty/testsuite/http2/A.java",
  ];
  for (const path of tests) assert(isTest(path), path);
  for (
    const path of [
      "src/contest.ts",
      "src/latest.py",
      "lib/testify.go",
      "src/Attest.java",
      "src/inspect.ts",
      "src/latest/a.kt",
      "spring-test/src/main/java/org/springframework/test/context/TestContext.java",
      "src/main/kotlin/org/x/testing/Clock.kt",
      "okio/src/commonMain/kotlin/okio/fixtures/A.kt",
      "tools/goctl/api/spec/fn.go",
      "api/spec.go",
    ]
  ) assertFalse(isTest(path), path);
});

Deno.test("docs, examples, vendored, generated and tooling files are aside", () => {
  const aside = [
    "docs/a.py",
    "examples/x/main.go",
    "benchmarks/b.ts",
    "metrics/ParseBenchmark.java",
    "base/spinlock_benchmark.cc",
    "src/parse.bench.ts",
    "vendor/github.com/x/y.go",
    "node_modules/a/index.js",
    "dist/app.js",
    "lib/app.min.js",
    "api/user.pb.go",
    "x_pb2.py",
    "types.d.ts",
    ".github/workflows/ci.yml",
    "setup.py",
    "tools/release.ts",
    "README.md",
    "vite.config.ts",
    "framework-docs/src/main/java/org/springframework/docs/core/A.java",
    "demo/src/main/java/com/example/demo/App.java",
    "app/src/main/java/org/x/generated/Tables.java",
  ];
  for (const path of aside) assert(isAside(path), path);
  const production = [
    "src/tools/build.ts",
    "lib/build/index.ts",
    "django/contrib/auth/models.py",
    "src/setup.ts",
    "src/main/java/com/example/demo/UserController.java",
    "core/src/main/java/com/alibaba/druid/pool/vendor/MySqlValidConnectionChecker.java",
    "app/src/commonMain/kotlin/org/x/tools/Wrench.kt",
  ];
  for (const path of production) assertFalse(isAside(path), path);
  assertFalse(isAside("app/docs.py"));
  for (
    const path of ["src/benchmark.cc", "src/Benchmark.java", "src/workbench.ts", "src/BenchmarkRunner.java"]
  ) {
    assertFalse(isAside(path), path);
  }
});

Deno.test("prose is a doc, whatever folder it is in, and so is what stands in a docs folder", () => {
  for (const path of ["README.md", "src/notes.rst", "docs/conf.py"]) assert(isDoc(path), path);
  assertFalse(isDoc("src/docs.ts"));
  assertFalse(isDoc("src/main/java/com/office/doc/DocService.java"));
});
