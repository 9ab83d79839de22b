import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { SHOP } from "./context_runs.ts";
import { binary, makeFolder, makeHome, makeRepo, runBinary, runProgram } from "./harness.ts";
import { holdWriterLock, onlyIndex } from "./indexed_home.ts";
import { TERMINAL } from "./terminal.ts";

// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

Deno.test("index status and build say what there is, do it once, and can be repeated", async () => {
  await using repo = await makeRepo(SHOP);
  await using home = await makeHome();
  const place = { cwd: `${repo.path}/src`, home };
  const index = (...args: string[]) => runBinary(["index", ...args], place);

  const none = await index("status");
  assertEquals([none.code, none.stderr], [0, ""]);
  assertStringIncludes(none.stdout, `${repo.path}: missing`);
  assertStringIncludes(none.stdout, "codex-auto index build");
  assertEquals([...Deno.readDirSync(home.path)].map(({ name }) => name).includes(".cache"), false);

  for (const read of [4, 0]) {
    const built = await index("build");
    assertEquals([built.code, built.stderr], [0, ""]);
    assert(built.stdout.startsWith(`4 files, ${read} read, 0 removed; text after `), built.stdout);
  }
  const [first, second] = [await index("status"), await index()];
  assertEquals(first.stdout, second.stdout);
  assertStringIncludes(first.stdout, `${repo.path}: ready\n  files       4\n`);
  assertStringIncludes(first.stdout, onlyIndex(home));
  assertEquals(CONTROL.test(first.stdout), false);

  repo.write("data.json", `${"[1]\n".repeat(400_000)}`);
  await repo.git("rm", "-q", "README.md");
  assert((await index("build")).stdout.startsWith("4 files, 1 read, 1 removed; text after "));
  assertStringIncludes((await index()).stdout, "not read    1 large, over 1 MiB: data.json");
  await repo.git("commit", "-q", "-m", "Without");
  assertStringIncludes((await index()).stdout, "(the tree is at another one)");

  {
    using _building = holdWriterLock(onlyIndex(home));
    const results = await Promise.all([
      index("build"),
      index("build", "--background"),
      index(),
    ]);
    assertEquals(results.map(({ code }) => code), [40, 0, 0]);
    assertStringIncludes(results[0]?.stderr ?? "", "another build is running");
    assertEquals([results[1]?.stdout, results[1]?.stderr], ["", ""]);
    assertStringIncludes(results[2]?.stdout ?? "", ": building");
  }
  Deno.removeSync(onlyIndex(home), { recursive: true });
  assertStringIncludes((await index()).stdout, ": missing");
});

Deno.test("index explains itself, and tells what it does not understand and where it cannot work", async () => {
  await using folder = await makeFolder({ "src/lantern.ts": "export function lanternOil() {}\n" });
  await using home = await makeHome();
  const index = (args: string[], cwd = folder.path, env = {}) =>
    runBinary(["index", ...args], { cwd, home, env });

  const help = await index(["--help"]);
  assertEquals([help.code, help.stderr], [0, ""]);
  for (const part of ["status", "build", "--repo DIR", "Examples:\n", "Exit codes:"]) {
    assertStringIncludes(help.stdout, part);
  }
  const wrong: { args: string[]; code: number; says: string }[] = [
    { args: ["rebuild"], code: 2, says: "unknown argument rebuild; did you mean build?" },
    { args: ["build", "--fast"], code: 2, says: "unknown option --fast" },
    { args: ["status", "more"], code: 2, says: "unknown argument more" },
    { args: ["build", "--repo", `${folder.path}/nowhere`], code: 20, says: "does not exist" },
    { args: ["status", "--repo", `${folder.path}/src/lantern.ts`], code: 20, says: "not a folder" },
  ];
  for (const { args, code, says } of wrong) {
    const result = await index(args);
    assertEquals([result.code, result.stdout], [code, ""], args.join(" "));
    assertStringIncludes(result.stderr, says);
    if (code === 2) assertStringIncludes(result.stderr, "Usage: codex-auto index");
  }
  const homeItself = await index(["build"], home.path);
  assertEquals(homeItself.code, 20);
  assertStringIncludes(homeItself.stderr, "is not searched as a whole");
  const homeless = await runProgram(binary(), ["index"], {
    cwd: folder.path,
    env: { PATH: "/usr/bin:/bin" },
  });
  assertEquals(homeless.code, 20);
  assertStringIncludes(homeless.stderr, "XDG_CACHE_HOME");

  const outside = await index(["build"]);
  assertEquals([outside.code, outside.stderr], [0, "[Limits] no-git-root\n"]);
  assert(outside.stdout.startsWith("1 files, 1 read"), outside.stdout);
  assertStringIncludes((await index(["status"])).stdout, ": ready");
});

Deno.test("what the system says of a cache that cannot be used comes without secrets, and no terminal obeys it", async () => {
  await using repo = await makeRepo(SHOP);
  await using home = await makeHome();
  const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  const cache = `${home.path}/\u001b]0;owned\u0007-${token}`;
  Deno.writeTextFileSync(cache, "no folder");
  for (const action of ["build", "status"]) {
    const env = { XDG_CACHE_HOME: cache };
    const { code, stdout, stderr } = await runBinary(["index", action], { cwd: repo.path, home, env });
    assert(code !== 0 || action !== "build", action);
    for (const hidden of ["\u001b]", token.slice(4, 30)]) {
      assert(!`${stdout}${stderr}`.includes(hidden), `${action}: ${stdout}${stderr}`);
    }
  }
});

Deno.test(
  "index build shows its progress on a terminal only, and wipes it",
  { ignore: !TERMINAL },
  async () => {
    const files = Object.fromEntries(
      Array.from(
        { length: 2000 },
        (_, at) => [`src/f${at}.ts`, `export const value${at} = ${at};\n`.repeat(20)],
      ),
    );
    await using repo = await makeRepo(files);
    await using home = await makeHome();
    const terminal = async () => {
      const { code, stdout } = await runProgram("script", [
        "-qec",
        `exec '${binary()}' index build`,
        "/dev/null",
      ], {
        cwd: repo.path,
        env: { TERM: "xterm", SHELL: "/bin/sh", ...home.env },
      });
      assertEquals(code, 0, stdout);
      return stdout;
    };
    // Each state of the one line that is there.
    const states = (await terminal()).split("\r\u001b[K");
    assert(states.some((state) => /^\w+ \d+ of 2000 files$/.test(state)), JSON.stringify(states));
    assert(
      /^2000 files, 2000 read, 0 removed; text after [\d.]+ s, all after [\d.]+ s\r\n$/.test(
        states.at(-1) ?? "",
      ),
      JSON.stringify(states),
    );
    const piped = await runBinary(["index", "build"], { cwd: repo.path, home });
    assertEquals([piped.stderr, CONTROL.test(piped.stdout)], ["", false]);
  },
);
