/** A run and its person: begun, stopped in every way, resumed, listed, edited, reported. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { remaining } from "../tools/living.ts";
import { agentPlace, task } from "../fixtures/continuous/fake_agent.ts";
import { appears, binary, makeFolder, runBinary } from "./harness.ts";
import { assertInTime } from "./in_time.ts";

const A = task("a", "grep -q proven a.txt");
const B = task("b", "grep -q more b.txt", { depends_on: ["a"] });
const WORK = { "2": "writes a.txt proven; say done", "3": "writes b.txt more; say done" };

Deno.test("continuous: a goal is planned, worked and proven; stdout is JSON lines, the report and the list are true", async () => {
  await using place = await agentPlace([A, B], WORK);
  const { code, stdout, stderr } = await place.begin();
  assertEquals(code, 0, stderr);
  const lines = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assertEquals(lines[0].event.type, "started");
  assertEquals(lines.at(-1).end, "complete");
  const report = (await place.auto(["continuous", "report"])).stdout;
  assertStringIncludes(report, "# Complete: 2 of 2 tasks done and proven");
  assertMatch(report, /`grep -q proven a\.txt` passed at the end/);
  assertMatch(report, /200 tokens|300 tokens/);
  assertEquals(Deno.readTextFileSync(lines.at(-1).report), report);
  assertStringIncludes(place.prompts()[1] ?? "", "# Your task: Do a\n");
  const list = (await place.auto(["continuous", "list"])).stdout;
  assertMatch(list, /^\d{8}-\d{6}-[0-9a-f]{9} {2}complete {2}2\/2 {2}Make it work\n$/);
  assertEquals(
    (await place.repo.git("status", "--porcelain")).trim().split("\n").map((line) => line.trim()),
    ["M a.txt", "M b.txt"],
  );
  const steps = lines.at(-1).report.replace("summary.md", "steps");
  assertEquals([...Deno.readDirSync(steps)].map(({ name }) => name).sort(), [
    ...["001.diff", "001.events.jsonl", "001.prompt.md", "001.verify.txt"],
    ...["002.diff", "002.events.jsonl", "002.prompt.md", "002.verify.txt"],
    ...["plan-1-1.events.jsonl", "plan-1-1.prompt.md"],
  ]);
  assertStringIncludes(Deno.readTextFileSync(`${steps}/001.diff`), "-one\n+proven\n");
  const again = await place.auto(["resume", "--continuous", lines.at(-1).session]);
  assertEquals([again.code, place.prompts().length], [0, 3]);
});

Deno.test("continuous: without --yes the plan is shown and nothing is begun", async () => {
  await using place = await agentPlace([A], WORK);
  const shown = await place.auto(["--continuous", "--no-tui", "Make", "it", "work"]);
  assertEquals([shown.code, place.prompts().length], [3, 1], shown.stderr);
  assertStringIncludes(shown.stderr, "waits (preview): The plan has 1 task and nothing has been done yet");
  const { code, stderr } = await place.auto(["resume", "--continuous", "--no-tui"]);
  assertEquals(code, 0, stderr);
});

for (const [name, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) {
  Deno.test(`continuous: ${name} stops within two seconds, leaves no process, and the run goes on from there`, async () => {
    const sign = `sign-${crypto.randomUUID()}`;
    await using place = await agentPlace([A, B], {
      "2": "writes a.txt proven; say done",
      "3":
        `trap '' INT TERM HUP; (trap '' INT TERM HUP; setsid sleep 300) & sleep 300 & touch "$FAKE_CODEX/busy"; sleep 300`,
      "4": "writes b.txt more; say done",
    });
    let sent = 0;
    const when = appears(`${place.scripts}/busy`, 40_000).then(() => {
      sent = performance.now();
    });
    const stopped = await place.begin({ env: { SIGN: sign }, signal: { name, when } });
    const took = performance.now() - sent;
    assertEquals(stopped.code, code, stopped.stderr);
    await assertInTime(took, 2000);
    assertEquals(await remaining(sign), []);
    assertStringIncludes(stopped.stderr, "Go on: codex-auto resume --continuous");
    const { code: end, stderr } = await place.auto(["resume", "--continuous", "--no-tui"]);
    assertEquals(end, 0, stderr);
    assertEquals(place.prompts().length, 4);
  });
}

Deno.test("continuous: a signal that it was started to ignore, as nohup has it, does not stop it", async () => {
  await using place = await agentPlace([A], {
    "2": `touch "$FAKE_CODEX/busy"; sleep 2; writes a.txt proven; say done`,
  });
  place.home.install("ignoring", `#!/bin/sh\ntrap '' HUP INT\nexec "$PROGRAM" "$@"\n`);
  const child = new Deno.Command(`${place.home.bin}/ignoring`, {
    args: ["--continuous", "--yes", "--no-tui", "Make it work"],
    cwd: place.repo.path,
    clearEnv: true,
    env: { ...place.env, PROGRAM: binary() },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  await appears(`${place.scripts}/busy`, 40_000);
  child.kill("SIGHUP");
  child.kill("SIGINT");
  const { code, stderr } = await child.output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
});

for (const name of ["SIGTERM", "SIGKILL"] as const) {
  Deno.test(`continuous: ${name} while a task is verified: what the model has done is proven, and not asked for again`, async () => {
    const verify = "mkdir verifying 2>/dev/null && sleep 300; grep -q proven a.txt";
    await using place = await agentPlace([task("a", verify)], { "2": "writes a.txt proven; say done" });
    await place.begin({ signal: { name, when: appears(`${place.repo.path}/verifying`, 40_000) } });
    const { code, stderr } = await place.auto(["resume", "--continuous", "--no-tui"]);
    assertEquals([code, place.prompts().length], [0, 2], stderr);
    assertStringIncludes(stderr, "the turn of step 1 had ended; what it did is proven now");
    assertStringIncludes((await place.auto(["continuous", "report"])).stdout, "- a.txt\n");
  });
}

Deno.test("continuous: killed in the middle of a step, it leaves no process, says what was lost and does the step again", async () => {
  const sign = `sign-${crypto.randomUUID()}`;
  await using place = await agentPlace([A], {
    "2": `echo half >>b.txt; sleep 300 & touch "$FAKE_CODEX/busy"; sleep 300`,
    "3": "writes a.txt proven; say done",
  });
  const killed = await place.begin({
    env: { SIGN: sign },
    signal: { name: "SIGKILL", when: appears(`${place.scripts}/busy`, 40_000) },
  });
  assertEquals(killed.signal, "SIGKILL");
  assertEquals(await remaining(sign), []);
  assertMatch((await place.auto(["continuous", "list"])).stdout, /interrupted {2}0\/1/);
  const { code, stderr } = await place.auto(["resume", "--continuous", "--no-tui"]);
  assertEquals(code, 0, stderr);
  assertStringIncludes(stderr, "step 1 was lost after it had changed b.txt; it is done again from there");
  const active = place.events().filter(({ type, to }) => type === "task" && to === "active");
  assertEquals(active.length, 2);
  assertEquals(place.events().filter(({ type }) => type === "step_lost").length, 1);
  const report = (await place.auto(["continuous", "report"])).stdout;
  assertStringIncludes(report, "## Files that changed\n- a.txt\n- b.txt\n");
});

Deno.test("continuous: killed before git was told to ignore its folder, git is told when it goes on", async () => {
  await using place = await agentPlace([A], WORK);
  await place.auto(["--continuous", "--no-tui", "Make it work"]);
  Deno.writeTextFileSync(`${place.repo.path}/.git/info/exclude`, "");
  assertStringIncludes(await place.repo.git("status", "--porcelain"), "?? .codex/");
  assertEquals((await place.auto(["resume", "--continuous", "--no-tui"])).code, 0);
  assertEquals((await place.repo.git("status", "--porcelain")).includes(".codex"), false);
});

Deno.test("continuous: a run that was killed before anything was written down hides no older one from resume", async () => {
  await using place = await agentPlace([A], WORK);
  await place.auto(["--continuous", "--no-tui", "Make it work"]);
  const runs = `${place.repo.path}/.codex/state/continuous`;
  for (const [id, log] of [["29990101-000000-000abcdef", false], ["29990101-000000-001abcdef", true]]) {
    Deno.mkdirSync(`${runs}/${id}`);
    if (log) Deno.writeTextFileSync(`${runs}/${id}/events.jsonl`, "");
    Deno.writeTextFileSync(`${place.home.path}/.local/state/auto-tools/continuous/${id}`, "");
  }
  const { code, stderr } = await place.auto(["resume", "--continuous", "--no-tui"]);
  assertEquals(code, 0, stderr);
});

Deno.test("continuous: one runner at a time, and list and report say whether it is at work", async () => {
  await using place = await agentPlace([A], { else: `touch "$FAKE_CODEX/busy"; sleep 300` });
  let second = { code: 0, stderr: "" };
  const seen = async () =>
    (await place.auto(["continuous", "list"])).stdout + (await place.auto(["continuous", "report"])).stdout;
  let meanwhile = "";
  const when = appears(`${place.scripts}/busy`, 40_000).then(async () => {
    second = await place.auto(["--continuous", "--yes", "--no-tui", "Another goal"]);
    meanwhile = await seen();
  });
  await place.begin({ signal: { name: "SIGTERM", when } });
  assertEquals(second.code, 10);
  assertStringIncludes(second.stderr, "another run is at work in");
  assertMatch(meanwhile, / under way {2}0\/1 [\s\S]*# Under way: 0 of 1 tasks done\n/);
  assertMatch(await seen(), / interrupted {2}0\/1 [\s\S]*# Interrupted: 0 of 1 tasks done\n/);
});

Deno.test("continuous: a damaged or foreign state is said so and kept", async () => {
  await using place = await agentPlace([A], { else: "say no" });
  await place.begin();
  const base = `${place.repo.path}/.codex/state/continuous`;
  const id = [...Deno.readDirSync(base)].map(({ name }) => name).find((name) => /^\d/.test(name)) ?? "";
  const file = `${base}/${id}/events.jsonl`;
  const text = Deno.readTextFileSync(file);
  for (
    const [changed, says] of [[text.replace('"version":2', '"version":1'), "another version"], [
      text.replace('"planned"', '"planed"'),
      "is damaged",
    ]]
  ) {
    Deno.writeTextFileSync(file, changed ?? "");
    const { code, stderr } = await place.auto(["resume", "--continuous", "--no-tui"]);
    assertEquals(code, 10);
    assertStringIncludes(stderr, says ?? "");
    assertEquals(Deno.readTextFileSync(file), changed);
    assertStringIncludes((await place.auto(["continuous", "list"])).stdout, "unusable");
  }
});

Deno.test("continuous: the plan is edited in $EDITOR, checked, and worked as it is then", async () => {
  await using place = await agentPlace([A], { "2": "writes c.txt edited; say done" });
  await place.auto(["--continuous", "--no-tui", "Make it work"]);
  const edit = (script: string) =>
    place.auto(["continuous", "edit"], { env: { EDITOR: `sh -c '${script}' editor` } });
  const broken = await edit('sed -i s/grep.*/true\\"/ "$1"');
  assertEquals(broken.code, 20, broken.stderr);
  assertStringIncludes(broken.stderr, 'verify "true" passes whatever was done');
  const mended = await edit('sed -i "s/\\"true\\"/\\"grep -q edited c.txt\\"/" "$1"');
  assertEquals(mended.code, 0, mended.stderr);
  const { code, stderr } = await place.auto(["resume", "--continuous", "--no-tui"]);
  assertEquals(code, 0, stderr);
  assertStringIncludes(place.prompts()[1] ?? "", "grep -q edited c.txt");
});

