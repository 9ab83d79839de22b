import { assertEquals } from "@std/assert";
import { countsIn, junitCounts, lessTested } from "../../lib/continuous/proof/counts.ts";
import { changedJudges, scriptsOf } from "../../lib/continuous/proof/judges.ts";
import type { Change } from "../../lib/continuous/worktree/worktree.ts";
/** Ends of outputs as the runners print them, with the tests that ran and that were skipped. */
import OUTPUTS from "../fixtures/continuous/outputs.json" with { type: "json" };

Deno.test("tests are counted in the output of the common runners, and in no other", () => {
  for (const { runner, output, ran, skipped } of OUTPUTS) {
    assertEquals([runner, countsIn(output.join("\n"))], [runner, { ran, skipped }]);
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
  const SCRIPTS = `{"scripts": {"test": "x"}`;
  const CARGO = '[package]\nname = "a"\n[dependencies]\n';
  const texts: Record<string, [string | undefined, string | undefined]> = {
    "package.json": [`${SCRIPTS}, "dependencies": {}}`, `${SCRIPTS}, "dependencies": {"a": "1"}}`],
    "app/package.json": [`${SCRIPTS}}`, `{"scripts": {"test": "true"}}`],
    "Cargo.toml": [CARGO, `${CARGO}b = "1"\n`],
  };
  const worktree = { read: (id: string) => Promise.resolve(texts[id.slice(1)]?.[Number(id[0])]) };
  const change = (status: Change["status"], path: string) => {
    const [was, is] = ["0", "1"].map((at) => ({ mode: "100644", id: `${at}${path}` }));
    return { status, path, was, is } as Change;
  };
  const changes = [
    ...[
      "src/a.ts",
      "lib/latest.ts",
      "docs/testing.md",
      "src/contest.py",
      "tests.md",
      "package.json",
      "Cargo.toml",
    ]
      .map((path) => change("M", path)),
    change("A", "tests/new.test.ts"),
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
    change("M", "src/test.mjs"),
    change("A", ".flake8"),
  ];
  const commands = ["cd app && python3 tool/run.py --all"];
  assertEquals(await changedJudges([...changes, ...judges], commands, worktree), judges);
  const script =
    "tools/a#./tools/a x#cd tools && ./a#cd tools; sh -e a#bash tools/a#env X=1 tools/a#X=tools/a make";
  const program = 'timeout 60 tools/a#env -C tools a#nice "$PWD/tools/a"#stdbuf -oL a; cd tools';
  const [scripts = [], programs = []] = [script, program].map((commands) => commands.split("#"));
  const reads = ["! grep -q x tools/a", "cd tools && cat a | wc -l", "test -f tools/a && npm test"];
  const all = [...scripts, ...programs, ...reads];
  const running = (isProgram: boolean) => all.filter((each) => scriptsOf([each])("tools/a", isProgram));
  assertEquals([running(false), running(true)], [scripts, [...scripts, ...programs]]);
});
