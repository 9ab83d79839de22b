import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { smallProject } from "./small_project.ts";

async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command(program, { args, stdin: "null" }).output();
  return new TextDecoder().decode(stdout);
}

const PRINTS_YAML = 'import { load } from "js-yaml";\nconsole.log(JSON.stringify(load("a: [1, 2]")));\n';

Deno.test({
  name:
    "a program that does not find its own code in its file runs once more, and says so where that does not help",
  // Elsewhere the code lies in a file that the runtime reads.
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using project = await smallProject('console.log("runs");\n');
    const out = `${project.dir}/program`;
    assertEquals((await project.build(out)).code, 0);
    const bytes = await Deno.readFile(out);
    const text = new TextDecoder("latin1").decode(bytes);
    const name = /"carried":"([0-9a-f]{32})"/.exec(text)?.[1];
    assert(name !== undefined);
    bytes.set(new TextEncoder().encode("another"), text.indexOf(name));
    await Deno.writeFile(out, bytes);
    const { code, stdout, stderr } = await new Deno.Command(out).output();
    assertEquals(code, 1);
    assertEquals(stdout.length, 0);
    assertStringIncludes(new TextDecoder().decode(stderr), "the program's file is another by now");
  },
});

Deno.test("a build is one program that needs no file beside it and leaves the project as it was; two at once are the same, and another is a copy", async () => {
  await using project = await smallProject(PRINTS_YAML);
  // What lies around a checkout must not get in.
  await Deno.writeTextFile(`${project.dir}/package.json`, "{ not json");
  await Deno.mkdir(`${project.dir}/node_modules/js-yaml`, { recursive: true });
  await Deno.writeTextFile(
    `${project.dir}/node_modules/js-yaml/package.json`,
    '{"name": "js-yaml", "version": "0.0.1"}',
  );
  const before = Array.from(Deno.readDirSync(project.dir), (entry) => entry.name).sort();
  const [first = "", second = ""] = ["one", "two"].map((name) => `${project.dir}/../elsewhere/${name}`);
  const built = await Promise.all([first, second].map((out) => project.build(out)));
  assertEquals(built.map(({ code }) => code), [0, 0]);
  const [one, two] = [first, second].map((out) => Deno.readFileSync(out));
  assert(one?.every((byte, at) => byte === two?.[at]), "the programs differ");
  assertStringIncludes((await project.build(first)).stderr, "nothing changed since the last build");
  assertEquals(Array.from(Deno.readDirSync(project.dir), (entry) => entry.name).sort(), before);

  await Deno.writeTextFile(`${project.dir}/main.ts`, 'console.log("changed");\n');
  assertEquals((await project.build(first)).code, 0);
  assertEquals([await run(first), await run(second)], ["changed\n", '{"a":[1,2]}\n']);
});

for (
  const [what, main, compiler, said] of [
    ["code", "await Promise.resolve();\n", "export {};\n", "the program's code cannot be kept compiled"],
    ["parser", "", 'throw new Error("no natives");\n', "no natives"],
  ] as const
) {
  Deno.test(`a program whose ${what} cannot be kept compiled is built without that, which is said, and not copied another time`, async () => {
    await using project = await smallProject(`${main}console.log("runs");\n`);
    await Deno.writeTextFile(`${project.dir}/config/toolchain/code_cache/compile_grammars.ts`, compiler);
    const out = `${project.dir}/program`;
    for (let times = 0; times < 2; times++) {
      const { code, stderr } = await project.build(out);
      assertEquals(code, 0, stderr);
      assertStringIncludes(stderr, said);
      assertStringIncludes(stderr, `${what} cannot be kept compiled`);
      assertEquals(await run(out), "runs\n");
    }
  });
}

Deno.test("a program tells the commit that changed its sources last, and whether they were changed since", async () => {
  await using project = await smallProject(
    'import commit from "./lib/contract/commit.txt" with { type: "text" };\nconsole.log(commit.trim());\n',
  );
  const out = `${project.dir}/../program`;
  await Deno.mkdir(`${project.dir}/lib/contract`);
  await Deno.writeTextFile(`${project.dir}/lib/contract/commit.txt`, "from source\n");
  const git = async (...args: string[]) => {
    const who = ["-c", "user.name=a", "-c", "user.email=a@b"];
    const { stdout } = await new Deno.Command("git", { args: [...who, ...args], cwd: project.dir }).output();
    return new TextDecoder().decode(stdout).trim();
  };
  const built = async () => {
    const { code, stderr } = await project.build(out);
    assertEquals(code, 0, stderr);
    return (await run(out)).trim();
  };
  await git("init", "-q");
  await git("add", ".");
  await git("commit", "-qm", "one");
  const commit = (await git("rev-parse", "HEAD")).slice(0, 12);
  await Deno.writeTextFile(`${project.dir}/README`, "not of the program\n");
  await git("add", ".");
  await git("commit", "-qm", "two");
  assertEquals(await built(), commit);
  await Deno.writeTextFile(`${project.dir}/lib/new.ts`, "");
  assertEquals(await built(), `${commit}-dirty`);
});

Deno.test("sources that do not bundle are an error that names the file, and the old program stays", async () => {
  await using project = await smallProject('import "./missing.ts";\n');
  const out = `${project.dir}/program`;
  await Deno.writeTextFile(out, "old");
  const { code, stderr } = await project.build(out);
  assertNotEquals(code, 0);
  assertStringIncludes(stderr, "missing.ts");
  assertEquals(await Deno.readTextFile(out), "old");
});

Deno.test("a bundler, or a package, that is not what was locked ends the build, and is named", async () => {
  await using project = await smallProject('console.log("runs");\n');
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { denoDir }: { denoDir: string } = JSON.parse(new TextDecoder().decode(stdout));
  const changed = `${project.dir}/../changed`;
  await Deno.mkdir(`${changed}/dl/esbuild-0.25.5`, { recursive: true });
  await Deno.symlink(`${denoDir}/npm`, `${changed}/npm`);
  const machine = `${Deno.build.os}-${Deno.build.arch === "x86_64" ? "x64" : "arm64"}`;
  const bundler = `${changed}/dl/esbuild-0.25.5/esbuild-${machine}`;
  await Deno.writeTextFile(bundler, "#!/bin/sh\necho owned >&2\nexit 1\n", { mode: 0o755 });
  const out = `${project.dir}/program`;
  const bad = await project.build(out, { DENO_DIR: changed });
  assertEquals([bad.code, bad.stderr.includes("owned")], [1, false]);
  assertStringIncludes(bad.stderr, "has the wrong checksum; it was not used");

  const sums = `${project.dir}/config/toolchain/packages.sha256`;
  await Deno.writeTextFile(sums, (await Deno.readTextFile(sums)).replace(/^.(.*js-yaml@)/m, "x$1"));
  const other = await project.build(out);
  assertEquals(other.code, 1);
  assertStringIncludes(other.stderr, "not what config/toolchain/packages.sha256 says: js-yaml@");
});