Deno.test("continuous: another goal leads to a new plan, which is shown again, and other limits hold", async () => {
  await using place = await agentPlace([A], {
    "2": `say '${JSON.stringify({ requirements: [], tasks: [task("c", "grep -q more c.txt")] })}'`,
    "3": "writes c.txt more; say done",
  });
  await place.auto(["--continuous", "--no-tui", "Make it work"]);
  const EDITOR = `sed -i -e 's/Make it work/Make c work/' -e 's/"steps": 20/"steps": 2/'`;
  const edited = await place.auto(["continuous", "edit"], { env: { EDITOR } });
  assertEquals(edited.code, 0, edited.stderr);
  const shown = await place.auto(["resume", "--continuous", "--no-tui"]);
  assertEquals([shown.code, place.prompts().length], [3, 2], shown.stderr);
  assertStringIncludes(shown.stderr, "waits (preview)");
  assertMatch(place.prompts()[1] ?? "", /Make c work[\s\S]*Why a new plan is needed: the goal was changed/);
  const { code, stderr } = await place.auto(["resume", "--continuous", "--no-tui"]);
  assertEquals(code, 0, stderr);
  assertStringIncludes(stderr, "step 1 of 2: Do c");
});

Deno.test("continuous: no secret of the goal or of an output is written down", async () => {
  const secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
  await using place = await agentPlace([A], {
    "2": `writes a.txt 'proven ${secret}'; runs 'cat a.txt'; say 'used ${secret}'`,
  });
  const { code, stdout, stderr } = await place.auto(["--continuous", "--yes", "--no-tui", `Use ${secret}`]);
  assertEquals(code, 0, stderr);
  const kept = await new Deno.Command("grep", { args: ["-rl", secret, `${place.repo.path}/.codex`] })
    .output();
  assertEquals([new TextDecoder().decode(kept.stdout), stdout.includes(secret), stderr.includes(secret)], [
    "",
    false,
    false,
  ]);
});

