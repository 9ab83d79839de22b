/** What a person does who does not know the commands yet, or whose machine does not do its part. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { makeFolder, runBinary } from "./harness.ts";
import { agentPlace, task } from "../fixtures/continuous/fake_agent.ts";

const A = task("a", "grep -q proven a.txt");
const WORK = { "2": "writes a.txt proven; say done" };

/** What is asked for that cannot be done, and what is said of it. */
const WRONG: [words: string, code: number, says: string][] = [
  ["continuous report", 2, "there is no run here yet"],
  ["resume --continuous", 2, "there is no run here yet"],
  ["resume --continuous 2026", 2, "there is no run 2026"],
  ["--continuous", 2, "what is the goal?"],
  ["--continuous --max-cost -1 x", 2, "--max-cost is an amount of USD, not -1"],
  ["--continuous --no-tui --repo .git x", 20, "work in a clone with files"],
  ["--continuous --no-tui --executor claude x", 40, "claude"],
];

Deno.test("continuous: what cannot be done is said, with the remedy and not buried under the help; no run is begun, and nothing left", async () => {
  await using place = await agentPlace([A], WORK);
  for (const [words, code, says] of WRONG) {
    const result = await place.auto(words.split(" "));
    assertEquals(result.code, code, result.stderr);
    assertStringIncludes(result.stderr, says);
    assertEquals(result.stderr.trim().split("\n").length < 10, true, result.stderr);
  }
  await using folder = await makeFolder();
  const nowhere = await runBinary(["--continuous", "--no-tui", "x"], { cwd: folder.path });
  assertEquals(nowhere.code, 20);
  assertStringIncludes(nowhere.stderr, "run `git init` first");
  place.config('[continuous]\ndefault_max_steps = "many"\n');
  const settings = await place.auto(["--continuous", "--no-tui", "x"]);
  assertEquals(settings.code, 20);
  assertMatch(settings.stderr, /config\.toml:2: continuous\.default_max_steps: /);
  place.config("[continuous]\nauto_resume = true\n");
  assertEquals((await place.auto(["--continuous"])).code, 2);
  assertEquals([await place.repo.git("status", "--short", "--ignored"), place.prompts()], ["", []]);
});

Deno.test("continuous: where no run can be kept none is begun, and no run is named to go on with", async () => {
  await using place = await agentPlace([A], WORK);
  const nowhere = await place.begin({ env: { XDG_DATA_HOME: "/proc/nowhere" } });
  assertEquals(nowhere.code, 10, nowhere.stderr);
  assertMatch(
    nowhere.stderr,
    /cannot keep the run: .*\nNothing was changed\. Make room, or put that right, and try again\n/,
  );
  assertEquals(await place.list(), "");
  place.config('[continuous]\nlog_dir = "/proc/nowhere"\n');
  const later = await place.begun(3);
  assertStringIncludes(later.stderr, "put that right, then: codex-auto resume --continuous");
});

Deno.test("continuous: a goal may stand behind the command's name in any language; without a terminal no editor is opened that needs one, and none obeys the goal of a run that is listed; a link in the place of its folder is read by no command", async () => {
  await using place = await agentPlace([A], WORK);
  const begun = await place.auto(["continuous", "修复登录失败\u001b[31mred\u001b]0;title\u0007", "--no-tui"]);
  assertEquals(begun.code, 3, begun.stderr);
  const list = await place.list();
  assertEquals([list.includes("修复登录失败"), list.includes("\u001b")], [true, false], list);
  const help = await place.auto(["continuous", "edit", "--help"]);
  assertEquals([help.code, help.stdout.includes("Exit codes: 0 complete")], [0, true], help.stderr);
  place.home.install("vi", "#!/bin/sh\necho opened\n");
  const { code, stdout, stderr } = await place.auto(["continuous", "edit"]);
  assertEquals([code, stdout], [20, ""], stderr);
  assertStringIncludes(stderr, "set EDITOR to a program that needs none");
  Deno.renameSync(`${place.repo.path}/.codex`, `${place.repo.path}/elsewhere`);
  Deno.symlinkSync("elsewhere", `${place.repo.path}/.codex`);
  for (const args of [["continuous", "list"], ["resume", "--continuous"]]) {
    const linked = await place.auto(args);
    assertEquals([linked.code, linked.stdout], [20, ""], linked.stderr);
    assertStringIncludes(linked.stderr, ".codex is not a folder of its own; it is not used (move it away)");
  }
});
