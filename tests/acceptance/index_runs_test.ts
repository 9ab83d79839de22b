import { assert, assertEquals } from "@std/assert";
import { livingAfter } from "../tools/living.ts";
import { hookOf, LATE } from "./context_runs.ts";
import { type Home, makeHome, makeRepo } from "./harness.ts";
import { build, inspect, onlyIndex } from "./indexed_home.ts";
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
