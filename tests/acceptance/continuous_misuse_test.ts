/** What a person does who does not know the commands yet, or whose machine does not do its part. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { agentPlace, task } from "../fixtures/continuous/fake_agent.ts";

const A = task("a", "grep -q proven a.txt");
const B = task("b", "grep -q more b.txt", { depends_on: ["a"] });
const WORK = { "2": "writes a.txt proven; say done", "3": "writes b.txt more; say done" };

Deno.test("continuous: a misspelt command begins no run, and an error is not buried under the help", async () => {
  await using place = await agentPlace([A], WORK);
  for (
    const [args, says] of [
      [["continuous", "lst"], "continuous has no command lst; a goal stands behind --continuous"],
      [["continuous", "list", "2026"], "list takes no run; report does"],
      [["continuous", "report"], "there is no run here yet"],
    ] as const
  ) {
    const { code, stderr } = await place.auto([...args]);
    assertEquals(code, 2, stderr);
    assertStringIncludes(stderr, says);
    assertStringIncludes(stderr, "codex-auto --continuous --help tells more");
    assertEquals(stderr.trim().split("\n").length < 10, true, stderr);
  }
  assertEquals(place.prompts(), []);
  for (const command of ["list", "report", "edit"]) {
    const help = await place.auto(["continuous", command, "--help"]);
    assertEquals([help.code, help.stdout.includes("Exit codes: 0 complete")], [0, true], help.stderr);
  }
  const goal = await place.auto(["continuous", "--yes", "--no-tui", "Make it work"]);
  assertEquals(goal.code, 0, goal.stderr);
  const chinese = await place.auto(["continuous", "修复登录失败", "--no-tui"]);
  assertEquals(chinese.code, 3, chinese.stderr);
});

Deno.test("continuous: where there is nothing to go on with, or nobody to do it, nothing is left in the repository", async () => {
  await using place = await agentPlace([A], WORK);
  const resume = ["resume", "--continuous"];
  for (const args of [["--continuous"], ["continuous", "edit"], resume, [...resume, "2026"]]) {
    const { code, stderr } = await place.auto(args);
    assertEquals(code, 2, stderr);
  }
  place.config("[continuous]\nauto_resume = true\n");
  assertEquals((await place.auto(["--continuous"])).code, 2);
  Deno.removeSync(`${place.home.bin}/codex`);
  const nobody = await place.begin();
  assertEquals(nobody.code, 40, nobody.stderr);
  assertEquals(await place.repo.git("status", "--short", "--ignored"), "");
});

Deno.test("continuous: a link in the place of its folder is read by no command", async () => {
  await using place = await agentPlace([A], WORK);
  await place.begin();
  Deno.renameSync(`${place.repo.path}/.codex`, `${place.repo.path}/elsewhere`);
  Deno.symlinkSync("elsewhere", `${place.repo.path}/.codex`);
  for (const args of [["continuous", "list"], ["continuous", "report"], ["resume", "--continuous"]]) {
    const { code, stdout, stderr } = await place.auto(args);
    assertEquals([code, stdout], [20, ""], stderr);
    assertStringIncludes(stderr, ".codex is not a folder of its own; it is not used (move it away)");
  }
});

Deno.test("continuous: where no run can be kept none is begun, and no run is named to go on with", async () => {
  await using place = await agentPlace([A], WORK);
  const nowhere = await place.begin({ env: { XDG_STATE_HOME: "/proc/nowhere" } });
  assertEquals(nowhere.code, 10, nowhere.stderr);
  assertMatch(
    nowhere.stderr,
    /cannot keep the run: .*\nNothing was changed\. Make room, or put that right, and try again\n/,
  );
  assertEquals((await place.auto(["continuous", "list"])).stdout, "");
  place.config('[continuous]\nlog_dir = "/proc/nowhere"\n');
  const later = await place.begin();
  assertEquals(later.code, 3, later.stderr);
  assertStringIncludes(later.stderr, "put that right, then: codex-auto resume --continuous");
  place.config("");
  assertEquals((await place.auto(["resume", "--continuous", "--yes", "--no-tui"])).code, 0);
});

Deno.test("continuous: a repository whose exclude list is elsewhere is worked in all the same, and it is said", async () => {
  await using place = await agentPlace([A], WORK);
  const info = `${place.repo.path}/.git/info`;
  Deno.renameSync(info, `${place.home.path}/info`);
  Deno.symlinkSync(`${place.home.path}/info`, info);
  const { code, stderr } = await place.begin();
  assertEquals(code, 0, stderr);
  assertStringIncludes(stderr, "git shows .codex/state/continuous as untracked; keep it out of commits: ");
});

Deno.test("continuous: a terminal does not obey the goal of a run that is listed", async () => {
  await using place = await agentPlace([A], WORK);
  await place.auto(["--continuous", "--no-tui", "Make it \u001b[31mred\u001b]0;title\u0007"]);
  const { stdout } = await place.auto(["continuous", "list"]);
  assertStringIncludes(stdout, "Make it ");
  assertEquals(stdout.includes("\u001b"), false);
});

Deno.test("continuous: an edit that was not finished does not bring an older plan back", async () => {
  const waits = { breakpoint: true };
  await using place = await agentPlace([{ ...A, ...waits }, { ...B, ...waits }], WORK);
  assertEquals((await place.begin()).code, 3);
  const broken = await place.auto(["continuous", "edit"], {
    env: { EDITOR: "sh -c 'echo nonsense >\"$1\"' editor" },
  });
  assertEquals(broken.code, 20, broken.stderr);
  const again = await place.auto(["continuous", "edit"], { env: { EDITOR: "cat" } });
  assertStringIncludes(again.stdout, "nonsense");
  const on = await place.auto(["resume", "--continuous", "--no-tui", "--max-steps", "7"]);
  assertEquals(on.code, 3, on.stderr);
  const { stdout } = await place.auto(["continuous", "edit"], { env: { EDITOR: "cat" } });
  assertEquals([stdout.includes("nonsense"), stdout.includes('"steps": 7')], [false, true], stdout);
});

Deno.test("continuous: an edited plan that cannot be used is said in few lines that no terminal obeys, without secrets", async () => {
  await using place = await agentPlace([{ ...A, breakpoint: true }], WORK);
  assertEquals((await place.begin()).code, 3);
  const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  const depends_on = [
    `\u001b]0;x\u0007${secret}`,
    "x".repeat(5000),
    ...Array.from({ length: 30 }, (_, at) => `t${at}`),
  ];
  const plan = `${place.home.path}/plan.json`;
  Deno.writeTextFileSync(plan, JSON.stringify({ requirements: [], tasks: [{ ...A, depends_on }] }));
  const { code, stderr } = await place.auto(["continuous", "edit"], { env: { EDITOR: `cp ${plan}` } });
  assertEquals(code, 20, stderr);
  assertMatch(
    stderr,
    /^The plan cannot be used yet, and is kept in \/.*\/plan\.edit-\w+\.jsonc:\n {2}a: depends_on names /,
  );
  assertStringIncludes(stderr, "  and 22 more\n");
  assertEquals([stderr.includes("\u001b"), stderr.includes(secret.slice(4, 20))], [false, false], stderr);
  assertEquals(stderr.length < 4000, true, stderr);
});

Deno.test("continuous: what a parser cannot read in an edited plan is said with its line", async () => {
  await using place = await agentPlace([{ ...A, breakpoint: true }], WORK);
  assertEquals((await place.begin()).code, 3);
  const edit = (EDITOR: string) => place.auto(["continuous", "edit"], { env: { EDITOR } });
  const first = await edit(`sed -i 's/"title": "[^"]*",/"title": oops,/'`);
  const [, line = ""] = /line (\d+): /.exec(first.stderr) ?? [];
  assertEquals((await edit(`sed -n ${line}p`)).stdout, '      "title": oops,\n', first.stderr);
  const again = await edit("true");
  assertEquals([again.code, again.stderr], [20, first.stderr]);
});

Deno.test("continuous: an editor may remove the plan, replace it, or begin it with a mark of its encoding", async () => {
  await using place = await agentPlace([{ ...A, breakpoint: true }], WORK);
  assertEquals((await place.begin()).code, 3);
  for (
    const [script, code, says] of [
      ['rm "$1"', 0, "Nothing is changed.\n"],
      [`sed -i 's/"Do a"/"Do it"/; 1s/^/\\xef\\xbb\\xbf/' "$1"`, 0, "Changed. Go on: "],
    ] as const
  ) {
    const file = `${place.home.path}/editor`;
    Deno.writeTextFileSync(file, script);
    const edited = await place.auto(["continuous", "edit"], { env: { EDITOR: `sh ${file}` } });
    assertEquals(edited.code, code, edited.stderr);
    assertStringIncludes(edited.stderr, says);
  }
});

Deno.test("continuous: without a terminal no editor is opened that needs one", async () => {
  await using place = await agentPlace([A], WORK);
  await place.auto(["--continuous", "--no-tui", "Make it work"]);
  place.home.install("vi", "#!/bin/sh\necho opened\n");
  const { code, stdout, stderr } = await place.auto(["continuous", "edit"]);
  assertEquals([code, stdout], [20, ""], stderr);
  assertStringIncludes(stderr, "set EDITOR to a program that needs none");
});

Deno.test("continuous: an answer to a breakpoint holds for a plan that was edited while it was asked", async () => {
  for (const [decide, code] of [["continue", 0], ["skip", 4]] as const) {
    await using place = await agentPlace([{ ...A, breakpoint: true }], WORK);
    assertEquals((await place.begin()).code, 3);
    await place.auto(["continuous", "edit"], { env: { EDITOR: `sed -i 's/"Do a"/"Do it"/'` } });
    const on = await place.auto(["resume", "--continuous", "--no-tui", "--decide", decide]);
    assertEquals(on.code, code, on.stderr);
  }
});
