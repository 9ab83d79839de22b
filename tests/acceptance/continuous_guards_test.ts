/** A run that meets trouble: the right guard stops it, with the right words and the right next step. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { binary, runProgram } from "./harness.ts";
import { type AgentPlace, agentPlace, type Task, task } from "../fixtures/continuous/fake_agent.ts";

const PROVEN = "grep -q proven a.txt";

interface Trouble {
  name: string;
  tasks?: Task[];
  scripts: Record<string, string>;
  config?: string;
  /** The kind of the pause, and what its words are. */
  kind: string;
  why: RegExp;
  next: RegExp;
  /** More that must hold. */
  also?(place: AgentPlace): void;
}

function onlyOne(verify = PROVEN): Task[] {
  return [task("a", verify)];
}

const TROUBLES: Trouble[] = [
  {
    name: "a model that says done while the tests fail, and changes nothing",
    scripts: { else: "say 'All done, everything passes!'" },
    kind: "stalled",
    why:
      /3 steps in a row changed no file, made no commit and changed no test result, and whatever the model says, grep -q proven a\.txt ended with 1/,
    next: /edit the plan/,
    also: ({ prompts }) => assertMatch(prompts()[3] ?? "", /Your earlier attempts[\s\S]*ended with 1/),
  },
  {
    name: "the same command ten times",
    scripts: { else: "for i in 1 2 3 4 5 6 7 8 9 10; do runs 'cat b.txt'; done; sleep 30" },
    kind: "stuck",
    why: /The same command gave the same output 5 times while no file changed: cat b\.txt/,
    next: /by hand/,
  },
  {
    name: "rm -rf outside the folder, which never begins",
    scripts: { else: "touch \"$HOME/mine\"; runs 'true && rm -rf ~/mine'; say no" },
    kind: "dangerous",
    why:
      /guard refused what its last step wanted to run.*`rm -rf ~\/mine` deletes \/.*\/mine, which is not in/,
    next: /allow exactly these commands/,
    also: ({ home, events }) => {
      Deno.statSync(`${home.path}/mine`);
      assertEquals(events().find(({ type }) => type === "refused")?.["by"], "guard");
    },
  },
  {
    name: "a codex that does not ask the guard",
    scripts: { else: "guard=true; runs 'ls'; sleep 30" },
    kind: "executor",
    why: /codex ran a command without asking the guard, and was ended/,
    next: /Put that right/,
  },
  {
    name: "a provider that is down",
    scripts: { else: "fails 'We are experiencing high demand'" },
    config: "[continuous]\nstop_conditions = { provider_failures = 0 }\n",
    kind: "provider",
    why: /The model could not be reached \(We are experiencing high demand\)/,
    next: /once the provider answers again/,
  },
  {
    name: "an account that is refused, which no waiting mends",
    scripts: { else: "fails '401 Unauthorized: invalid api key'" },
    kind: "executor",
    why: /401 Unauthorized/,
    next: /Put that right/,
  },
  {
    name: "no output for longer than the idle limit",
    scripts: { else: "sleep 60" },
    config: "[continuous]\nstop_conditions = { idle_minutes = 0.02 }\n",
    kind: "idle",
    why: /The executor said nothing for 1 s, so it was ended/,
    next: /idle_minutes/,
  },
  {
    name: "a plan with a circle, twice",
    tasks: [task("a", PROVEN, { depends_on: ["b"] }), task("b", PROVEN, { depends_on: ["a"] })],
    scripts: { else: '. "$FAKE_CODEX/1.sh"' },
    kind: "plan",
    why: /tasks wait for each other: a, b/,
    next: /planned again, or edit/,
    also: ({ prompts }) => assertMatch(prompts()[1] ?? "", /could not be used\n- tasks wait for each other/),
  },
  {
    name: "a verify command that hangs",
    tasks: onlyOne("tail -f a.txt"),
    scripts: { else: 'writes a.txt "$n"; say done' },
    config: "[continuous]\nstop_conditions = { verify_minutes = 0.01, retries = 0, replans = 0 }\n",
    kind: "failed",
    why: /is not done after 1 attempt: tail -f a\.txt took too long/,
    next: /Retry to give it one more attempt/,
  },
  {
    name: "a step budget that is used up",
    tasks: [task("a", "grep -q proven a.txt"), task("b", "test -e c.txt", { depends_on: ["a"] })],
    scripts: { else: "writes a.txt proven; say done" },
    config: "[continuous]\ndefault_max_steps = 1\n",
    kind: "steps",
    why: /The one step it had is used/,
    next: /--max-steps/,
  },
];

for (const { name, tasks = onlyOne(), scripts, config, kind, why, next, also } of TROUBLES) {
  Deno.test(`continuous: ${name} → ${kind}`, async () => {
    await using place = await agentPlace(tasks, scripts);
    if (config) place.config(config);
    const { stderr, stdout } = await place.begun(3);
    const paused = place.events().findLast(({ type }) => type === "paused") ?? {};
    const pause = Object(Object(paused).pause);
    assertEquals(pause.kind, kind, stderr);
    assertMatch(pause.why, why);
    assertMatch(pause.next, next);
    assertStringIncludes(stderr, `waits (${kind}): `);
    assertMatch(stderr, /Go on: codex-auto resume --continuous \d{8}-\d{6}-/);
    const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    assertEquals([last.kind, last.end, last.exit], ["end", "paused", 3]);
    assertStringIncludes(Deno.readTextFileSync(last.report), `Waiting (${kind})`);
    assertEquals(await place.repo.git("status", "--porcelain", "--", ".codex"), "");
    also?.(place);
  });
}

