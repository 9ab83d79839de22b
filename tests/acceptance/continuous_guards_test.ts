/** A run that meets trouble: the right guard stops it, with the right words and the right next step. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { appears, assertHas, binary, runProgram, type RunResult } from "./harness.ts";
import { shell } from "../fixtures/guard/git_repository.ts";
import { type AgentPlace, agentPlace, task } from "../fixtures/continuous/fake_agent.ts";

const PROVEN = "grep -q proven a.txt";

const onlyOne = () => [task("a", PROVEN)];

/** What a run that waits says everywhere, with this kind of a pause and these words in it. */
function assertWaits(
  place: AgentPlace,
  { stderr, stdout }: RunResult,
  kind: string,
  why: RegExp,
  next: string,
) {
  const pause = Object(place.events().findLast(({ type }) => type === "paused"))?.pause;
  assertEquals(pause?.kind, kind, stderr);
  assertMatch(pause.why, why);
  assertHas(pause.next, next);
  assertHas(stderr, `waits (${kind}): `);
  assertMatch(stderr, /Go on: codex-auto resume --continuous \d{8}-\d{6}-/);
  const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  assertEquals([last.kind, last.end, last.exit], ["end", "paused", 3]);
  assertHas(Deno.readTextFileSync(last.report), `Waiting (${kind})`);
}

Deno.test("continuous: no plan: a codex that does not ask the guard, an account that is refused, a plan with a circle twice, an executor that says nothing for longer than the idle limit; each waits, and says what to do", async () => {
  const circle = [task("a", PROVEN, { depends_on: ["b"] }), task("b", PROVEN, { depends_on: ["a"] })];
  await using place = await agentPlace(circle, {
    "2": "fails '401 Unauthorized: invalid api key'",
    else: '. "$FAKE_CODEX/circle.sh"',
  });
  Deno.renameSync(`${place.scripts}/1.sh`, `${place.scripts}/circle.sh`);
  place.script("1", "guard=true; runs 'ls'; sleep 30");
  const unguarded = /codex ran a command without asking the guard, and was ended/;
  assertWaits(place, await place.begun(3), "executor", unguarded, "Put that right");
  assertWaits(place, await place.resumed(3), "executor", /401 Unauthorized/, "Put that right");
  const plan = await place.resumed(3);
  assertWaits(place, plan, "plan", /tasks wait for each other: a, b/, "planned again, or edit");
  assertStringIncludes(place.prompts()[3] ?? "", "could not be used\n- tasks wait for each other");
  place.script("5", "sleep 60");
  place.config("[continuous]\nstop_conditions = { idle_minutes = 0.02 }\n");
  const silent = /The executor said nothing for 1 s, so it was/;
  assertWaits(place, await place.begun(3), "idle", silent, "idle_minutes");
});

Deno.test("continuous: the same command without end is stuck, refused ones too; a dangerous one never begins, is allowed by name only, and the step after that may run it", async () => {
  await using place = await agentPlace(onlyOne(), {
    "2": "for i in 1 2 3 4 5; do runs 'cat b.txt'; done; sleep 30",
    "3": "while sleep 0.1; do runs 'rm -r ~/mine'; done",
    else: "runs 'true && rm -r ~/mine' && test ! -e ~/mine && writes a.txt proven; say done",
  });
  const mine = `${place.home.path}/mine`;
  Deno.mkdirSync(mine);
  const stuck = /The same command gave the same output 5 times while no file changed: cat b\.txt/;
  assertWaits(place, await place.begun(3), "stuck", stuck, "by hand");
  const again = /The same command was refused 5 times while no file changed: rm -r ~\/mine/;
  assertWaits(place, await place.resumed(3), "stuck", again, "by hand");
  const dangerous =
    /guard refused what its last step wanted to run.*`rm -r ~\/mine` deletes \/.*\/mine, which is not in/;
  const refused = await place.resumed(3);
  assertWaits(place, refused, "dangerous", dangerous, "allow exactly these commands");
  assertStringIncludes(refused.stderr, "--decide continue|retry|skip");
  Deno.statSync(mine);
  assertEquals(place.events().find(({ type }) => type === "refused")?.["by"], "guard");
  await place.resumed(3);
  assertEquals(place.prompts().length, 4);
  await place.resumed(0, "--decide", "continue");
  assertMatch(place.prompts()[4] ?? "", /Your earlier attempts[\s\S]*Allowed all the same\n- rm -r ~\/mine/);
});