Deno.test("continuous: what it needs and does not find is said, with the remedy", async () => {
  await using folder = await makeFolder();
  const cases: [string[], number, string][] = [
    [["--continuous"], 2, "what is the goal?"],
    [["--continuous", "--max-steps", "0", "x"], 2, "--max-steps is a whole number of at least 1"],
    [["--continuous", "--executor", "bard", "x"], 2, "--executor is codex or claude"],
    [["--continuous", "--nonsense", "x"], 2, "unknown option --nonsense"],
    [["resume", "--continuous"], 2, "there is no run here yet"],
    [["resume", "--continuous", "2026"], 2, "there is no run 2026"],
    [["continuous", "report"], 2, "there is no run here yet"],
  ];
  await using place = await agentPlace([A], {});
  for (const [args, code, says] of cases) {
    const result = await place.auto(args);
    assertEquals(result.code, code, result.stderr);
    assertStringIncludes(result.stderr, says);
  }
  const nowhere = await runBinary(["--continuous", "--no-tui", "x"], { cwd: folder.path });
  assertEquals(nowhere.code, 20);
  assertStringIncludes(nowhere.stderr, "run `git init` first");
  const bare = await runBinary(["--continuous", "--no-tui", "x"], { cwd: place.repo.path });
  assertEquals(bare.code, 40);
  assertStringIncludes(bare.stderr, "codex is not installed");
  const claude = await place.auto(["--continuous", "--no-tui", "--executor", "claude", "x"]);
  assertEquals(claude.code, 40);
  place.config('[continuous]\ndefault_max_steps = "many"\n');
  const settings = await place.auto(["--continuous", "--no-tui", "x"]);
  assertEquals(settings.code, 20);
  assertMatch(settings.stderr, /config\.toml:2: continuous\.default_max_steps: /);
  const help = await place.auto(["continuous", "--help"]);
  assertEquals(help.code, 0);
  assertStringIncludes(help.stdout, "Exit codes: 0 complete");
});

