/** A run and its person: begun, stopped in every way, resumed, listed, edited, reported. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { remaining } from "../tools/living.ts";
import { agentPlace, task } from "../fixtures/continuous/fake_agent.ts";
import { appears, assertHas, binary, runProgram, textOf } from "./harness.ts";
import { assertInTime } from "./in_time.ts";

const A = task("a", "grep -q proven a.txt");
const B = task("b", "grep -q more b.txt", { depends_on: ["a"] });
const WORK = { "2": "writes a.txt proven; say done", "3": "writes b.txt more; say done" };

/** The branch of a run, and where it comes from and goes to. */
const BRANCH = "auto/make-it-work";

Deno.test("continuous: a goal is planned, worked and proven; what came of it is told, shown, offered, done again, repaired and thrown away", async (t) => {
  const verify = "grep -q proven a.txt && date >>built.log";
  await using place = await agentPlace([task("a", verify), B], {
    "2": "runs 'git push --force'; git reset -q --hard; writes a.txt proven; say '<b>done</b>'",
    "3": "writes b.txt more; rm gone.txt; say done",
    "4": "writes a.txt 'proven again'; say done",
  });
  const { repo, home } = place;
  repo.write("gone.txt", "-- one\n");
  await repo.git("add", "gone.txt");
  await repo.git("commit", "-qm", "To be deleted");
  repo.write("a.txt", "mine\n");
  Deno.renameSync(`${repo.path}/.git/info`, `${home.path}/info`);
  Deno.symlinkSync(`${home.path}/info`, `${repo.path}/.git/info`);
  const says = async (words: string, code: number, ...said: string[]) => {
    const result = await place.auto(words.split(" "));
    assertEquals(result.code, code, result.stderr);
    assertHas(`${result.stdout}${result.stderr}`, ...said);
    return result.stdout;
  };
  // As an alias of git's in a linked worktree has it.
  const named = { GIT_DIR: `${repo.path}/.git`, GIT_WORK_TREE: repo.path };
  const { stdout, stderr } = await place.begun(0, { env: named });
  const lines = stdout.trim().split("\n").map((line) => JSON.parse(line));
  const { session: id, report: summary } = lines.at(-1);

  await t.step("stdout is JSON lines; what stays out of the run is said", () => {
    assertEquals([lines[0].event.type, lines.at(-1).end], ["started", "complete"]);
    assertHas(
      stderr,
      "1 file with changes of yours stay out of it; --with-changes takes them along",
      "git shows .codex/state/continuous as untracked; keep it out of commits: ",
    );
    assertStringIncludes(place.prompts()[1] ?? "", "# Your task: Do a\n");
  });

  await t.step(
    "the report tells proof, lines, deleted files, refusals, time, cost and a timeline, as text and as a page",
    async () => {
      const text = await place.report();
      const html = await says("continuous report --format html", 0);
      assertEquals(Deno.readTextFileSync(summary), text);
      assertHas(text, "# Complete: 2 of 2 tasks done and proven", "yes: It works (a.txt:1)");
      assertMatch(text, /`grep -q proven a\.txt && date >>built\.log` passed at the end/);
      const took = [
        /a took 1 step: 1 file \+1 -1; 1 command refused; \d+ s, 100 tokens, cost unknown/,
        /b took 1 step: 2 files \+1 -2; deleted gone\.txt; \d+ s, 100 tokens, cost unknown/,
      ];
      for (const each of took) for (const shown of [text, html]) assertMatch(shown, each);
      assertMatch(text, /## Refused\n- step 1: `git push --force` changes what others have \(guard\)/);
      assertMatch(
        text,
        /## Timeline\n- \d{4}-\d\d-\d\d \d\d:\d\d:\d\d run .*\n(?:.*\n)*- .* complete: All tasks are done/,
      );
      assertMatch(html, /^<!doctype html>[^]*<code>git push --force<\/code> changes what others have/);
      assertEquals(/<(?:b|script|img|link)>/.test(html), false);
      assertMatch(await place.list(), /^\d{8}-\d{6}-[0-9a-f]{9} {2}complete {2}2\/2 {2}Make it work\n$/);
    },
  );

  await t.step(
    "each task is one commit with its proof, and nothing that verify commands wrote; the person's folder is as it was",
    async () => {
      assertEquals(await repo.git("status", "--porcelain"), " M a.txt\n?? .codex/\n");
      assertEquals(await repo.git("diff", "--name-only", "HEAD", BRANCH), "a.txt\nb.txt\ngone.txt\n");
      assertMatch(
        await repo.git("log", "--format=%s|%b", "--reverse", `HEAD..${BRANCH}`),
        /^Do a\|Task a of run .*\n\nVerified by\n- `grep .*` passed; before: ended with 1\n\nDo b\|/,
      );
      const shown = await says("continuous show", 0);
      assertMatch(
        shown,
        /^branch auto\/make-it-work from [\s\S]* Do a\n[\s\S]* Do b\n[\s\S]* b\.txt +\| 2 \+-\n/,
      );
      const steps = summary.replace("summary.md", "steps");
      assertEquals([...Deno.readDirSync(steps)].map(({ name }) => name).sort(), [
        ...["001.diff", "001.events.jsonl", "001.prompt.md", "001.verify.txt"],
        ...["002.diff", "002.events.jsonl", "002.prompt.md", "002.verify.txt"],
        ...["plan-1-1.events.jsonl", "plan-1-1.prompt.md", "review-2.events.jsonl", "review-2.prompt.md"],
      ]);
      assertStringIncludes(Deno.readTextFileSync(`${steps}/001.diff`), "-one\n+proven\n");
      const what = "1 file here with changes in no commit: commit or stash them first; nothing was merged";
      await says("continuous merge", 10, what);
    },
  );

  await t.step(
    "pr pushes the branch to origin and has gh, or glab, open a pull request with the report; without it the way by hand is said",
    async () => {
      const report = "# Complete: 2 of 2 tasks";
      const create = { gh: "pr\ncreate\n--head", glab: "mr\ncreate\n--yes\n--source-branch" };
      for (const [tool, begins] of Object.entries(create)) {
        const origin = `${home.path}/${tool === "gh" ? "origin" : "gitlab"}.git`;
        await repo.git("init", "-q", "--bare", origin);
        await repo.git("config", "remote.origin.url", origin);
        await says("continuous pr", 40, `there is no ${tool} on PATH; by hand: git push REMOTE ${BRANCH}`);
        home.install(tool, `#!/bin/sh\nprintf '%s\\n' "$@"\n`);
        const body = tool === "gh" ? "body" : "description";
        const told = `${begins}\n${BRANCH}\n--title\nMake it work\n--${body}\n${report}`;
        assertEquals(/How to go on|works on branch/.test(await says("continuous pr", 0, told)), false);
        const pushed = await repo.git("ls-remote", origin, `refs/heads/${BRANCH}`);
        assertStringIncludes(pushed, (await repo.git("rev-parse", BRANCH)).trim());
      }
    },
  );

  await t.step("a task is done again, and a damaged run repaired", async () => {
    const calls = place.prompts().length;
    await says("continuous rerun c", 2, "there are a (done), b (done)");
    await says("continuous rerun a", 0);
    Deno.writeTextFileSync(`${place.worktree()}/mine.txt`, "mine\n");
    const log = `${repo.path}/.codex/state/continuous/${id}/events.jsonl`;
    Deno.writeTextFileSync(log, Deno.readTextFileSync(log).slice(0, 900));
    assertStringIncludes(
      (await place.resumed(10)).stderr,
      "`codex-auto continuous repair ID` begins it anew",
    );
    assertStringIncludes(await place.list(), "unusable");
    await says(`continuous repair ${id}`, 0);
    await place.resumed(0);
    assertEquals(place.prompts().length, calls + 1);
    const commits = await repo.git("log", "--format=%s", `HEAD..${BRANCH}`);
    assertEquals(commits, "Do a\nChanges made by hand\nDo b\nDo a\n");
  });

  await t.step("what is thrown away leaves nothing behind, and is not gone on with", async () => {
    const folder = place.worktree();
    Deno.writeTextFileSync(`${folder}/mine.txt`, "lost\n");
    await says(`continuous discard ${id}`, 0, "and 1 file in no commit: `git branch NAME ");
    assertStringIncludes(await place.list(), "  discarded  2/2");
    assertMatch(await place.report(), /## How to go on\n- It was discarded\n$/);
    assertEquals([await repo.git("branch", "--list", "auto/*"), textOf(folder)], ["", undefined]);
    assertEquals(await repo.git("status", "--porcelain"), " M a.txt\n?? .codex/\n");
    for (const command of ["resume --continuous", "continuous show"]) {
      await says(`${command} ${id}`, 2, `run ${id} was discarded`);
    }
  });
});

Deno.test("continuous: stopped by a signal within two seconds, or killed in a step or while its task is verified or committed, it leaves no process, says what was lost and goes on from there; meanwhile no other runner begins, and list and report say whether it is at work", async () => {
  const verifying = `/tmp/auto-tools-verifying-${crypto.randomUUID()}`;
  const verify =
    `grep -q proven a.txt && { mkdir ${verifying} 2>/dev/null && touch debris && sleep 300; true; }`;
  const hangs =
    `trap '' INT TERM HUP; (trap '' INT TERM HUP; setsid sleep 300) & sleep 300 & touch "$FAKE_CODEX/busy"; sleep 300`;
  await using place = await agentPlace([task("a", verify)], {
    ...{ "2": `echo half >c.txt; ${hangs}`, "3": hangs },
    "4": `echo half >>b.txt; ${hangs}`,
    "5": "writes a.txt proven; say done",
  });
  const busy = `${place.scripts}/busy`;
  const seen = async () => await place.list() + await place.report();
  const ended = async (name: Deno.Signal, at: string, run = place.goesOn, meanwhile = async () => {}) => {
    const sign = `sign-${crypto.randomUUID()}`;
    let sent = 0;
    const when = appears(at).then(meanwhile).then(() => void (sent = performance.now()));
    const result = await run({ env: { SIGN: sign }, signal: { name, when } });
    const took = performance.now() - sent;
    if (at === busy) Deno.removeSync(busy);
    assertEquals(await remaining(sign), []);
    if (name === "SIGKILL") assertEquals(result.signal, name);
    else {
      await assertInTime(took, 2000);
      assertStringIncludes(result.stderr, "Go on: codex-auto resume --continuous");
    }
    return result;
  };
  const terminated = await ended("SIGTERM", busy, place.begin, async () => {
    const second = await place.auto(["--continuous", "--yes", "--no-tui", "Another goal"]);
    assertEquals(second.code, 10);
    const pr = await place.auto(["continuous", "pr"]);
    for (const { stderr } of [second, pr]) assertStringIncludes(stderr, "a run is at work in");
    assertMatch(await seen(), / under way {2}0\/1 [\s\S]*# Under way: 0 of 1 tasks done\n/);
  });
  assertEquals(terminated.code, 143, terminated.stderr);
  Deno.writeTextFileSync(`${place.worktree()}/mine.txt`, "mine\n");
  assertMatch(await seen(), / interrupted {2}0\/1 [\s\S]*# Interrupted: 0 of 1 tasks done\n/);
  assertEquals((await ended("SIGHUP", busy)).code, 129);
  await ended("SIGKILL", busy);
  const again = await ended("SIGTERM", verifying);
  assertStringIncludes(again.stderr, "step 3 was lost, and had changed b.txt; that is taken back");
  // What a person does until it goes on is no part of the step.
  Deno.writeTextFileSync(`${place.worktree()}/more.txt`, "more\n");
  Deno.removeSync(verifying);
  await ended("SIGKILL", verifying);
  // The commit is on its branch, and nothing of it in the log yet.
  place.home.install(
    "git",
    `#!/bin/sh
PATH=/usr/local/bin:/usr/bin:/bin
git "$@" || exit
case " $* " in *" update-ref "*) touch '${busy}' && while [ -e '${busy}' ]; do sleep 0.05; done ;; esac
`,
  );
  const proven = await ended("SIGKILL", busy);
  assertStringIncludes(proven.stderr, "the turn of step 4 had ended; what it did is proven now");
  Deno.removeSync(`${place.home.path}/bin/git`);
  await place.resumed(0);
  const log = await place.repo.git("log", "--format=%s", "--name-only", `HEAD..${BRANCH}`);
  assertEquals(log, "Do a\n\na.txt\nChanges made by hand\n\nmore.txt\nChanges made by hand\n\nmine.txt\n");
  assertEquals(place.summary().includes("b.txt"), false);
  assertEquals(place.prompts().length, 5);
  assertEquals(place.events().filter(({ type }) => type === "step_lost").length, 1);
  Deno.removeSync(verifying);
});

Deno.test("continuous: a signal that it was started to ignore, as nohup has it, does not stop it; no secret of the goal, a command or an output is written down, nor is it in the name of the branch; a person's changes are the first commit where they say so", async () => {
  const secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
  await using place = await agentPlace([A], {
    "2":
      `touch "$FAKE_CODEX/busy"; sleep 2; writes a.txt 'proven ${secret}'; runs 'cat a.txt # ${secret}'; say 'used ${secret}'`,
  });
  const { repo, env } = place;
  repo.write("mine.txt", "mine\n");
  const run = `trap '' HUP INT; exec '${binary()}' continuous --yes --no-tui --with-changes 'Use ${secret}'`;
  const { code, stdout, stderr } = await runProgram("sh", ["-c", run], {
    cwd: repo.path,
    env,
    signal: { name: "SIGHUP", when: appears(`${place.scripts}/busy`) },
  });
  assertEquals(code, 0, stderr);
  const kept = await runProgram("grep", ["-rli", secret.slice(4, 20), ".codex", ".git"], { cwd: repo.path });
  assertEquals([kept.stdout, `${stdout}${stderr}`.includes(secret)], ["", false]);
  const log = await repo.git("log", "--format=%s", "--branches=auto/*", "--not", "HEAD");
  assertEquals(log, "Do a\nChanges that were in no commit\n");
  assertEquals(await repo.git("status", "--porcelain"), "?? mine.txt\n");
});

Deno.test("continuous: without --yes the plan is shown and nothing is begun; what a stranger's repository brings along is never gone on with; a run whose executor is gone is left as it is; --resume-last, and auto_resume without a goal, go on with the latest run, whatever was killed before it wrote anything; a repository without a commit is told what to do", async () => {
  await using place = await agentPlace([A], WORK);
  const { stdout, stderr } = await place.planned();
  assertEquals(place.prompts().length, 1);
  assertStringIncludes(stderr, "waits (preview): The plan has 1 task and nothing has been done yet");
  const { session } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  await using theirs = await agentPlace([A], WORK);
  await new Deno.Command("cp", { args: ["-r", `${place.repo.path}/.codex`, theirs.repo.path] }).output();
  await theirs.repo.git("add", "-f", ".codex");
  for (const which of ["--no-tui", session]) {
    const { code, stderr } = await theirs.auto(["resume", "--continuous", which]);
    assertEquals(code, 2, stderr);
    assertMatch(stderr, /was not begun by you on this machine|there is no run to resume here/);
  }
  assertEquals(theirs.prompts(), []);
  const before = place.events().length;
  const codex = `${place.home.path}/bin/codex`;
  Deno.renameSync(codex, `${codex}.away`);
  assertStringIncludes((await place.resumed(40)).stderr, "codex is not installed");
  assertEquals(place.events().length, before);
  Deno.renameSync(`${codex}.away`, codex);
  Deno.writeTextFileSync(`${place.repo.path}/.git/info/exclude`, "");
  assertStringIncludes(await place.repo.git("status", "--porcelain"), "?? .codex/");
  const runs = `${place.repo.path}/.codex/state/continuous`;
  for (const [id, log] of [["29990101-000000-000abcdef", false], ["29990101-000000-001abcdef", true]]) {
    Deno.mkdirSync(`${runs}/${id}`);
    if (log) Deno.writeTextFileSync(`${runs}/${id}/events.jsonl`, "");
    Deno.mkdirSync(`${place.home.path}/.local/share/auto-tools/continuous/${id}`);
  }
  place.config("[continuous]\nauto_resume = true\n");
  const latest = await place.auto(["--continuous", "--no-tui"]);
  assertEquals(latest.code, 0, latest.stderr);
  assertEquals((await place.repo.git("status", "--porcelain")).includes(".codex"), false);
  const none = await place.auto(["--continuous", "--no-tui", "--resume-last"]);
  assertEquals(none.code, 2);
  assertStringIncludes(none.stderr, "there is no run to resume here");
  await place.repo.git("update-ref", "-d", "HEAD");
  const unborn = await place.auto(["--continuous", "--no-tui", "x"]);
  assertEquals(unborn.code, 20);
  assertStringIncludes(
    unborn.stderr,
    "has no commit yet, and a run works on a branch; commit something first",
  );
});

Deno.test("continuous: the plan is edited in $EDITOR and checked; another goal leads to a new plan, which is shown again; plan and limits hold as they are then", async () => {
  await using place = await agentPlace([A], {
    "2": `say '${JSON.stringify({ requirements: [], tasks: [task("c", "grep -q more c.txt")] })}'`,
    "3": "writes c.txt edited; say done",
  });
  await place.planned();
  const edit = async (script: string, code: number) => {
    const edited = await place.edit(`sed -i ${script}`);
    assertEquals(edited.code, code, edited.stderr);
    return edited.stderr;
  };
  const broken = await edit(`'s/grep.*/mkfs"/'`, 20);
  assertMatch(broken, /^The plan cannot be used yet, and is kept in \/.*\/plan\.edit-\w+\.jsonc:\n/);
  assertStringIncludes(broken, 'and "mkfs" changes a disk');
  const GOAL = `-e 's/Make it work/Make c work/' -e 's/"steps": 20/"steps": 2/'`;
  assertStringIncludes(await edit(`-e 's/mkfs/grep -q proven a.txt/' ${GOAL}`, 0), "Changed. Go on: ");
  assertStringIncludes((await place.resumed(3)).stderr, "waits (preview)");
  assertMatch(place.prompts()[1] ?? "", /Make c work[\s\S]*Why a new plan is needed: the goal was changed/);
  await edit("'s/more c.txt/edited c.txt/'", 0);
  const { stderr } = await place.resumed(0);
  assertStringIncludes(stderr, "step 1 of 2: Do c");
  assertStringIncludes(place.prompts()[2] ?? "", "grep -q edited c.txt");
});
