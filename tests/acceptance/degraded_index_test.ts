import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { livingAfter } from "../tools/living.ts";
import { PATIENT } from "./configured_tools.ts";
import { build, contextOnce, hookOf, inspect, onlyIndex, payloadOf, rebuilt } from "./context_runs.ts";
import { binary, makeHome, runProgram, type Setting, setting } from "./harness.ts";

const QUESTION = "where is lanternOil worked out?";
const LANTERN = "src/lantern.ts";
const FILES: Record<string, string> = {
  [LANTERN]: "export function lanternOil(input: number): number {\n  return input;\n}\n",
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `src/quay/crane${at}.ts`,
      `export function craneSwing${at}(input: number) {\n${
        `  input += ${at};\n`.repeat(40)
      }  return input;\n}\n`,
    ]),
  ),
};

function execute(dir: string, sql: string): DatabaseSync {
  const database = new DatabaseSync(`${dir}/index.db`);
  database.exec(sql);
  return database;
}

/** Writes over the middle of a file. */
function scribble(path: string): void {
  using file = Deno.openSync(path, { write: true });
  file.seekSync(2 * 4096, Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(40_000).fill(0xa5));
}

function fifo(path: string): void {
  Deno.removeSync(path);
  assert(new Deno.Command("mkfifo", { args: [path] }).outputSync().success);
}

/** What is done to the folder of an index, and what [Limits] says then; `tests/hard/cache_faults_test.ts` has many more. */
const TROUBLES: [name: string, make: (dir: string) => DatabaseSync | void, says: RegExp][] = [
  ["index.db is overwritten in the middle", (dir) => scribble(`${dir}/index.db`), /index is used: .*damaged/],
  [
    "a FIFO stands in index.db's place",
    (dir) => fifo(`${dir}/index.db`),
    /index is used: .*(not a regular file|a symbolic link)/,
  ],
  [
    "index.db is of a newer version",
    (dir) => execute(dir, "PRAGMA user_version = 4711").close(),
    /index is used: .*another version/,
  ],
  [
    "another program has locked index.db",
    (dir) =>
      execute(
        dir,
        "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; INSERT OR REPLACE INTO meta VALUES ('x', '1')",
      ),
    /index is used: .*locked/,
  ],
  [
    "lock.db is no database",
    (dir) => Deno.writeTextFileSync(`${dir}/lock.db`, "no database, ".repeat(400)),
    /^(?!.*index is used)/s,
  ],
];

Deno.test("Trouble with the index costs findings, never the prompt; the next build makes it good", async (t) => {
  await using first = await setting(FILES);
  await build(first);
  for (const [name, make, says] of TROUBLES) {
    await t.step(name, async () => {
      await using home = await makeHome();
      const at = { ...first, home, env: PATIENT };
      assert(
        new Deno.Command("cp", { args: ["-Rp", `${first.home.path}/.cache`, home.path] }).outputSync()
          .success,
      );
      const dir = onlyIndex(home);
      const held = make(dir);
      const answer = await contextOnce(at, QUESTION);
      held?.close();
      assertEquals([answer.code, answer.paths], [0, [LANTERN]]);
      assertMatch(answer.limits, says);
      await rebuilt(at);
      assertEquals(await livingAfter(home.path, 60_000), [], "a run in the background is still at work");
      const after = await contextOnce(at, QUESTION);
      assertEquals(after.paths, [LANTERN]);
      assert(!after.limits.includes("index is used"), after.limits);
      assertMatch(String(after.envelope.tool_results[1]?.data?.["index"]), /ready|stale/);
      assertEquals(inspect(dir).check, "ok");
    });
  }
});

/** Words that start the program as somebody for whom the modes of files hold: root may otherwise read and write all. */
const BOUND = Deno.uid() === 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : [];
/** A shell in which no file may grow beyond 8 blocks: what SQLite sees is a write that fails. */
const FULL = ["bash", "-c", `trap '' XFSZ; ulimit -f 8; exec "$0" "$@"`];

