import { existsSync } from "node:fs";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { bareMachine, PROJECT_ROOT } from "./bare_machine.ts";

const DENO_SH = `${PROJECT_ROOT}config/toolchain/deno.sh`;

Deno.test("a machine with neither Deno nor npm is told what is missing and what helps", async () => {
  await using machine = await bareMachine();
  for (const script of [DENO_SH, `${PROJECT_ROOT}config/toolchain/run_deno.sh`, `${PROJECT_ROOT}tests/run`]) {
    const { code, stdout, stderr } = await machine.run(script, []);
    assertEquals({ code, stdout }, { code: 1, stdout: "" });
    assertStringIncludes(stderr, "found neither deno 2.4.2 nor npm on PATH");
    assertStringIncludes(stderr, "install Deno");
    assertStringIncludes(stderr, "install Node.js with npm");
  }
});

Deno.test("an npm that reaches no registry is an error with a remedy, and leaves nothing behind", async () => {
  await using machine = await bareMachine();
  // As the real one: told to be silent, it says nothing of errors either.
  await machine.install(
    "npm",
    "case \"$*\" in *--silent*) ;; *) echo 'npm error network unreachable' >&2 ;; esac; exit 1",
  );
  const { code, stderr } = await machine.run(DENO_SH, []);
  assertEquals(code, 1);
  assertStringIncludes(stderr, "npm error network unreachable");
  assertStringIncludes(stderr, "check the network, or install Deno 2.4.2");
  assertEquals(Array.from(Deno.readDirSync(`${machine.home}/.cache/auto-tools/toolchain`)), []);
});

Deno.test("an archive with the wrong content is refused", async () => {
  await using machine = await bareMachine();
  // npm pack prints the name of the archive it has put into the working directory.
  await machine.install(
    "npm",
    "mkdir package; echo 'echo owned' > package/deno; tar -czf fake.tgz package/deno; echo fake.tgz",
  );
  const { code, stdout, stderr } = await machine.run(DENO_SH, []);
  assertEquals({ code, stdout }, { code: 1, stdout: "" });
  assertStringIncludes(stderr, "wrong checksum");
  assertEquals(Array.from(Deno.readDirSync(`${machine.home}/.cache/auto-tools/toolchain`)), []);
});

for (const [version, accepted] of [["2.4.2", true], ["2.4.3", false], ["1.46.3", false]] as const) {
  Deno.test(`deno ${version} on PATH is ${accepted ? "used" : "not what was tested, and passed over"}`, async () => {
    await using machine = await bareMachine();
    await machine.install("deno", `echo 'deno ${version} (stable, release, x86_64-unknown-linux-gnu)'`);
    const { code, stdout } = await machine.run(DENO_SH, []);
    assertEquals([code, stdout], accepted ? [0, `${machine.bin}/deno\n`] : [1, ""]);
  });
}

Deno.test("what no checksum is known of is neither fetched nor used, unless the user says so", async () => {
  await using machine = await bareMachine();
  await machine.install("uname", '[ "$1" = -m ] && echo aarch64 || echo Linux');
  await machine.install("npm", "echo reached >&2; exit 1");
  const refused = await machine.run(DENO_SH, []);
  assertEquals([refused.code, refused.stderr.includes("reached")], [1, false]);
  assertStringIncludes(refused.stderr, "no checksum is known of npm's @deno/linux-arm64-glibc@2.4.2");
  assertStringIncludes(refused.stderr, "AUTO_TOOLS_UNVERIFIED=1");
  const asked = await machine.run(DENO_SH, [], { AUTO_TOOLS_UNVERIFIED: "1" });
  assertStringIncludes(asked.stderr, "reached");

  await machine.install("deno", "echo 'deno 2.4.2 (stable, release, aarch64-unknown-linux-gnu)'");
  const built = await machine.run(`${PROJECT_ROOT}config/toolchain/build.sh`, [`${machine.home}/program`]);
  assertEquals(built.code, 1);
  assertStringIncludes(
    built.stderr,
    "no checksum is known of Deno's compile runtime (denort) for Linux on aarch64",
  );
  assertStringIncludes(built.stderr, "DENORT_BIN");
});

Deno.test("a toolchain that others could have written into is not run", async () => {
  await using machine = await bareMachine();
  const kept = `${machine.home}/.cache/auto-tools/toolchain`;
  await Deno.mkdir(`${kept}/deno-2.4.2`, { recursive: true });
  await Deno.writeTextFile(`${kept}/deno-2.4.2/deno`, "#!/bin/sh\necho owned\n", { mode: 0o755 });
  await Deno.chmod(kept, 0o777);
  const { code, stdout, stderr } = await machine.run(DENO_SH, []);
  assertEquals([code, stdout], [1, ""]);
  assertStringIncludes(stderr, "can be written by others");
});

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
  const build = `${PROJECT_ROOT}config/toolchain/build.sh`;
  const once = { AUTO_TOOLS_KEEP: "no" };
  const { code, stderr } = await machine.run(build, [`${machine.home}/program`], once);
  const seconds = (performance.now() - began) / 1000;
  assertEquals(code, 1, stderr);
  assertStringIncludes(stderr, "Deno's download server cannot be reached");
  assertStringIncludes(stderr, "npm error network unreachable");
  assertStringIncludes(stderr, "DENORT_BIN");
  assertEquals(
    existsSync(`${machine.home}/.cache/auto-tools/toolchain`),
    false,
    "an installation keeps nothing",
  );
  // Where there is a network the compile alone may try for three minutes.
  assert(seconds < 90, `${seconds} s`);
});
