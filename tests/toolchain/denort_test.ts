import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { bareMachine, PROJECT_ROOT } from "./bare_machine.ts";

/** A deno that has kept no runtime, and for which nothing answers: it would try for minutes. */
const DENO = `case "$*" in
  --version) echo 'deno 2.4.2 (stable, release, x86_64-unknown-linux-gnu)' ;;
  eval*) exit 1 ;;
  *) exec sleep 600 ;;
esac`;

Deno.test("without a network and without a runtime a build ends soon, and says what was tried and what helps", async () => {
  await using machine = await bareMachine();
  await machine.install("deno", DENO);
  await machine.install("npm", "echo 'npm error network unreachable' >&2; exit 1");
  const began = performance.now();
  const { code, stderr } = await machine.run(`${PROJECT_ROOT}config/toolchain/build.sh`, [
    `${machine.home}/program`,
  ]);
  const seconds = (performance.now() - began) / 1000;
  assertEquals(code, 1, stderr);
  assertStringIncludes(stderr, "Deno's download server cannot be reached");
  assertStringIncludes(stderr, "npm error network unreachable");
  assertStringIncludes(stderr, "DENORT_BIN");
  // Where there is a network the compile alone may try for three minutes.
  assert(seconds < 90, `${seconds} s`);
});