Deno.test("continuous: what a person edits, checks out or commits in their own folder neither mixes in nor stops the run, and no step changes it, also below /tmp; what a later task breaks is found at the end, and put right by hand", async () => {
  const tasks = [...onlyOne(), task("b", "grep -q more b.txt", { depends_on: ["a"], breakpoint: true })];
  await using place = await agentPlace(tasks, {
    "2": `writes a.txt proven; echo mine >"$PERSON/a.txt"; git -C "$PERSON" checkout -qb side
      runs "echo its >$PERSON/a.txt"; runs "git -C $PERSON reset -q --hard"
      runs "GIT_DIR=$PERSON/.git GIT_WORK_TREE=$PERSON git reset -q --hard"; say done`,
    "3":
      'writes a.txt broken; runs "git commit -qam mine"; writes b.txt more; mkdir new; >new/a >out; say done',
  });
  place.config("[continuous]\nstop_conditions = { replans = 0 }\n");
  await place.begun(3, { env: { PERSON: place.repo.path } });
  place.repo.write("b.txt", "mine\n");
  await place.repo.git("commit", "-qam", "By a person");
  const { stderr } = await place.resumed(3);
  assertEquals(stderr.includes("somebody"), false, stderr);
  assertStringIncludes(stderr, "at the end grep -q proven a.txt no longer passes");
  Deno.writeTextFileSync(`${place.worktree()}/a.txt`, "proven\n");
  const early = await place.auto(["continuous", "merge"]);
  assertMatch(early.stderr, /: 1 file in .* with changes in no commit: commit or stash them first/);
  await place.resumed(0);
  const log = await place.repo.git("log", "--format=%s", "auto/make-it-work");
  assertStringIncludes(log, "Changes made by hand\n");
  assertStringIncludes(place.summary(), "Complete: 2 of 2 tasks done and proven");
  assertEquals(Deno.readTextFileSync(`${place.repo.path}/b.txt`), "mine\n");
  assertEquals(
    await place.repo.git("show", "auto/make-it-work:a.txt", "auto/make-it-work:b.txt"),
    "proven\nmore\n",
  );
  const merge = await place.auto(["continuous", "merge"]);
  assertEquals(merge.code, 10, merge.stderr);
  assertMatch(
    merge.stderr,
    /cannot be merged: [^]*conflict in a\.txt\n[^]*conflict in b\.txt\n[^]*Nothing was merged/,
  );
  assertEquals(await place.repo.git("status", "--porcelain"), "");
  await place.repo.git("checkout", "-q", "main");
  Deno.writeTextFileSync(`${place.repo.path}/.git/info/exclude`, "new\nout\n.codex\n");
  Deno.mkdirSync(`${place.repo.path}/out`);
  for (
    const [mine, why] of [
      [`${place.worktree()}/mine.txt`, "1 file in /"],
      [`${place.repo.path}/out/mine`, "it would overwrite out/mine: move"],
      [`${place.repo.path}/new`, "it would overwrite new: move"],
      [`${place.repo.path}/new/a`, "it would overwrite new/a: move"],
    ] as const
  ) {
    if (mine.endsWith("/a")) Deno.mkdirSync(`${place.repo.path}/new`);
    Deno.writeTextFileSync(mine, "mine\n");
    const { code, stderr } = await place.auto(["continuous", "merge"]);
    assertEquals([code, Deno.readTextFileSync(mine)], [10, "mine\n"], stderr);
    assertStringIncludes(stderr, why);
    Deno.removeSync(mine);
  }
  await place.repo.git("update-ref", "MERGE_HEAD", "HEAD");
  const refused = await place.auto(["continuous", "merge"]);
  assertStringIncludes(refused.stderr, "a merge is under way here");
  await place.repo.git("update-ref", "-d", "MERGE_HEAD");
  const merged = await place.auto(["continuous", "merge"]);
  assertEquals([merged.code, await place.repo.git("show", "HEAD:b.txt")], [0, "more\n"], merged.stderr);
  assertEquals(await place.repo.git("branch", "--list", "auto/*"), "");
  assertMatch((await place.auto(["continuous", "merge"])).stderr, /: run \S+ was merged\n$/);
});

