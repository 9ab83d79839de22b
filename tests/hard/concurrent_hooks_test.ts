/** Many hooks at once on one repository, while it is edited and indexed: all are answered, and the index is what a fresh build makes. */
import { assert, assertEquals } from "@std/assert";
import {
  assertOfTheTree,
  contextOnce,
  type HookAnswer,
  hookAnswer,
  inspect,
  LATE,
  onlyIndex,
  payloadOf,
} from "../acceptance/context_runs.ts";
import { binary, type Home, makeRepo, type Repo, runProgram, scaled } from "../acceptance/harness.ts";
import { assertNothingLeft, backgroundEnds, faultHome, pause, run } from "./faults.ts";
import { noiseMs } from "../acceptance/in_time.ts";

const HOOKS = scaled(50);
const FOLDERS = 6;
const COUNT = 60;
/** ms; fifty programs that start at once on two cores wait for each other for longer than any of them works. */
const WALL_MS = 20_000;
/** ms that a build may take where others work as well; it promises no time. */
const BUILD_MS = 90_000;

const FILES = Object.fromEntries(
  Array.from({ length: COUNT }, (_, at) => [pathOf(at), textOf(at, "")]),
);

function pathOf(at: number): string {
  return `src/quay${at % FOLDERS}/crane${at}.ts`;
}

function textOf(at: number, more: string): string {
  const lines = Array.from({ length: 12 }, (_, line) => `  input += bollard${(at * 7 + line) % 90};\n`);
  return `export function craneSwing${at}(input: number) {\n${lines.join("")}  return input;\n}\n${more}`;
}

Deno.test(`${HOOKS} hooks at once, without an index and with one, among builds and edits: all answer, the index is whole`, async (t) => {
  await noiseMs();
  await using repo = await makeRepo(FILES);
  await using home = await faultHome();
  for (const name of ["without an index", "with a stale index"]) {
    await t.step(name, async () => {
      const edits = editing(repo);
      const builds = building(repo, home);
      await Promise.all(Array.from({ length: HOOKS }, (_, at) => asked(repo, home, at % (COUNT / 2))))
        .finally(() => {
          edits.stop();
          builds.stop();
        });
      await Promise.all([edits.ended, builds.ended]);
      await backgroundEnds(home);
      await run(["index", "build"], { cwd: repo.path, home, wallMs: BUILD_MS });
      await assertNothingLeft(home);
      assertEquals([inspect(onlyIndex(home)).check, inspect(onlyIndex(home)).files], ["ok", COUNT]);
    });
  }
  await t.step("the index gives the answers of a fresh build", async () => {
    await using fresh = await faultHome();
    await run(["index", "build"], { cwd: repo.path, home: fresh, wallMs: BUILD_MS });
    const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: String(WALL_MS) };
    const prompt = "who calls bollard33 in the code, and where is edited3 defined?";
    const [used, made] = [
      await contextOnce({ cwd: repo.path, home, env }, prompt),
      await contextOnce({ cwd: repo.path, home: fresh, env }, prompt),
    ];
    await assertOfTheTree(repo, used);
    assertEquals(used.paths, made.paths);
    assertEquals(used.items.map(withoutTime), made.items.map(withoutTime));
  });
});

/** One hook in a session of its own; it must answer, with the place or with why it could not look. */
async function asked(repo: Repo, home: Home, at: number): Promise<void> {
  // From a file: with fifty of them this process would be late to write.
  const file = `${home.path}/tmp/${at}-${crypto.randomUUID()}`;
  Deno.writeTextFileSync(
    file,
    payloadOf(repo.path, {
      prompt: `where is craneSwing${at} defined in the code?`,
      session_id: crypto.randomUUID(),
    }),
  );
  const result = await runProgram("/bin/sh", ["-c", 'exec "$0" hook <"$1"', binary(), file], {
    cwd: repo.path,
    env: { ...home.env, CI_AUTO_TOOLS_BUDGET_WALL_MS: String(WALL_MS) },
    // No closer than this: how long fifty programs take that share two cores says more about the machine. The slowest is printed.
    timeoutMs: 6 * WALL_MS,
  });
  Deno.removeSync(file);
  assertEquals(result.code, 0, result.stderr);
  const answer: HookAnswer = hookAnswer(result);
  const said = `${answer.systemMessage}\n${answer.context}`;
  assert(answer.context.includes(`function craneSwing${at}(`) || LATE.test(said), said);
}

/** Does something again and again, with a pause between, until it is told to stop. */
function again(pauseMs: number, act: (times: number) => Promise<void> | void) {
  let on = true;
  const ended = (async () => {
    for (let times = 0; on; times++) {
      await act(times);
      await pause(pauseMs);
    }
  })();
  return { stop: () => on = false, ended };
}

/** Rewrites files of the second half. */
function editing(repo: Repo) {
  return again(15, (edits) => {
    const at = COUNT / 2 + edits % (COUNT / 2);
    repo.write(pathOf(at), textOf(at, `export const edited${edits % 10} = ${edits};\n`));
  });
}

function building(repo: Repo, home: Home) {
  return again(300, async () => {
    const options = { cwd: repo.path, env: home.env, timeoutMs: BUILD_MS };
    const { code, stderr } = await runProgram(binary(), ["index", "build"], options);
    assertEquals(code, 0, stderr);
  });
}

function withoutTime(item: unknown): unknown {
  return JSON.parse(
    JSON.stringify(item, (key, value) => key === "time" || key === "sources" ? undefined : value),
  );
}
