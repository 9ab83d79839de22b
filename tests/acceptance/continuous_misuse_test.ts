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
    assertStringIncludes(stderr, "More: codex-auto continuous --help");
    assertEquals(stderr.trim().split("\n").length < 10, true, stderr);
  }
  assertEquals(place.prompts(), []);
  for (const command of ["list", "report", "edit"]) {
    const help = await place.auto(["continuous", command, "--help"]);
    assertEquals([help.code, help.stdout.includes("Exit codes: 0 complete")], [0, true], help.stderr);
  }
  const goal = await place.auto(["continuous", "--yes", "--no-tui", "Make it work"]);
  assertEquals(goal.code, 0, goal.stderr);
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

Deno.test("continuous: a terminal does not obey the goal of a run that is listed", async () => {
  await using place = await agentPlace([A], WORK);
  await place.auto(["--continuous", "--no-tui", "Make it \u001b[31mred\u001b]0;title\u0007"]);
  const { stdout } = await place.auto(["continuous", "list"]);
  assertStringIncludes(stdout, "Make it ");
  assertEquals(stdout.includes("\u001b"), false);
});

Deno.test("continuous: how to go on is said once, with what is asked for", async () => {
  await using place = await agentPlace([A], WORK);
  const { stderr } = await place.auto(["--continuous", "--no-tui", "Make it work"]);
  assertEquals(stderr.split("Go on: ").length, 2, stderr);
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
  assertEquals([stdout.includes("nonsense"), stdout.includes('"max_steps": 7')], [false, true], stdout);
});

Deno.test("continuous: without a terminal no editor is opened that needs one", async () => {
  await using place = await agentPlace([A], WORK);
  await place.auto(["--continuous", "--no-tui", "Make it work"]);
  place.home.install("vi", "#!/bin/sh\necho opened\n");
  const { code, stdout, stderr } = await place.auto(["continuous", "edit"]);
  assertEquals([code, stdout], [20, ""], stderr);
  assertStringIncludes(stderr, "set EDITOR to a program that needs none");
});