Deno.test("continuous: only a yes to every requirement passes a gate; with a person's word the run ends as not proven; a --yes holds after a kill", async () => {
  const requirements = ["It works", "It is fast"];
  await using place = await agentPlace(onlyOne(), {
    "1": 'touch "$FAKE_CODEX/busy"; sleep 300',
    "2": `say '${JSON.stringify({ requirements, tasks: onlyOne() })}'`,
    "3": "writes a.txt proven; say done",
  });
  place.config('[continuous]\nreview = "gate"\n');
  await place.begin({ signal: { name: "SIGKILL", when: appears(`${place.scripts}/busy`) } });
  assertStringIncludes((await place.resumed(3)).stderr, "does not find everything done: It is fast\n");
  await place.resumed(5, "--decide", "continue");
});

Deno.test("continuous: a filter that only the repository configures is named; what needs it is neither committed nor merged without a word", async () => {
  await using place = await agentPlace(onlyOne(), {
    "2": "writes a.txt proven; writes key.txt plain; say done",
  });
  const crypt = "git config filter.crypt.clean 'sed s/plain/cipher/'; git config filter.crypt.required true";
  const key = `${crypt}; echo 'key* filter=crypt' >.gitattributes; echo plain >key.txt; git add -A`;
  await shell(`${key}; git commit -qm Key; git branch auto; touch -d @1 key.txt`, place.repo.path);
  const needs = "key.txt needs a filter of .git/config, which is not run: move that to ~/.gitconfig";
  const { stderr } = await place.begun(3);
  assertHas(stderr, "waits (tampered): ", needs, "filters of .git/config are not run");
  assertEquals(stderr.includes("changes of yours"), false, stderr);
  assertHas(await place.report(), "- files that stand there as git stores them", ": key.txt\n");
  await place.resumed(0, "--decide", "continue");
  const merge = await place.auto(["continuous", "merge"]);
  assertMatch(merge.stderr, /key\.txt needs .* `git merge auto-\w+\/make-it-work` by hand; nothing/);
});

Deno.test("continuous: a full disk ends the run with what was written before whole, or says that git cannot look at what a step wrote, and the run goes on from there", async () => {
  await using place = await agentPlace(onlyOne(), {
    "2": "writes a.txt proven; say \"$(head -c 300000 /dev/zero | tr '\\0' x)\"; say done",
    "3": "head -c 3000000 /dev/urandom >big.bin; writes a.txt proven; say done",
    "4": "writes a.txt proven; say done",
  });
  /** Of so many blocks a file. */
  const full = async (blocks: number, words: string, says: RegExp) => {
    const limit = `trap '' XFSZ; ulimit -f ${blocks}; exec '${binary()}' ${words} --no-tui`;
    const { code, stdout, stderr } = await runProgram("bash", ["-c", limit], {
      cwd: place.repo.path,
      env: place.env,
    });
    assertEquals(code, 3, stderr);
    assertMatch(stderr, says);
    const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    assertEquals([last.kind, last.end, last.exit], ["end", "paused", 3]);
  };
  await full(200, "--continuous --yes 'Make it work'", /cannot keep the run:/);
  const blind = /cannot look at the repository: git add .*\n.*then: codex-auto resume --continuous\n/;
  await full(2000, "resume --continuous", blind);
  Deno.removeSync(`${place.worktree()}/big.bin`);
  await place.resumed(0);
});
