import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { contextOf, holdWriterLock, onlyIndex, SHOP } from "./context_runs.ts";
import { living } from "../tools/living.ts";
import { assertHas, binary, makeFolder, makeHome, runBinary, runProgram, setting, until } from "./harness.ts";
import { TERMINAL, typed } from "./terminal.ts";

// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

Deno.test("index status and build say what there is, do it once, and can be repeated", async () => {
  await using at = await setting(SHOP);
  const index = (...args: string[]) => runBinary(["index", ...args], { ...at, cwd: `${at.cwd}/src` });

  const none = await index("status");
  assertEquals([none.code, none.stderr], [0, ""]);
  assertHas(none.stdout, `${at.cwd}: missing`, "codex-auto index build");
  assertEquals([...Deno.readDirSync(at.home.path)].some(({ name }) => name === ".cache"), false);

  for (const read of [4, 0]) {
    const built = await index("build");
    assertEquals([built.code, built.stderr], [0, ""]);
    assert(built.stdout.startsWith(`4 files, ${read} read, 0 removed; `), built.stdout);
  }
  const [first, second] = [await index("status"), await index()];
  assertEquals(first.stdout, second.stdout);
  assertHas(first.stdout, `${at.cwd}: ready\n  files       4\n`, onlyIndex(at.home));
  const summed = JSON.parse((await runBinary(["status", "--json"], at)).stdout);
  assertEquals([summed.root, summed.index], [at.cwd, { state: "ready", files: 4 }]);
  assertEquals(CONTROL.test(first.stdout), false);

  at.write("data.json", `${"[1]\n".repeat(400_000)}`);
  await at.git("rm", "-q", "README.md");
  assert((await index("build")).stdout.startsWith("4 files, 1 read, 1 removed; "));
  assertStringIncludes((await index()).stdout, "not read    1 large, over 1 MiB: data.json");
  assertStringIncludes((await runBinary(["status"], at)).stdout, "ready, 4 files; 1 over 1 MiB not read");
  assertStringIncludes((await runBinary(["doctor"], at)).stdout, "; not read 1 large, over 1 MiB: data.json");
  const { limits } = await contextOf(at, "what is in data.json?");
  assertEquals(limits, "[Limits] ci_search: data.json was not read: it is over 1 MiB");
  await at.git("commit", "-q", "-m", "Without");
  assertStringIncludes((await index()).stdout, "(the tree is at another one)");

  const building = holdWriterLock(onlyIndex(at.home));
  const waiting = index("build");
  const background = await index("build", "--background");
  assertEquals([background.code, background.stdout, background.stderr], [0, "", ""]);
  assertStringIncludes((await index()).stdout, ": building");
  building[Symbol.dispose]();
  const { code, stdout, stderr } = await waiting;
  assertEquals([code, stderr], [0, "another build is running; waiting for its end, at most 10 minutes\n"]);
  assert(stdout.startsWith("4 files, 0 read"), stdout);
  Deno.removeSync(onlyIndex(at.home), { recursive: true });
  assertStringIncludes((await index()).stdout, ": missing");
});

Deno.test("index tells what it does not understand and where it cannot work", async () => {
  await using folder = await makeFolder({ "src/lantern.ts": "export function lanternOil() {}\n" });
  await using home = await makeHome();
  const index = (args: string, cwd = folder.path) => runBinary(["index", ...args.split(" ")], { cwd, home });

  const wrong: [args: string, code: number, says: string][] = [
    ["rebuild", 2, "unknown argument rebuild; did you mean build?"],
    [`build --repo ${folder.path}/nowhere`, 2, "nowhere: no such folder"],
    [`build --repo ${home.path}`, 20, "is not searched as a whole"],
  ];
  for (const [args, code, says] of wrong) {
    const result = await index(args);
    assertEquals([result.code, result.stdout], [code, ""], args);
    assertStringIncludes(result.stderr, says);
  }
  const homeless = { cwd: folder.path, env: { PATH: "/usr/bin:/bin" } };
  const { code, stderr } = await runProgram(binary(), ["index"], homeless);
  assertEquals(code, 20);
  assertStringIncludes(stderr, "XDG_CACHE_HOME");

  await runBinary(["context", "where is lanternOil defined?"], { cwd: folder.path, home });
  await until(() => living(folder.path).length === 0, "what it has started ends");
  assertStringIncludes((await index("status")).stdout, "outside of git only by: codex-auto index build");
  const outside = await index("build");
  assertEquals([outside.code, outside.stderr], [0, "[Limits] no-git-root\n"]);
  assert(outside.stdout.startsWith("1 files, 1 read"), outside.stdout);
  assertStringIncludes((await index("status")).stdout, ": ready");
});

Deno.test("what the system says of a cache that cannot be used comes without secrets, and no terminal obeys it", async () => {
  await using at = await setting(SHOP);
  const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  const cache = `${at.home.path}/\u001b]0;owned\u0007-${token}`;
  Deno.writeTextFileSync(cache, "no folder");
  const place = { ...at, env: { XDG_CACHE_HOME: cache } };
  const { code, stdout, stderr } = await runBinary(["index", "build"], place);
  assert(code !== 0);
  const said = stdout + stderr;
  assert(!said.includes("\u001b]") && !said.includes(token.slice(4, 30)), said);
});

Deno.test(
  "index build shows its progress on a terminal only, and wipes it",
  { ignore: !TERMINAL },
  async () => {
    const files = Array.from(
      { length: 300 },
      (_, at) => [`src/f${at}.ts`, `export const value${at} = ${at};\n`.repeat(20)],
    );
    await using at = await setting(Object.fromEntries(files));
    const { code, screen } = await typed(["index", "build"], [], { cwd: at.cwd, env: at.home.env });
    assertEquals(code, 0, screen);
    // Each state of the one line that is there.
    const states = screen.split("\r\u001b[K");
    assert(states.some((state) => /^\w+ \d+ of 300 files$/.test(state)), JSON.stringify(states));
    assertMatch(
      states.at(-1) ?? "",
      /^300 files, 300 read, 0 removed; [\d.]+ s\r\n$/,
    );
    const piped = await runBinary(["index", "build"], at);
    assertEquals([piped.stderr, CONTROL.test(piped.stdout)], ["", false]);
  },
);