/** Runs the program so started. */
function launcherOf({ cwd, home }: Setting, launcher: string[]) {
  return (...args: string[]) => {
    const [command = "", ...rest] = [...launcher, binary(), ...args];
    return runProgram(command, rest, { cwd, env: home.env, stdin: payloadOf(cwd, { prompt: QUESTION }) });
  };
}

/** A prompt must find the file; what [Limits] says. */
async function limitsOf(run: ReturnType<typeof launcherOf>): Promise<string> {
  const { code, stdout, stderr } = await run("context", "--format", "json", QUESTION);
  assertEquals(code, 0, stderr);
  const { for_model, for_user } = JSON.parse(stdout).fused_context;
  assertEquals(for_model.structured.shown_paths, [LANTERN]);
  assertEquals((await run("hook")).code, 0);
  return for_user.limits_text;
}

const FOLDERS: [name: string, mode: string, says: RegExp, codes: number[]][] = [
  ["read-only", "a-w", /index is used: .*readonly/, [0, 40]],
  ["neither readable nor writable", "a=", /no folder for cache: .*Permission denied/, [20, 20]],
];
for (const [name, mode, says, codes] of FOLDERS) {
  Deno.test(`Trouble with the index costs findings, never the prompt: the cache folder is ${name}`, async () => {
    await using at = await setting(FILES);
    await build(at);
    const chmod = (mode: string) =>
      new Deno.Command("chmod", { args: ["-R", mode, `${at.home.path}/.cache`] }).outputSync();
    chmod(mode);
    try {
      const run = launcherOf(at, BOUND);
      assertMatch(await limitsOf(run), says);
      const commands = await Promise.all([run("index"), run("index", "build")]);
      assertEquals(commands.map(({ code }) => code), codes);
      for (const { stdout, stderr } of commands) {
        assertMatch(stdout + stderr, /missing|building|could not be built: .+|no folder for cache: .+/);
      }
    } finally {
      chmod("u=rwX,go=");
    }
    await rebuilt(at);
  });
}

Deno.test("Trouble with the index costs findings, never the prompt: the disk is full", async () => {
  await using at = await setting(FILES);
  const run = launcherOf(at, FULL);
  const failed = await run("index", "build");
  assertEquals(failed.code, 40);
  assertMatch(failed.stderr, /could not be built: .*(full|I\/O)/);
  assertMatch(await limitsOf(run), /index is used: (its last build did not end|.*(full|I\/O))/);
  await rebuilt(at);
  // One that is there already is not lost.
  assertEquals((await run("index", "build")).code, 40);
  assertEquals(inspect(onlyIndex(at.home)).check, "ok");
});

/** A program in git's place: how it behaves, and what [Limits] says; AC-007 has some that hang. */
const GITS: [name: string, script: string, limits: RegExp][] = [
  ["is missing", "", /no-git-root \(git is not installed\)/],
  ["fails at everything", "exit 128", /git could not list the files/],
];
for (const [name, script, said] of GITS) {
  Deno.test(`Trouble with git costs findings, never the prompt: git ${name}`, async () => {
    await using at = await setting(FILES);
    if (script !== "") at.home.install("git", `#!/bin/sh\n${script}\n`);
    const env: Record<string, string> = { ...PATIENT, ...(script === "" ? { PATH: at.home.bin } : {}) };
    const place = { ...at, env };
    const [answer, tierTwo, hook] = await Promise.all([
      contextOnce(place, QUESTION),
      contextOnce({ ...at, env: { ...env, CI_AUTO_TOOLS_TIER_MAX: "2" } }, "which hotspot is lanternOil in?"),
      hookOf(place, { prompt: QUESTION }),
    ]);
    assertEquals([answer.code, answer.paths], [0, [LANTERN]], answer.limits);
    assertEquals([tierTwo.code, hook.code], [0, 0]);
    assert(hook.context.includes(LANTERN), hook.systemMessage);
    for (const text of [answer.limits, tierTwo.limits, hook.context]) assertMatch(text, said);
    await rebuilt(place);
    assertEquals(inspect(onlyIndex(at.home)), { check: "ok", files: 61, segments: 1, writes: 61 });
  });
}
