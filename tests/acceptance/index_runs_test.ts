import { assert, assertEquals } from "@std/assert";
import { livingAfter } from "../tools/living.ts";
import { hookOf, LATE, type Place } from "./context_runs.ts";
import { binary, type Home, makeHome, makeRepo } from "./harness.ts";
import { ask, build, inspect, onlyIndex } from "./indexed_home.ts";
import { scaled } from "./share.ts";

const COUNT = 200;
const FILES = Object.fromEntries(
  Array.from({ length: COUNT }, (_, at) => [
    `src/quay${at % 10}/crane${at}.ts`,
    `export function craneSwing${at}(input: number) {\n${
      Array.from({ length: 40 }, (_, line) => `  input += bollard${(at * 7 + line) % 400} * ${line};\n`).join(
        "",
      )
    }  return input;\n}\n`,
  ]),
);

/** Hooks at once; tests/hard/concurrent_hooks adds edits and builds beside them. */
const HOOKS = Math.max(4, scaled(10));

Deno.test(`${HOOKS} hooks at once, without an index and with a stale one, all answer, and each file is indexed once`, async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const place = { cwd: repo.path, home };
  const many = () =>
    Promise.all(
      Array.from({ length: HOOKS }, (_, at) =>
        hookOf(place, { prompt: `where is craneSwing${at} defined?`, session_id: crypto.randomUUID() })),
    );
  const assertAnswered = (answers: Awaited<ReturnType<typeof many>>) => {
    for (const [at, { code, context, systemMessage }] of answers.entries()) {
      assertEquals(code, 0);
      // On a busy machine a prompt's time may be over first; then it says so.
      const said = `${systemMessage}\n${context}`;
      assert(context.includes(`function craneSwing${at}(`) || LATE.test(said), said);
    }
  };
  assertAnswered(await many());
  await settled(home);
  // The prompts themselves have set it off.
  assertEquals(inspect(onlyIndex(home)).files, COUNT);
  await build(place);
  assertEquals(inspect(onlyIndex(home)), { check: "ok", files: COUNT, segments: 1, writes: COUNT });
  repo.write("src/new.ts", "export function anchorWeight() {}\n");
  await repo.git("rm", "-q", "src/quay9/crane199.ts");
  assertAnswered(await many());
  await settled(home);
  await build(place);
  assertEquals(inspect(onlyIndex(home)), { check: "ok", files: COUNT, segments: 2, writes: COUNT + 1 });
});

/** Waits until no run in the background is left. */
async function settled({ path }: Home): Promise<void> {
  assertEquals(await livingAfter(path, 90_000), [], "still running");
}

/** Numbers in 0..1 that are the same in every run. */
function* seeded(seed: number): Generator<number, never> {
  for (let state = seed;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Instants at which a build is killed; tests/hard/sudden_death adds those of hooks and of runs in the background, two hundred of them. */
const KILLS = Math.max(4, scaled(12));

Deno.test("An index build that is killed at any instant costs nothing: the prompt is answered, the next build makes it whole", async () => {
  const numbers = seeded(20_250_607);
  const shares = Array.from({ length: KILLS }, () => numbers.next().value);
  const killed = await Promise.all([
    killedBuilds(shares.slice(0, KILLS / 2)),
    killedBuilds(shares.slice(KILLS / 2)),
  ]);
  assert(
    killed[0] + killed[1] >= KILLS / 4,
    `${killed} of ${KILLS} builds were killed before they had ended`,
  );
});

/** Kills a build after each share of the time that one like it takes, and asserts what must hold then; how many had not ended. */
async function killedBuilds(shares: readonly number[]): Promise<number> {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const place = { cwd: repo.path, home };
  const timed = async (): Promise<number> => {
    const began = performance.now();
    await build(place);
    return performance.now() - began;
  };
  const whole = await timed();
  rewriteThird(repo.path, 1, 0);
  const third = await timed();
  const dir = onlyIndex(home);
  let killed = 0;
  for (const [at, share] of shares.entries()) {
    // What there is to do: everything, or a third of the files.
    if (at % 3 === 0) Deno.removeSync(`${dir}/index.db`);
    else rewriteThird(repo.path, at % 3, at);
    const ms = share * (at % 3 === 0 ? whole : third);
    killed += Number(await killedBuild(place, ms));
    const { code, paths, limits } = await ask(place, `where is craneSwing${at} defined?`);
    assert(code === 0 || (code === 50 && LATE.test(limits)), `exit ${code}\n${limits}`);
    assert(paths.includes(`src/quay${at % 10}/crane${at}.ts`) || LATE.test(limits), limits);
    await settled(home);
    await build(place);
    const { check, files } = inspect(dir);
    assertEquals([check, files], ["ok", COUNT], `killed after ${ms} ms`);
    assertEquals([...Deno.readDirSync(dir)].map(({ name }) => name).sort(), ["index.db", "lock.db"]);
  }
  return killed;
}

function rewriteThird(root: string, first: number, round: number): void {
  for (let file = first; file < COUNT; file += 3) {
    const path = `src/quay${file % 10}/crane${file}.ts`;
    Deno.writeTextFileSync(`${root}/${path}`, `${FILES[path]}// round ${round}\n`);
  }
}

/** Starts a build and kills it after `ms`; false where it had ended. */
async function killedBuild({ cwd, home }: Place, ms: number): Promise<boolean> {
  const child = new Deno.Command(binary(), {
    args: ["index", "build"],
    cwd,
    clearEnv: true,
    env: home?.env ?? {},
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const timer = setTimeout(() => {
    try {
      child.kill("SIGKILL");
    } catch (error) {
      // It has ended this moment.
      if (!(error instanceof TypeError)) throw error;
    }
  }, ms);
  const { signal } = await child.status;
  clearTimeout(timer);
  return signal === "SIGKILL";
}
