/** A run and its person: begun, stopped in every way, resumed, listed, edited, reported. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { remaining } from "../tools/living.ts";
import { agentPlace, task } from "../fixtures/continuous/fake_agent.ts";
import { appears, binary, runProgram, textOf } from "./harness.ts";
import { assertInTime } from "./in_time.ts";

const A = task("a", "grep -q proven a.txt");
const B = task("b", "grep -q more b.txt", { depends_on: ["a"] });
const WORK = { "2": "writes a.txt proven; say done", "3": "writes b.txt more; say done" };

Deno.test("continuous: a goal is planned, worked and proven; stdout is JSON lines, the report and the list are true", async () => {
  await using place = await agentPlace([A, B], WORK);
  const { stdout } = await place.begun(0);
  const lines = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assertEquals(lines[0].event.type, "started");
  assertEquals(lines.at(-1).end, "complete");
  const report = await place.report();
  assertStringIncludes(report, "# Complete: 2 of 2 tasks done and proven");
  assertMatch(report, /`grep -q proven a\.txt` passed at the end/);
  assertMatch(report, /200 tokens|300 tokens/);
  assertEquals(Deno.readTextFileSync(lines.at(-1).report), report);
  assertStringIncludes(place.prompts()[1] ?? "", "# Your task: Do a\n");
  const list = await place.list();
  assertMatch(list, /^\d{8}-\d{6}-[0-9a-f]{9} {2}complete {2}2\/2 {2}Make it work\n$/);
  // The work is on a branch, one commit a task with its proof; the person's folder is as it was.
  assertEquals(await place.repo.git("status", "--porcelain"), "");
  const log = await place.repo.git("log", "--format=%s|%b", "--reverse", "HEAD..auto/make-it-work");
  assertMatch(
    log,
    /^Do a\|Task a of run .*\n\nVerified by\n- `grep -q proven a\.txt` passed; before: ended with 1\n\nDo b\|/,
  );
  const steps = lines.at(-1).report.replace("summary.md", "steps");
  assertEquals([...Deno.readDirSync(steps)].map(({ name }) => name).sort(), [
    ...["001.diff", "001.events.jsonl", "001.prompt.md", "001.verify.txt"],
    ...["002.diff", "002.events.jsonl", "002.prompt.md", "002.verify.txt"],
    ...["plan-1-1.events.jsonl", "plan-1-1.prompt.md", "review-2.events.jsonl", "review-2.prompt.md"],
  ]);
  assertStringIncludes(Deno.readTextFileSync(`${steps}/001.diff`), "-one\n+proven\n");
  const again = await place.auto(["resume", "--continuous", lines.at(-1).session]);
  assertEquals([again.code, place.prompts().length], [0, 3]);
});

Deno.test("continuous: SIGINT, SIGTERM and SIGHUP stop within two seconds, leave no process, and the run goes on from there", async () => {
  const busy =
    `trap '' INT TERM HUP; (trap '' INT TERM HUP; setsid sleep 300) & sleep 300 & touch "$FAKE_CODEX/busy"; sleep 300`;
  await using place = await agentPlace([A, B], {
    "2": "writes a.txt proven; say done",
    ...{ "3": busy, "4": busy, "5": busy },
    "6": "writes b.txt more; say done",
  });
  for (const [name, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) {
    const sign = `sign-${crypto.randomUUID()}`;
    let sent = 0;
    const when = appears(`${place.scripts}/busy`).then(() => void (sent = performance.now()));
    const options = { env: { SIGN: sign }, signal: { name, when } };
    const stopped = await (name === "SIGINT" ? place.begin(options) : place.goesOn(options));
    const took = performance.now() - sent;
    assertEquals(stopped.code, code, stopped.stderr);
    await assertInTime(took, 2000);
    assertEquals(await remaining(sign), []);
    assertStringIncludes(stopped.stderr, "Go on: codex-auto resume --continuous");
    Deno.removeSync(`${place.scripts}/busy`);
  }
  await place.resumed(0);
  assertEquals(place.prompts().length, 6);
});

Deno.test("continuous: a signal that it was started to ignore, as nohup has it, does not stop it", async () => {
  await using place = await agentPlace([A], {
    "2": `touch "$FAKE_CODEX/busy"; sleep 2; writes a.txt proven; say done`,
  });
  const run = `trap '' HUP INT; exec '${binary()}' --continuous --yes --no-tui 'Make it work'`;
  const { code, stderr } = await runProgram("sh", ["-c", run], {
    cwd: place.repo.path,
    env: place.env,
    signal: { name: "SIGHUP", when: appears(`${place.scripts}/busy`) },
  });
  assertEquals(code, 0, stderr);
});

Deno.test("continuous: killed while a task is verified: what the model has done is proven, and not asked for again", async () => {
  const sign = `/tmp/auto-tools-verifying-${crypto.randomUUID()}`;
  const verify = `grep -q proven a.txt && { mkdir ${sign} 2>/dev/null && sleep 300; true; }`;
  await using place = await agentPlace([task("a", verify)], { "2": "writes a.txt proven; say done" });
  await place.begin({ signal: { name: "SIGKILL", when: appears(sign) } });
  const { stderr } = await place.resumed(0);
  assertEquals(place.prompts().length, 2);
  assertStringIncludes(stderr, "the turn of step 1 had ended; what it did is proven now");
  assertStringIncludes(place.summary(), "- a.txt\n");
  Deno.removeSync(sign);
});

Deno.test("continuous: killed in the middle of a step, it leaves no process, says what was lost and does the step again", async () => {
  const sign = `sign-${crypto.randomUUID()}`;
  await using place = await agentPlace([A], {
    "2": `echo half >>b.txt; sleep 300 & touch "$FAKE_CODEX/busy"; sleep 300`,
    "3": "writes a.txt proven; say done",
  });
  const killed = await place.begin({
    env: { SIGN: sign },
    signal: { name: "SIGKILL", when: appears(`${place.scripts}/busy`) },
  });
  assertEquals(killed.signal, "SIGKILL");
  assertEquals(await remaining(sign), []);
  assertMatch(await place.list(), /interrupted {2}0\/1/);
  const { stderr } = await place.resumed(0);
  assertStringIncludes(stderr, "step 1 was lost, and had changed b.txt; that is taken back");
  const active = place.events().filter(({ type, to }) => type === "task" && to === "active");
  assertEquals(active.length, 2);
  assertEquals(place.events().filter(({ type }) => type === "step_lost").length, 1);
  assertEquals(place.summary().includes("b.txt"), false);
});

Deno.test("continuous: killed before git was told to ignore its folder, or before anything was written down, a run is gone on with", async () => {
  await using place = await agentPlace([A], WORK);
  await place.planned();
  Deno.writeTextFileSync(`${place.repo.path}/.git/info/exclude`, "");
  assertStringIncludes(await place.repo.git("status", "--porcelain"), "?? .codex/");
  // What was killed hides no older run.
  const runs = `${place.repo.path}/.codex/state/continuous`;
  for (const [id, log] of [["29990101-000000-000abcdef", false], ["29990101-000000-001abcdef", true]]) {
    Deno.mkdirSync(`${runs}/${id}`);
    if (log) Deno.writeTextFileSync(`${runs}/${id}/events.jsonl`, "");
    Deno.mkdirSync(`${place.home.path}/.local/share/auto-tools/continuous/${id}`);
  }
  await place.resumed(0);
  assertEquals((await place.repo.git("status", "--porcelain")).includes(".codex"), false);
});

Deno.test("continuous: one runner at a time, and list and report say whether it is at work", async () => {
  await using place = await agentPlace([A], { else: `touch "$FAKE_CODEX/busy"; sleep 300` });
  let second = { code: 0, stderr: "" };
  const seen = async () => await place.list() + await place.report();
  let meanwhile = "";
  const when = appears(`${place.scripts}/busy`).then(async () => {
    second = await place.auto(["--continuous", "--yes", "--no-tui", "Another goal"]);
    meanwhile = await seen();
  });
  await place.begin({ signal: { name: "SIGTERM", when } });
  assertEquals(second.code, 10);
  assertStringIncludes(second.stderr, "another run is at work in");
  assertMatch(meanwhile, / under way {2}0\/1 [\s\S]*# Under way: 0 of 1 tasks done\n/);
  assertMatch(await seen(), / interrupted {2}0\/1 [\s\S]*# Interrupted: 0 of 1 tasks done\n/);
});

Deno.test("continuous: the plan is edited in $EDITOR, checked, and worked as it is then", async () => {
  await using place = await agentPlace([A], { "2": "writes c.txt edited; say done" });
  await place.planned();
  const edit = (script: string) => place.edit(`sh -c '${script}' editor`);
  const broken = await edit('sed -i s/grep.*/mkfs\\"/ "$1"');
  assertEquals(broken.code, 20, broken.stderr);
  assertStringIncludes(broken.stderr, 'and "mkfs" changes a disk');
  const mended = await edit('sed -i "s/\\"mkfs\\"/\\"grep -q edited c.txt\\"/" "$1"');
  assertEquals(mended.code, 0, mended.stderr);
  await place.resumed(0);
  assertStringIncludes(place.prompts()[1] ?? "", "grep -q edited c.txt");
});

