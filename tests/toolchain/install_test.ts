import { assertEquals, assertStringIncludes } from "@std/assert";
import { bareMachine, PROJECT_ROOT } from "./bare_machine.ts";

const INSTALL = `${PROJECT_ROOT}install.sh`;

Deno.test("help is shown, wrong usage is 2 and says what is wrong", async () => {
  await using machine = await bareMachine();
  const help = await machine.run(INSTALL, ["--help"]);
  assertEquals(help.code, 0);
  assertStringIncludes(help.stdout, "--with-hook");
  for (
    const args of [["--globl"], ["--try"], ["--uninstall", "--with-hook"], ["--uninstall", "--try", "x"]]
  ) {
    const { code, stderr } = await machine.run(INSTALL, args);
    assertEquals(code, 2, args.join(" "));
    assertStringIncludes(stderr, "usage: ./install.sh");
  }
});

Deno.test("a place that cannot be written to is said before anything is fetched, with both ways on", async () => {
  await using machine = await bareMachine();
  // Nobody can make a folder below a file, root included.
  await Deno.writeTextFile(`${machine.home}/file`, "");
  const { code, stderr } = await machine.run(INSTALL, [], { AUTO_TOOLS_PREFIX: `${machine.home}/file` });
  assertEquals(code, 1);
  assertStringIncludes(stderr, "cannot write to");
  assertStringIncludes(stderr, "./install.sh --local");
  assertStringIncludes(stderr, "sudo ./install.sh");
});

Deno.test("something else under our name is left as it is", async () => {
  await using machine = await bareMachine();
  await Deno.mkdir(`${machine.home}/bin`);
  await Deno.symlink("/bin/sh", `${machine.home}/bin/codex-auto`);
  for (const args of [[], ["--uninstall"]]) {
    const { code, stderr } = await machine.run(INSTALL, args, { AUTO_TOOLS_PREFIX: machine.home });
    assertEquals(code, 1);
    assertStringIncludes(stderr, "not a plain file");
  }
  assertEquals(await Deno.readLink(`${machine.home}/bin/codex-auto`), "/bin/sh");
});

Deno.test("uninstall takes the hooks out before it removes the program, and keeps the program where that fails", async () => {
  await using machine = await bareMachine();
  const program = `${machine.home}/bin/codex-auto`;
  await Deno.mkdir(`${machine.home}/bin`);
  await Deno.writeTextFile(program, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const kept = await machine.run(INSTALL, ["--uninstall"], { AUTO_TOOLS_PREFIX: machine.home });
  assertEquals(kept.code, 1);
  assertStringIncludes(kept.stderr, "the hooks could not be taken out");
  assertEquals((await Deno.stat(program)).isFile, true);

  await Deno.writeTextFile(program, `#!/bin/sh\necho "$@" > ${machine.home}/asked\n`, { mode: 0o755 });
  const removed = await machine.run(INSTALL, ["--uninstall"], { AUTO_TOOLS_PREFIX: machine.home });
  assertEquals(removed.code, 0);
  assertEquals(await Deno.readTextFile(`${machine.home}/asked`), "setup remove\n");
  assertEquals(Array.from(Deno.readDirSync(`${machine.home}/bin`)), []);
  const again = await machine.run(INSTALL, ["--uninstall"], { AUTO_TOOLS_PREFIX: machine.home });
  assertEquals([again.code, again.stdout.includes("nothing to remove")], [0, true]);
});

Deno.test("a program that PATH does not find, or finds another of, is said with what to do", async () => {
  await using machine = await bareMachine();
  // Deno stands ready and so does the build: what is looked at is what is said after it.
  const project = `${machine.home}/project`;
  await Deno.mkdir(`${project}/config/toolchain`, { recursive: true });
  for (const file of ["install.sh", "config/toolchain/cache.sh"]) {
    await Deno.copyFile(`${PROJECT_ROOT}${file}`, `${project}/${file}`);
  }
  const program = `#!/bin/sh\necho '{"schema_version": "1.0"}'\n`;
  const build = `#!/bin/sh\ncat >"$1" <<'END'\n${program}END\nchmod 755 "$1"\n`;
  await Deno.writeTextFile(`${project}/config/toolchain/build.sh`, build, { mode: 0o755 });
  const install = (path: string) =>
    machine.run(`${project}/install.sh`, [], { AUTO_TOOLS_PREFIX: `${machine.home}/p`, PATH: path });

  const none = await install(machine.bin);
  assertEquals(none.code, 0, none.stderr);
  assertStringIncludes(none.stdout, `export PATH="${machine.home}/p/bin:$PATH"`);
  assertEquals((await install(`${machine.home}/p/bin:${machine.bin}`)).stdout.includes("note:"), false);
  await machine.install("codex-auto", "exit 0");
  const other = await install(machine.bin);
  assertStringIncludes(other.stdout, `PATH finds ${machine.bin}/codex-auto first`);
});
