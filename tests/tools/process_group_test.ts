import { assert, assertEquals, assertThrows } from "@std/assert";
import { type Program, startProgram } from "../../lib/tools/process_group.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { assertAtOnce } from "./clockless.ts";
import { childrenEnded, living, remaining } from "./living.ts";

const world = systemWorld();
/** ms that a busy machine never needs, and ten times less than what runs in these tests would go on by itself. */
const LONG_MS = 60_000;

interface Run {
  program: Program;
  output: string[];
  /** Stands in the environment of the program and of all it starts. */
  sign: string;
}

function start(
  script: string,
  options: { maxOutputBytes?: number; tidyMs?: number; env?: Record<string, string> } = {},
  clock = world,
): Run {
  const output: string[] = [];
  const sign = `sign-${crypto.randomUUID()}`;
  const { env, ...rest } = options;
  const program = startProgram({
    command: "/bin/sh",
    args: ["-c", script],
    env: { SIGN: sign, ...env },
    cwd: "/",
    onOutput: (bytes) => output.push(new TextDecoder().decode(bytes)),
    ...rest,
  }, clock);
  return { program, output, sign };
}

/** Waits for a program to say that it has come to its point. */
async function said({ output }: Run, word: string): Promise<void> {
  while (!output.join("").includes(word)) await new Promise((resolve) => setTimeout(resolve, 5));
}

Deno.test("close returns at once and ends a program that ignores signals, with all it has started", async () => {
  const run = start(`trap '' TERM INT HUP
    sleep 600 &
    setsid sleep 600 &
    (setsid sh -c 'trap "" TERM; sleep 600' &)
    setsid sh -c 'setsid sleep 600 & exit' &
    sleep 0.1
    echo ready; while :; do sleep 600; done`);
  await said(run, "ready");
  assert(living(run.sign).length >= 5, "the children run");
  await assertAtOnce("close", () => run.program.close());
  assertEquals(await run.program.ended, { reason: "closed" });
  assertEquals(await remaining(run.sign), []);
  run.program.close();
});

Deno.test("children left behind by a program that ends by itself are ended", async () => {
  const run = start("sleep 600 & setsid sleep 600 & (setsid sleep 600 &) ; echo bye");
  const before = performance.now();
  assertEquals(await run.program.ended, { reason: "exit", code: 0 });
  assert(performance.now() - before < LONG_MS, "children that hold the pipes do not keep us");
  assertEquals(run.output.join(""), "bye\n");
  assertEquals(await remaining(run.sign), []);
});

for (const by of ["our kill", "its own end"]) {
  Deno.test(`what tidies up behind a program has its time for it, after ${by}, and ended waits for it`, async () => {
    const trace = await Deno.makeTempFile();
    const tidier = `trap 'sleep 0.1; rm ${trace}; exit' TERM; echo ready; while :; do sleep 0.01; done`;
    const run = start(`setsid sh -c "${tidier}" & ${by === "its own end" ? "sleep 0.2" : "sleep 600"}`, {
      tidyMs: 2 * LONG_MS,
    });
    await said(run, "ready");
    const before = performance.now();
    if (by === "our kill") run.program.close();
    await run.program.ended;
    assert(performance.now() - before < LONG_MS, "nobody is waited for who has done");
    assertThrows(() => Deno.lstatSync(trace), Deno.errors.NotFound);
    assertEquals(living(run.sign), []);
    await childrenEnded();
  });
}

Deno.test("what does not tidy up is killed when the time for it is over", async () => {
  const run = start(`setsid sh -c "trap '' TERM; echo ready; while :; do sleep 0.01; done" & sleep 600`, {
    tidyMs: 200,
  });
  await said(run, "ready");
  const before = performance.now();
  run.program.close();
  await run.program.ended;
  const took = performance.now() - before;
  assert(took > 150 && took < LONG_MS, `it took ${took} ms`);
  assertEquals(await remaining(run.sign), []);
});

Deno.test("a flood is cut and the program ended", async () => {
  const limit = 1024 * 1024;
  const run = start("yes 0123456789", { maxOutputBytes: limit });
  assertEquals(await run.program.ended, { reason: "flood" });
  assert(run.output.join("").length <= limit);
  assertEquals(await remaining(run.sign), []);
});