Deno.test("continuous: another goal leads to a new plan, which is shown again, and other limits hold", async () => {
  await using place = await agentPlace([A], {
    "2": `say '${JSON.stringify({ requirements: [], tasks: [task("c", "grep -q more c.txt")] })}'`,
    "3": "writes c.txt more; say done",
  });
  await place.planned();
  const EDITOR = `sed -i -e 's/Make it work/Make c work/' -e 's/"steps": 20/"steps": 2/'`;
  const edited = await place.edit(EDITOR);
  assertEquals(edited.code, 0, edited.stderr);
  assertStringIncludes((await place.resumed(3)).stderr, "waits (preview)");
  assertEquals(place.prompts().length, 2);
  assertMatch(place.prompts()[1] ?? "", /Make c work[\s\S]*Why a new plan is needed: the goal was changed/);
  const { stderr } = await place.resumed(0);
  assertStringIncludes(stderr, "step 1 of 2: Do c");
});

Deno.test("continuous: no secret of the goal or of an output is written down", async () => {
  const secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
  await using place = await agentPlace([A], {
    "2": `writes a.txt 'proven ${secret}'; runs 'cat a.txt'; say 'used ${secret}'`,
  });
  const { code, stdout, stderr } = await place.auto(["--continuous", "--yes", "--no-tui", `Use ${secret}`]);
  assertEquals(code, 0, stderr);
  const kept = await runProgram("grep", ["-rl", secret, `${place.repo.path}/.codex`], { cwd: "/" });
  assertEquals([kept.stdout, `${stdout}${stderr}`.includes(secret)], ["", false]);
});

