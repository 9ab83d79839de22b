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
} from "../acceptance/context_runs.ts";
import { binary, type Home, makeRepo, type Repo, runProgram, scaled } from "../acceptance/harness.ts";
import { assertNothingLeft, backgroundEnds, faultHome, pause, payloadOf, run } from "./faults.ts";
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
  const figures: string[] = [];
  for (const name of ["without an index", "with a stale index"]) {
    await t.step(name, async () => {
      const edits = editing(repo);
      const builds = building(repo, home);
      const answers = await Promise.all(
        Array.from({ length: HOOKS }, (_, at) => asked(repo, home, at % (COUNT / 2))),
      ).finally(() => {
        edits.stop();
        builds.stop();
      });
      const [edited, built] = await Promise.all([edits.ended, builds.ended]);
      const found = answers.filter(({ found }) => found).length;
      const slowest = Math.max(...answers.map(({ ms }) => ms));
      figures.push(
        `${name}: ${HOOKS} hooks, ${found} with the right place and the others with the reason, slowest ${
          Math.round(slowest)
        } ms, ${edited} edits, ${built} builds`,
      );
      await backgroundEnds(home);
      await run(["index", "build"], { cwd: repo.path, home, wallMs: BUILD_MS });
      await assertNothingLeft(home);
      assertEquals([inspect(onlyIndex(home)).check, inspect(onlyIndex(home)).files], ["ok", COUNT]);
    });
  }
  await t.step("the index gives the answers of a fresh build", async () => {
    await using fresh = await faultHome();
    await run(["index", "build"], { cwd: repo.path, home: fresh, wallMs: BUILD_MS });
    for (
      const prompt of ["where is craneSwing7 defined?", "who calls bollard33 in the code?", "fix edited3()"]
    ) {
      const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: String(WALL_MS) };
      const [used, made] = [
        await contextOnce({ cwd: repo.path, home, env }, prompt),
        await contextOnce({ cwd: repo.path, home: fresh, env }, prompt),
      ];
      await assertOfTheTree(repo, used);
      assertEquals(used.paths, made.paths, prompt);
      assertEquals(used.items.map(withoutTime), made.items.map(withoutTime), prompt);
    }
  });
  console.log(figures.join("\n"));
});

/** One hook in a session of its own; it must answer, with the place or with why it could not look. */
async function asked(repo: Repo, home: Home, at: number): Promise<{ found: boolean; ms: number }> {
  // From a file: with fifty of them this process would be late to write.
  const file = `${home.path}/tmp/${at}-${crypto.randomUUID()}`;
  Deno.writeTextFileSync(
    file,
    payloadOf(repo.path, `where is craneSwing${at} defined in the code?`, crypto.randomUUID()),
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
  const found = answer.context.includes(`function craneSwing${at}(`);
  assert(
    found || LATE.test(`${answer.systemMessage}\n${answer.context}`),
    `${answer.systemMessage}\n${answer.context}`,
  );
  return { found, ms: result.ms };
}

/** Rewrites files of the second half, one every few ms, until it is told to stop. */
function editing(repo: Repo): { stop(): void; ended: Promise<number> } {
  let on = true;
  const ended = (async () => {
    let edits = 0;
    for (; on; edits++) {
      const at = COUNT / 2 + edits % (COUNT / 2);
      repo.write(pathOf(at), textOf(at, `export const edited${edits % 10} = ${edits};\n`));
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    return edits;
  })();
  return { stop: () => on = false, ended };
}

/** Builds again and again until it is told to stop; how many builds had the lock. */
function building(repo: Repo, home: Home): { stop(): void; ended: Promise<number> } {
  let on = true;
  const ended = (async () => {
    let built = 0;
    while (on) {
      const { code, stderr } = await runProgram(binary(), ["index", "build"], {
        cwd: repo.path,
        env: home.env,
        timeoutMs: BUILD_MS,
      });
      assert(code === 0 || stderr.includes("another build is running"), stderr);
      if (code === 0) built++;
      await pause(300);
    }
    return built;
  })();
  return { stop: () => on = false, ended };
}

function withoutTime(item: unknown): unknown {
  return JSON.parse(
    JSON.stringify(item, (key, value) => key === "time" || key === "sources" ? undefined : value),
  );
}
