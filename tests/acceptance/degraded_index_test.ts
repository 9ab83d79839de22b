import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { hookOf } from "./context_runs.ts";
import { binary, type Home, makeHome, makeRepo, type Repo, runProgram } from "./harness.ts";
import { indexDir } from "../../lib/kernel/index_folder.ts";
import { ask, build, holdWriterLock, inspect, onlyIndex, rebuilt } from "./indexed_home.ts";
import { sampled } from "./share.ts";

const QUESTION = "where is lanternOil worked out?";
const FILES: Record<string, string> = {
  "src/lantern.ts": "export function lanternOil(input: number): number {\n  return input;\n}\n",
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `src/quay/crane${at}.ts`,
      `export function craneSwing${at}(input: number) {\n${
        `  input += ${at};\n`.repeat(40)
      }  return input;\n}\n`,
    ]),
  ),
};

/** What is found must not depend on how fast the machine is; where git hangs, the default holds. */
const PATIENT = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "20000" };

/** Writes over the middle of a file. */
function scribble(path: string, from: number): void {
  using file = Deno.openSync(path, { write: true });
  file.seekSync(from, Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(40_000).fill(0xa5));
}

const TROUBLES: { name: string; make: (dir: string) => Disposable | void; says: RegExp }[] = [
  {
    name: "index.db is cut off",
    make: (dir) => Deno.truncateSync(`${dir}/index.db`, 5000),
    says: /index is used: .*damaged/,
  },
  {
    name: "index.db is overwritten in the middle",
    make: (dir) => scribble(`${dir}/index.db`, 4096 * 2),
    says: /index is used: .*damaged/,
  },
  {
    name: "a FIFO stands in index.db's place",
    make(dir) {
      Deno.removeSync(`${dir}/index.db`);
      assert(new Deno.Command("mkfifo", { args: [`${dir}/index.db`] }).outputSync().success);
    },
    says: /index is used: .*(not a regular file|a symbolic link)/,
  },
  {
    name: "index.db is of a newer version",
    make(dir) {
      const database = new DatabaseSync(`${dir}/index.db`);
      database.exec("PRAGMA user_version = 4711");
      database.close();
    },
    says: /index is used: .*another version/,
  },
  {
    name: "another program has locked index.db",
    make(dir) {
      const database = new DatabaseSync(`${dir}/index.db`);
      database.exec(
        "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; INSERT OR REPLACE INTO meta VALUES ('x', '1')",
      );
      return { [Symbol.dispose]: () => database.close() };
    },
    says: /index is used: .*locked/,
  },
  {
    name: "lock.db is no database",
    make: (dir) => Deno.writeTextFileSync(`${dir}/lock.db`, "no database, ".repeat(400)),
    says: /^(?!.*index is used)/s,
  },
];

Deno.test("Trouble with the index costs findings, never the prompt; the next build makes it good", async (t) => {
  await using repo = await makeRepo(FILES);
  await using first = await makeHome();
  await build({ cwd: repo.path, home: first });
  for (const { name, make, says } of sampled(TROUBLES)) {
    await t.step(name, async () => {
      await using home = await makeHome();
      await copyFolder(`${first.path}/.cache`, `${home.path}/.cache`);
      const place = { cwd: repo.path, home, env: PATIENT };
      const dir = onlyIndex(home);
      {
        using _trouble = make(dir) ?? { [Symbol.dispose]: () => {} };
        const answer = await ask(place, QUESTION);
        assertEquals([answer.code, answer.paths], [0, ["src/lantern.ts"]]);
        assert(says.test(answer.limits), answer.limits);
      }
      await rebuilt(place);
      const after = await ask(place, QUESTION);
      assertEquals(after.paths, ["src/lantern.ts"]);
      assert(!after.limits.includes("index is used"), after.limits);
      assert(/ready|stale/.test(String(after.envelope.tool_results[1]?.data?.["index"])), after.limits);
      assertEquals(inspect(dir).check, "ok");
    });
  }
});

/** The program as somebody for whom the modes of files hold: root may otherwise read and write all. */
const BOUND = Deno.uid() === 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : [];

const FOLDERS: { name: string; modes: { folder: number; files: number }; says: RegExp; codes: number[] }[] = [
  {
    name: "read-only",
    modes: { folder: 0o555, files: 0o444 },
    says: /index is used: .*readonly/,
    codes: [0, 40],
  },
  {
    name: "neither readable nor writable",
    modes: { folder: 0, files: 0 },
    says: /no folder for cache: .*Permission denied/,
    codes: [20, 20],
  },
];
for (const { name, modes, says, codes } of FOLDERS) {
  Deno.test(`Trouble with the index costs findings, never the prompt: the cache folder is ${name}`, async () => {
    await using repo = await makeRepo(FILES);
    await using home = await makeHome();
    await build({ cwd: repo.path, home });
    const cache = `${home.path}/.cache`;
    const inside = [...walk(cache)];
    const setModes = (folder: number, file: number) => {
      for (const { path, isFile } of inside) Deno.chmodSync(path, isFile ? file : 0o700);
      for (const { path, isFile } of [...inside].reverse()) if (!isFile) Deno.chmodSync(path, folder);
    };
    const run = (...args: string[]) => bound(args, repo, home);
    setModes(modes.folder, modes.files);
    try {
      const context = await run("context", "--format", "json", QUESTION);
      assertEquals(context.code, 0, context.stderr);
      const { fused_context } = JSON.parse(context.stdout);
      assertEquals(fused_context.for_model.structured.shown_paths, ["src/lantern.ts"]);
      assert(says.test(fused_context.for_user.limits_text), fused_context.for_user.limits_text);
      const hook = await run("hook");
      assertEquals(hook.code, 0);
      const commands = await Promise.all([run("index"), run("index", "build")]);
      assertEquals(commands.map(({ code }) => code), codes);
      for (const { stdout, stderr } of commands) {
        assertMatch(stdout + stderr, /missing|could not be built: .+|no folder for cache: .+/);
      }
    } finally {
      setModes(0o700, 0o600);
    }
    await rebuilt({ cwd: repo.path, home });
  });
}