Deno.test("continuous: a run whose executor is gone is left as it is, and goes on when it is back", async () => {
  await using place = await agentPlace([A], WORK);
  assertEquals((await place.auto(["--continuous", "--no-tui", "Make it work"])).code, 3);
  const before = place.events().length;
  const codex = `${place.home.path}/bin/codex`;
  Deno.renameSync(codex, `${codex}.away`);
  const gone = await place.auto(["resume", "--continuous", "--no-tui"]);
  assertEquals(gone.code, 40);
  assertStringIncludes(gone.stderr, "codex is not installed");
  assertEquals(place.events().length, before);
  Deno.renameSync(`${codex}.away`, codex);
  const back = await place.auto(["resume", "--continuous", "--no-tui"]);
  assertEquals(back.code, 0, back.stderr);
});

Deno.test("continuous: --resume-last, and auto_resume without a goal, go on with the latest run", async () => {
  await using place = await agentPlace([A], WORK);
  assertEquals((await place.auto(["--continuous", "--no-tui", "Make it work"])).code, 3);
  place.config("[continuous]\nauto_resume = true\n");
  const { code, stderr } = await place.auto(["--continuous", "--no-tui"]);
  assertEquals(code, 0, stderr);
  const none = await place.auto(["--continuous", "--no-tui", "--resume-last"]);
  assertEquals(none.code, 2);
  assertStringIncludes(none.stderr, "there is no run to resume here");
});

Deno.test("continuous: a run that a stranger's repository brings along is never gone on with", async () => {
  const sign = `sign-${crypto.randomUUID()}`;
  await using mine = await agentPlace([task("a", `touch /tmp/${sign}`)], { else: "say done" });
  const begun = await mine.auto(["--continuous", "--no-tui", "Make it work"]);
  const session = JSON.parse(begun.stdout.trim().split("\n").at(-1) ?? "").session;
  await using theirs = await agentPlace([A], WORK);
  await new Deno.Command("cp", { args: ["-r", `${mine.repo.path}/.codex`, theirs.repo.path] }).output();
  await theirs.repo.git("add", "-f", ".codex");
  for (
    const args of [["resume", "--continuous", "--no-tui"], ["resume", "--continuous", session], [
      "continuous",
      "edit",
      session,
    ]]
  ) {
    const { code, stderr } = await theirs.auto(args);
    assertEquals(code, 2, stderr);
    assertMatch(stderr, /was not begun by you on this machine|there is no run to resume here/);
  }
  assertEquals(theirs.prompts(), []);
});
