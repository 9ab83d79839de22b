import { existsSync } from "node:fs";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { VERSION } from "../../lib/contract/version.ts";
import { type BareMachine, bareMachine, PROJECT_ROOT } from "./bare_machine.ts";

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

/** A project of ours whose build is a stub: what is looked at is what comes before and after it. */
async function stubProject(machine: BareMachine): Promise<string> {
  const project = `${machine.home}/project`;
  await Deno.mkdir(`${project}/config/toolchain`, { recursive: true });
  await Deno.mkdir(`${project}/lib/contract`, { recursive: true });
  for (const file of ["install.sh", "config/toolchain/cache.sh", "lib/contract/version.ts"]) {
    await Deno.copyFile(`${PROJECT_ROOT}${file}`, `${project}/${file}`);
  }
  const build = `#!/bin/sh\ncat >"$1" <<'END'\n${programOf("built")}END\nchmod 755 "$1"\n`;
  await Deno.writeTextFile(`${project}/config/toolchain/build.sh`, build, { mode: 0o755 });
  return project;
}

/** A program that answers as ours does. */
const programOf = (how: string) => `#!/bin/sh\n# ${how}\necho '{"schema_version": "1.0"}'\n`;

Deno.test("a program that PATH does not find, or finds another of, is said with what to do", async () => {
  await using machine = await bareMachine();
  const project = await stubProject(machine);
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

Deno.test("the program of a release is taken as its checksum says it is, refused where it is another, and built where none comes", async () => {
  await using machine = await bareMachine();
  const project = await stubProject(machine);
  // What every machine has, but not in one place.
  const curl = ["/usr/bin/curl", "/bin/curl"].find((path) => existsSync(path));
  if (curl === undefined) return;
  await machine.install("curl", `exec ${curl} "$@"`);
  const release = `${machine.home}/release`;
  await Deno.mkdir(`${release}/package`, { recursive: true });
  await Deno.writeTextFile(`${release}/package/codex-auto`, programOf("released"), { mode: 0o755 });
  const file = `codex-auto-${Deno.build.os}-${Deno.build.arch === "x86_64" ? "x64" : "arm64"}-${VERSION}.tgz`;
  assertEquals((await machine.run("tar", ["-czf", `${release}/${file}`, "-C", release, "package"])).code, 0);
  const { stdout: sum } = await machine.run("sha256sum", [`${release}/${file}`]);
  const prefix = `${machine.home}/p`;
  const install = (place: string, ...args: string[]) =>
    machine.run(`${project}/install.sh`, args, { AUTO_TOOLS_PREFIX: prefix, AUTO_TOOLS_RELEASE: place });
  const installed = () => Deno.readTextFile(`${prefix}/bin/codex-auto`);

  await Deno.writeTextFile(`${release}/SHA256SUMS`, `${"0".repeat(64)}  ${file}\n`);
  const wrong = await install(release);
  assertEquals([wrong.code, existsSync(prefix)], [1, false]);
  assertStringIncludes(wrong.stderr, "has the wrong checksum; it was not used");
  await Deno.writeTextFile(`${release}/SHA256SUMS`, `${sum.slice(0, 64)}  ${file}\n`);
  assertEquals((await install(release)).code, 0);
  assertEquals(await installed(), programOf("released"));
  assertEquals((await install(release, "--build")).code, 0);
  assertEquals(await installed(), programOf("built"));

  // It takes the connection and never answers.
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const place = `http://127.0.0.1:${(silent.addr as Deno.NetAddr).port}`;
  const began = performance.now();
  const none = await install(place);
  assertEquals(none.code, 0, none.stderr);
  assertStringIncludes(none.stderr, `no release is reached at ${place}: building`);
  const seconds = (performance.now() - began) / 1000;
  assert(seconds < 20, `${seconds} s`);
});