Deno.test("continuous: what a person edits, checks out or commits in their own folder neither mixes in nor stops the run", async () => {
  const tasks = [...onlyOne(), task("b", "grep -q more b.txt", { depends_on: ["a"], breakpoint: true })];
  await using place = await agentPlace(tasks, {
    "2": 'writes a.txt proven; echo mine >"$PERSON/a.txt"; git -C "$PERSON" checkout -qb side; say done',
    "3": 'runs "git commit -qam mine"; writes b.txt more; say done',
  });
  const env = { PERSON: place.repo.path };
  await place.begun(3, { env });
  place.repo.write("b.txt", "mine\n");
  await place.repo.git("commit", "-qam", "By a person");
  const { stderr } = await place.resumed(0);
  assertEquals(stderr.includes("somebody"), false, stderr);
  assertStringIncludes(await place.report(), "Complete: 2 of 2 tasks done and proven");
  assertEquals(Deno.readTextFileSync(`${place.repo.path}/b.txt`), "mine\n");
  assertEquals(
    await place.repo.git("show", "auto/make-it-work:a.txt", "auto/make-it-work:b.txt"),
    "proven\nmore\n",
  );
  const merge = await place.auto(["continuous", "merge"]);
  assertEquals(merge.code, 10, merge.stderr);
  assertMatch(merge.stderr, /cannot be merged: both sides have changed a\.txt, b\.txt\nNothing was merged/);
  assertEquals(await place.repo.git("status", "--porcelain"), "");
  await place.repo.git("checkout", "-q", "main");
  const merged = await place.auto(["continuous", "merge"]);
  assertEquals([merged.code, await place.repo.git("show", "HEAD:b.txt")], [0, "more\n"], merged.stderr);
  assertEquals(await place.repo.git("branch", "--list", "auto/*"), "");
});

Deno.test("continuous: a dangerous command is allowed by name only, and the step after that may run it", async () => {
  await using place = await agentPlace(onlyOne(), {
    else: "mkdir -p ~/junk; runs 'rm -r ~/junk' && test ! -e ~/junk && writes a.txt proven; say done",
  });
  await place.begun(3);
  const asked = await place.resumed(3);
  assertStringIncludes(asked.stderr, "--decide continue|retry|skip");
  assertEquals(place.prompts().length, 2);
  await place.resumed(0, "--decide", "continue");
  assertMatch(place.prompts()[2] ?? "", /Allowed all the same: rm -r ~\/junk/);
});

Deno.test("continuous: files that verify commands write are in no commit", async () => {
  await using place = await agentPlace(onlyOne(`${PROVEN} && date >>built.log`), {
    else: "writes a.txt proven; say done",
  });
  await place.begun(0);
  assertEquals(await place.repo.git("diff", "--name-only", "HEAD", "auto/make-it-work"), "a.txt\n");
});

Deno.test("continuous: what a later task breaks is found at the end, and nothing is called complete", async () => {
  const tasks = [...onlyOne(), task("b", "grep -q more b.txt", { depends_on: ["a"] })];
  await using place = await agentPlace(tasks, {
    "2": "writes a.txt proven; say done",
    "3": "writes a.txt broken; writes b.txt more; say done",
    "4": '. "$FAKE_CODEX/1.sh"',
  });
  place.config("[continuous]\nstop_conditions = { replans = 0 }\n");
  const { stderr } = await place.begun(3);
  assertStringIncludes(stderr, "at the end grep -q proven a.txt no longer passes");
  Deno.writeTextFileSync(`${place.worktree()}/a.txt`, "proven\n");
  await place.resumed(0);
  assertStringIncludes(
    await place.repo.git("log", "--format=%s", "auto/make-it-work"),
    "Changes made by hand\n",
  );
});

/** Disks that are full: of so many blocks a file, where a step does so; what is said then, and what a person does about it. */
const FULL: [
  name: string,
  blocks: number,
  step: string,
  says: RegExp,
  repair: (place: AgentPlace) => void,
][] = [
  [
    "a full disk ends the run with what was written before whole",
    200,
    "writes a.txt proven; say \"$(head -c 300000 /dev/zero | tr '\\0' x)\"; say done",
    /cannot keep the run:/,
    () => {},
  ],
  [
    "where git cannot look at what a step wrote the run says so",
    2000,
    "head -c 3000000 /dev/urandom >big.bin; writes a.txt proven; say done",
    /cannot look at the repository: git add .*\n.*then: codex-auto resume --continuous\n/,
    (place) => {
      Deno.removeSync(`${place.worktree()}/big.bin`);
      place.script("3", "writes a.txt proven; say done");
    },
  ],
];
for (const [name, blocks, step, says, repair] of FULL) {
  Deno.test(`continuous: ${name}, and it goes on from there`, async () => {
    await using place = await agentPlace(onlyOne(), { else: step });
    const limit =
      `trap '' XFSZ; ulimit -f ${blocks}; exec '${binary()}' --continuous --yes --no-tui 'Make it work'`;
    const { code, stdout, stderr } = await runProgram("bash", ["-c", limit], {
      cwd: place.repo.path,
      env: place.env,
    });
    assertEquals(code, 3, stderr);
    assertMatch(stderr, says);
    const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    assertEquals([last.kind, last.end, last.exit], ["end", "paused", 3]);
    repair(place);
    await place.resumed(0);
  });
}