Deno.test("continuous: without --yes the plan is shown and nothing is begun; a run whose executor is gone is left as it is; --resume-last, and auto_resume without a goal, go on with the latest run", async () => {
  await using place = await agentPlace([A], WORK);
  const { stderr } = await place.planned();
  assertEquals(place.prompts().length, 1);
  assertStringIncludes(stderr, "waits (preview): The plan has 1 task and nothing has been done yet");
  const before = place.events().length;
  const codex = `${place.home.path}/bin/codex`;
  Deno.renameSync(codex, `${codex}.away`);
  assertStringIncludes((await place.resumed(40)).stderr, "codex is not installed");
  assertEquals(place.events().length, before);
  Deno.renameSync(`${codex}.away`, codex);
  place.config("[continuous]\nauto_resume = true\n");
  const latest = await place.auto(["--continuous", "--no-tui"]);
  assertEquals(latest.code, 0, latest.stderr);
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
  const resume = "resume --continuous";
  for (const words of [`${resume} --no-tui`, `${resume} ${session}`, `continuous edit ${session}`]) {
    const { code, stderr } = await theirs.auto(words.split(" "));
    assertEquals(code, 2, stderr);
    assertMatch(stderr, /was not begun by you on this machine|there is no run to resume here/);
  }
  assertEquals(theirs.prompts(), []);
});

Deno.test("continuous: the branch of a run is shown and thrown away; a task is done again, and a damaged run repaired", async () => {
  await using place = await agentPlace([A, B], { ...WORK, "4": "writes a.txt 'proven again'; say done" });
  place.repo.write("a.txt", "mine\n");
  const { stderr } = await place.begun(0);
  assertStringIncludes(
    stderr,
    "1 file with changes of yours stay out of it; --with-changes takes them along",
  );
  const shown = await place.auto(["continuous", "show"]);
  assertMatch(
    shown.stdout,
    /^branch auto\/make-it-work from [\s\S]* Do a\n[\s\S]* Do b\n[\s\S]* b\.txt \| 2 \+-\n/,
  );
  const dirty = await place.auto(["continuous", "merge"]);
  assertStringIncludes(
    dirty.stderr,
    "1 file here with changes in no commit: commit or stash them first; nothing was merged",
  );
  const wrong = await place.auto(["continuous", "rerun", "c"]);
  assertEquals([wrong.code, wrong.stderr.includes("there are a (done), b (done)")], [2, true], wrong.stderr);
  assertEquals((await place.auto(["continuous", "rerun", "a"])).code, 0);
  const [id = ""] = (await place.list()).split(" ");
  const log = `${place.repo.path}/.codex/state/continuous/${id}/events.jsonl`;
  Deno.writeTextFileSync(log, Deno.readTextFileSync(log).slice(0, 900));
  assertStringIncludes((await place.resumed(10)).stderr, "`codex-auto continuous repair ID` begins it anew");
  assertStringIncludes(await place.list(), "unusable");
  const repaired = await place.auto(["continuous", "repair", id]);
  assertEquals(repaired.code, 0, repaired.stderr);
  await place.resumed(0);
  assertEquals(await place.repo.git("log", "--format=%s", "HEAD..auto/make-it-work"), "Do a\nDo b\nDo a\n");
  const folder = place.worktree();
  const discarded = await place.auto(["continuous", "discard", id]);
  assertEquals(discarded.code, 0, discarded.stderr);
  assertEquals(await place.repo.git("branch", "--list", "auto/*"), "");
  assertEquals([textOf(folder), await place.repo.git("status", "--porcelain")], [undefined, " M a.txt\n"]);
  for (const command of [["resume", "--continuous"], ["continuous", "show"], ["continuous", "pr"]]) {
    const { code, stderr } = await place.auto([...command, id]);
    assertEquals([code, stderr.includes(`run ${id} was discarded`)], [2, true], stderr);
  }
});