Deno.test("Trouble with the index costs findings, never the prompt: the disk is full", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  // No file may grow beyond 8 blocks: what SQLite sees is a write that fails.
  const full = (...args: string[]) =>
    runProgram("bash", ["-c", `trap '' XFSZ; ulimit -f 8; exec "$0" "$@"`, binary(), ...args], {
      cwd: repo.path,
      env: home.env,
    });
  const failed = await full("index", "build");
  assertEquals(failed.code, 40);
  assert(/could not be built: .*(full|I\/O)/.test(failed.stderr), failed.stderr);
  const context = await full("context", "--format", "json", QUESTION);
  assertEquals(context.code, 0, context.stderr);
  const { fused_context } = JSON.parse(context.stdout);
  assertEquals(fused_context.for_model.structured.shown_paths, ["src/lantern.ts"]);
  const { limits_text } = fused_context.for_user;
  assert(/index is used: (its last build did not end|.*(full|I\/O))/.test(limits_text), limits_text);
  await rebuilt({ cwd: repo.path, home });
  // One that is there already is not lost.
  assertEquals((await full("index", "build")).code, 40);
  assertEquals(inspect(onlyIndex(home)).check, "ok");
});

/** A program in git's place; `@git` stands for the real one, `@home` for the folder of its traces. */
const GITS: { name: string; script: string; limits: RegExp; hangs?: true }[] = [
  { name: "is missing", script: "", limits: /no-git-root \(git is not installed\)/ },
  { name: "fails at everything", script: "exit 128", limits: /git could not list the files/ },
  {
    name: "hangs",
    script: 'echo $$ >>"@home/pids"; exec sleep 60',
    limits: /git could not list the files/,
    hangs: true,
  },
];
for (const { name, script, limits, hangs } of GITS) {
  Deno.test(`Trouble with git costs findings, never the prompt: git ${name}`, async () => {
    await using repo = await makeRepo(FILES);
    await using home = await makeHome();
    const git = await realGit();
    if (script !== "") {
      home.install("git", `#!/bin/sh\n${script.replaceAll("@git", git).replaceAll("@home", home.path)}\n`);
    }
    const env = { ...(hangs ? {} : PATIENT), ...(script === "" ? { PATH: home.bin } : {}) };
    const place = { cwd: repo.path, home, env };
    const dir = indexDir(`${home.env["XDG_CACHE_HOME"]}/auto-tools`, repo.path);
    Deno.mkdirSync(dir, { recursive: true });
    // A build in the background would wait for such a git long after the test.
    using _lock = hangs && holdWriterLock(dir);
    try {
      const [answer, tierTwo, hook] = await Promise.all([
        ask(place, QUESTION),
        ask({ ...place, env: { ...env, CI_AUTO_TOOLS_TIER_MAX: "2" } }, "which hotspot is lanternOil in?"),
        hookOf(place, { prompt: QUESTION }),
      ]);
      assertEquals([answer.code, answer.paths], [0, ["src/lantern.ts"]], answer.limits);
      assertEquals([tierTwo.code, hook.code], [0, 0]);
      assert(hook.context.includes("src/lantern.ts"), hook.systemMessage);
      for (const said of [answer.limits, tierTwo.limits, hook.context]) assert(limits.test(said), said);
    } finally {
      assertEquals(await lastingOf(pidsOf(home)), [], "a git outlives its prompt");
    }
    if (!hangs) {
      await rebuilt(place);
      assertEquals(inspect(dir), { check: "ok", files: 61, segments: 1, writes: 61 });
    }
  });
}

async function realGit(): Promise<string> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", "command -v git"] }).output();
  return new TextDecoder().decode(stdout).trim();
}

function pidsOf(home: Home): number[] {
  try {
    return Deno.readTextFileSync(`${home.path}/pids`).trim().split("\n").map(Number);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Those of these processes that have not ended and been collected soon; they are ended. */
async function lastingOf(pids: readonly number[]): Promise<number[]> {
  const living = () => pids.filter((pid) => signalled(pid, "SIGCONT"));
  for (let tries = 100; tries > 0 && living().length > 0; tries--) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const lasting = living();
  for (const pid of lasting) signalled(pid, "SIGKILL");
  return lasting;
}

/** Sends a signal; false where there is no such process. */
function signalled(pid: number, signal: Deno.Signal): boolean {
  try {
    Deno.kill(pid, signal);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Runs the program with the rights that the modes of files give. */
function bound(args: string[], repo: Repo, home: Home) {
  const [command = binary(), ...rest] = [...BOUND, binary(), ...args];
  const stdin = JSON.stringify({
    hook_event_name: "UserPromptSubmit",
    session_id: "s-1",
    cwd: repo.path,
    prompt: QUESTION,
  });
  return runProgram(command, rest, { cwd: repo.path, env: home.env, stdin });
}

function* walk(folder: string): Generator<{ path: string; isFile: boolean }> {
  yield { path: folder, isFile: false };
  for (const { name, isFile } of Deno.readDirSync(folder)) {
    if (isFile) yield { path: `${folder}/${name}`, isFile };
    else yield* walk(`${folder}/${name}`);
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  const { success } = await new Deno.Command("cp", { args: ["-Rp", from, to] }).output();
  assert(success);
}
