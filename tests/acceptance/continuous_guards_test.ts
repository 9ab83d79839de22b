/** A run that meets trouble: the right guard stops it, with the right words and the right next step. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { binary, runProgram } from "./harness.ts";
import { type AgentPlace, agentPlace, type Task, task } from "../fixtures/continuous/fake_agent.ts";

const PROVEN = "grep -q proven a.txt";

/** What goes wrong in a run: the tasks of its plan (one that is proven by a word in a file, where none are named), what the executor does, the kind of the pause, and what its words are. */
interface Trouble {
  name: string;
  kind: string;
  tasks?: { task_id: string; verify: string; depends_on?: string[] }[];
  scripts: Record<string, string>;
  config?: string;
  why: string;
  next: string;
}

const TROUBLES: Trouble[] = JSON.parse(
  Deno.readTextFileSync(new URL("../fixtures/continuous/troubles.json", import.meta.url)),
);

/** More that must hold, by the kind of the pause. */
const ALSO: Record<string, (place: AgentPlace) => void> = {
  stalled: ({ prompts }) => assertMatch(prompts()[3] ?? "", /Your earlier attempts[\s\S]*ended with 1/),
  dangerous: ({ home, events }) => {
    Deno.statSync(`${home.path}/mine`);
    assertEquals(events().find(({ type }) => type === "refused")?.["by"], "guard");
  },
  plan: ({ prompts }) => assertMatch(prompts()[1] ?? "", /could not be used\n- tasks wait for each other/),
};

function onlyOne(verify = PROVEN): Task[] {
  return [task("a", verify)];
}

for (const { name, tasks, scripts, config, kind, why, next } of TROUBLES) {
  Deno.test(`continuous: ${name} → ${kind}`, async () => {
    const planned = tasks?.map(({ task_id, verify, ...more }) => task(task_id, verify, more));
    await using place = await agentPlace(planned ?? onlyOne(), scripts);
    if (config) place.config(config);
    const { stderr, stdout } = await place.begun(3);
    const paused = place.events().findLast(({ type }) => type === "paused") ?? {};
    const pause = Object(Object(paused).pause);
    assertEquals(pause.kind, kind, stderr);
    assertMatch(pause.why, new RegExp(why));
    assertMatch(pause.next, new RegExp(next));
    assertStringIncludes(stderr, `waits (${kind}): `);
    assertMatch(stderr, /Go on: codex-auto resume --continuous \d{8}-\d{6}-/);
    const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    assertEquals([last.kind, last.end, last.exit], ["end", "paused", 3]);
    assertStringIncludes(Deno.readTextFileSync(last.report), `Waiting (${kind})`);
    assertEquals(await place.repo.git("status", "--porcelain", "--", ".codex"), "");
    ALSO[kind]?.(place);
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
