import { assertEquals } from "@std/assert";
import { countsIn, lessTested } from "../../lib/continuous/proof/counts.ts";
import { changedJudges, scriptsOf } from "../../lib/continuous/proof/judges.ts";
import { junitCounts } from "../../lib/continuous/proof/junit.ts";
import type { Change, Worktree } from "../../lib/continuous/worktree/worktree.ts";

/** Ends of outputs as the runners print them, with the tests that ran and that were skipped. */
const OUTPUTS: [name: string, output: string, ran: number, skipped: number][] = [
  [
    "node",
    "# tests 5\n# suites 0\n# pass 3\n# fail 1\n# cancelled 0\n# skipped 1\n# todo 0\n# duration_ms 60",
    4,
    1,
  ],
  ["node, spec", "ℹ tests 2\nℹ suites 0\nℹ pass 2\nℹ fail 0\nℹ skipped 0\nℹ todo 0", 2, 0],
  [
    "jest",
    "Test Suites: 1 failed, 1 total\nTests:       1 failed, 2 skipped, 3 passed, 6 total\nTime: 1 s",
    4,
    2,
  ],
  [
    "vitest",
    " Test Files  1 failed (1)\n      Tests  1 failed | 2 passed | 1 skipped (4)\n   Duration  300ms",
    3,
    1,
  ],
  ["pytest", "=========== 1 failed, 2 passed, 1 skipped in 0.12s ===========", 3, 1],
  ["pytest -q", "..F\n1 failed, 2 passed in 0.05s", 3, 0],
  ["unittest", "Ran 4 tests in 0.001s\n\nOK (skipped=1)", 3, 1],
  ["go -v", "=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n--- SKIP: TestB (0.00s)\nPASS", 1, 1],
  [
    "cargo",
    "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
    5,
    1,
  ],
  ["nextest", "     Summary [   0.004s] 3 tests run: 3 passed, 1 skipped", 2, 1],
  ["gradle", "5 tests completed, 1 failed, 1 skipped", 4, 1],
  [
    "maven",
    "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.05 s - in ATest\n[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 1",
    3,
    1,
  ],
  [
    "dotnet",
    "Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 5 ms - a.dll (net8.0)",
    3,
    1,
  ],
  ["rspec", "Finished in 0.01 seconds\n4 examples, 1 failure, 1 pending", 3, 1],
  ["phpunit", "OK (3 tests, 5 assertions)", 3, 0],
  ["phpunit, failing", "Tests: 5, Assertions: 4, Failures: 1, Skipped: 1.", 4, 1],
  ["mocha", "  3 passing (10ms)\n  1 pending\n  2 failing", 5, 1],
  ["deno", "ok | 4 passed | 0 failed | 1 ignored (12ms)", 4, 1],
  ["bun", " 3 pass\n 1 skip\n 1 fail", 4, 1],
];

Deno.test("tests are counted in the output of the common runners, and in no other", () => {
  for (const [name, output, ran, skipped] of OUTPUTS) {
    assertEquals([name, countsIn(output)], [name, { ran, skipped }]);
  }
  assertEquals(countsIn("ok\n12 files changed, 3 passed on\nTests are fine"), undefined);
});

Deno.test("fewer tests, more skipped ones, none, or no word of them any more prove nothing", () => {
  const counts = (ran: number, skipped = 0) => ({ ran, skipped });
  const cases = [
    [counts(3), counts(3), undefined],
    [counts(1), counts(4), undefined],
    [undefined, undefined, undefined],
    [undefined, counts(2), undefined],
    [counts(3), counts(2), "ran 3 tests before and runs 2 now"],
    [counts(3), counts(3, 1), "skipped 0 tests before and skips 1 now"],
    [counts(3), undefined, "ran 3 tests before and says nothing of tests now"],
    [undefined, counts(0), "runs no test"],
  ] as const;
  for (const [before, after, why] of cases) assertEquals(lessTested(before, after), why);
});

Deno.test("JUnit files that were written since are counted, all together", () => {
  const folder = Deno.makeTempDirSync();
  Deno.mkdirSync(`${folder}/app/build/test-results/test`, { recursive: true });
  const cases =
    `<testcase name="a"/><testcase name="b"><failure>x</failure></testcase><testcase name="c"><skipped/></testcase>`;
  for (const name of ["junit.xml", "app/build/test-results/test/TEST-A.xml"]) {
    Deno.writeTextFileSync(
      `${folder}/${name}`,
      `<testsuites><testsuite tests="3">${cases}</testsuite></testsuites>`,
    );
  }
  Deno.writeTextFileSync(`${folder}/pom.xml`, cases);
  assertEquals(junitCounts(folder, Date.now() - 60_000), { ran: 4, skipped: 2 });
  assertEquals(junitCounts(folder, Date.now() + 60_000), undefined);
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("what decides is told from what does not; a new test and new dependencies do not count, a new setting does", async () => {
  const texts: Record<string, [string | undefined, string | undefined]> = {
    "package.json": [
      `{"scripts": {"test": "x"}, "dependencies": {}}`,
      `{"scripts": {"test": "x"}, "dependencies": {"a": "1"}}`,
    ],
    "app/package.json": [`{"scripts": {"test": "x"}}`, `{"scripts": {"test": "true"}}`],
    "Cargo.toml": [
      '[package]\nname = "a"\n[dependencies]\n',
      '[package]\nname = "a"\n[dependencies]\nb = "1"\n',
    ],
    "tool/run.py": ["a", "b"],
  };
  const worktree = {
    read: (tree: string, path: string) => Promise.resolve(texts[path]?.[tree === "before" ? 0 : 1] ?? tree),
  } as unknown as Worktree;
  const change = (status: Change["status"], path: string) => ({ status, path });
  const changes = [
    ...["src/a.ts", "lib/latest.ts", "docs/testing.md", "src/contest.py", "tests.md"].map((path) =>
      change("M", path)
    ),
    change("A", "tests/new.test.ts"),
    change("M", "package.json"),
    change("M", "Cargo.toml"),
  ];
  const judges = [
    change("M", "tests/a.test.ts"),
    change("D", "pkg/a_test.go"),
    change("T", "src/__tests__/a.js"),
    change("A", "tests/conftest.py"),
    change("A", ".npmrc"),
    change("M", "app/package.json"),
    change("M", ".github/workflows/ci.yml"),
    change("M", "tool/run.py"),
  ];
  const place = { before: "before", after: "after", commands: ["cd app && python3 tool/run.py --all"] };
  assertEquals(await changedJudges([...changes, ...judges], place, worktree), judges);
  assertEquals([
    ...scriptsOf(["sh ./check.sh && grep -q x lib/a.ts", "./gradlew test", "node --test tests/"]),
  ], ["check.sh", "gradlew"]);
});
