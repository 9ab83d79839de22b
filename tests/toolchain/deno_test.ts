import { assertEquals, assertStringIncludes } from "@std/assert";
import { bareMachine, PROJECT_ROOT } from "./bare_machine.ts";

const DENO_SH = `${PROJECT_ROOT}toolchain/deno.sh`;

Deno.test("a machine with neither Deno nor npm is told what is missing and what helps", async () => {
  await using machine = await bareMachine();
  for (const script of [DENO_SH, `${PROJECT_ROOT}toolchain/run_deno.sh`, `${PROJECT_ROOT}tests/run`]) {
    const { code, stdout, stderr } = await machine.run(script, []);
    assertEquals({ code, stdout }, { code: 1, stdout: "" });
    assertStringIncludes(stderr, "found neither deno (2.4 or newer) nor npm on PATH");
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
  assertStringIncludes(stderr, "check the network, or install Deno 2.4 or newer");
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
  assertStringIncludes(
    stderr,
    Deno.build.os === "linux" && Deno.build.arch === "x86_64" ? "wrong checksum" : "does not start",
  );
  assertEquals(Array.from(Deno.readDirSync(`${machine.home}/.cache/auto-tools/toolchain`)), []);
});

for (
  const [version, accepted] of [["2.4.0", true], ["2.10.1", true], ["3.0.0", true], ["2.3.9", false], [
    "1.46.3",
    false,
  ]] as const
) {
  Deno.test(`deno ${version} on PATH is ${accepted ? "used" : "too old and passed over"}`, async () => {
    await using machine = await bareMachine();
    await machine.install("deno", `echo 'deno ${version} (stable, release, x86_64-unknown-linux-gnu)'`);
    const { code, stdout } = await machine.run(DENO_SH, []);
    assertEquals(
      { code, stdout },
      accepted ? { code: 0, stdout: `${machine.bin}/deno\n` } : { code: 1, stdout: "" },
    );
  });
}