Deno.test("continuous: pr pushes the branch to origin and has gh, or glab, open a pull request with the report; without it the way by hand is said", async () => {
  await using place = await agentPlace([A], WORK);
  await place.begun(0);
  const branch = "auto/make-it-work";
  const report = "# Complete: 1 of 1 tasks";
  for (
    const [tool, name, args] of [
      ["gh", "origin", `pr\ncreate\n--head\n${branch}\n--title\nMake it work\n--body\n${report}`],
      [
        "glab",
        "gitlab",
        `mr\ncreate\n--yes\n--source-branch\n${branch}\n--title\nMake it work\n--description\n${report}`,
      ],
    ] as const
  ) {
    const origin = `${place.home.path}/${name}.git`;
    await place.repo.git("init", "-q", "--bare", origin);
    await place.repo.git("config", "remote.origin.url", origin);
    const none = await place.auto(["continuous", "pr"]);
    assertEquals(none.code, 40, none.stderr);
    assertStringIncludes(none.stderr, `there is no ${tool} on PATH; by hand: git push REMOTE ${branch}`);
    place.home.install(tool, `#!/bin/sh\nprintf '%s\\n' "$@"\n`);
    const { code, stdout, stderr } = await place.auto(["continuous", "pr"]);
    assertEquals([code, stdout.startsWith(args)], [0, true], `${stdout}${stderr}`);
    const pushed = await place.repo.git("ls-remote", origin, `refs/heads/${branch}`);
    assertStringIncludes(pushed, (await place.repo.git("rev-parse", branch)).trim());
  }
});

Deno.test("continuous: with review = gate a review that misses something waits for the person, whose word ends it", async () => {
  await using place = await agentPlace([A], WORK);
  Deno.writeTextFileSync(`${place.scripts}/met`, "no");
  place.config('[continuous]\nreview = "gate"\nstop_conditions = { back_off_seconds = 0 }\n');
  const { stderr } = await place.begun(3);
  assertStringIncludes(stderr, "waits (review): The review does not find everything done: It works");
  assertMatch(place.summary(), /It works.*a\.txt:1/);
  await place.resumed(0);
  assertStringIncludes(place.summary(), "# Complete: 1 of 1 tasks");
});

Deno.test("continuous: a person's changes are the first commit where they say so; a repository without a commit is told what to do", async () => {
  await using place = await agentPlace([A], WORK);
  place.repo.write("mine.txt", "mine\n");
  const begun = await place.begin();
  assertEquals(begun.code, 0, begun.stderr);
  await using other = await agentPlace([A], WORK);
  other.repo.write("mine.txt", "mine\n");
  const taken = await other.auto(["--continuous", "--yes", "--no-tui", "--with-changes", "Make it work"]);
  assertEquals(taken.code, 0, taken.stderr);
  const log = await other.repo.git("log", "--format=%s", "HEAD..auto/make-it-work");
  assertEquals(log, "Do a\nChanges that were in no commit\n");
  assertEquals(await other.repo.git("status", "--porcelain"), "?? mine.txt\n");
  await other.repo.git("update-ref", "-d", "HEAD");
  const none = await other.auto(["--continuous", "--no-tui", "x"]);
  assertEquals(
    [
      none.code,
      none.stderr.includes("has no commit yet, and a run works on a branch; commit something first"),
    ],
    [20, true],
    none.stderr,
  );
});
