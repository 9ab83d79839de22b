import { readFileSync } from "node:fs";
import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { write as writeFile } from "../fixtures/tree.ts";
import { smallProject } from "./small_project.ts";

async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command(program, { args, stdin: "null" }).output();
  return new TextDecoder().decode(stdout);
}

const MAIN = `import { load } from "js-yaml";
import commit from "./lib/contract/commit.txt" with { type: "text" };
console.log(JSON.stringify(load("a: [1, 2]")), commit.trim());
`;

/** The same, but V8 cannot keep what it compiles of it: it waits at its top. */
const WAITING = `${MAIN.replace("[1, 2]", "[1, 3]")}await Promise.resolve();\n`;

Deno.test("a build is one program that needs no file beside it, tells its commit, and leaves the project as it was; two at once are the same, and another is a copy; where code and parser cannot be kept compiled it is built without that, which is said, and not copied another time", async () => {
  await using project = await smallProject(MAIN);
  const write = (path: string, text: string) => writeFile(`${project.dir}/${path}`, text);
  const git = async (...args: string[]) => {
    const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "advice.addEmbeddedRepo=false"];
    const { stdout } = await new Deno.Command("git", { args: [...who, ...args], cwd: project.dir }).output();
    return new TextDecoder().decode(stdout).trim();
  };
  write("lib/contract/commit.txt", "from source\n");
  await git("init", "-q");
  await git("add", ".");
  await git("commit", "-qm", "one");
  const commit = (await git("rev-parse", "HEAD")).slice(0, 12);
  write("README", "not of the program\n");
  await git("add", ".");
  await git("commit", "-qm", "two");
  // What lies around a checkout must not get in.
  write("package.json", "{ not json");
  write("node_modules/js-yaml/package.json", '{"name": "js-yaml", "version": "0.0.1"}');
  const before = Array.from(Deno.readDirSync(project.dir), (entry) => entry.name).sort();
  const [first = "", second = ""] = ["one", "two"].map((name) => `${project.dir}/../elsewhere/${name}`);
  const built = await Promise.all([first, second].map((out) => project.build(out)));
  assertEquals(built.map(({ code }) => code), [0, 0], built[0]?.stderr);
  const [one, two] = [readFileSync(first), readFileSync(second)];
  assert(one.equals(two), "the programs differ");
  assertStringIncludes((await project.build(first)).stderr, "nothing changed since the last build");
  assertEquals(Array.from(Deno.readDirSync(project.dir), (entry) => entry.name).sort(), before);

  const kept = () => Array.from(Deno.readDirSync(`${project.dir}/../toolchain/builds`)).length;
  assertEquals(kept(), 1);
  write("main.ts", WAITING);
  write("config/toolchain/code_cache/compile_grammars.ts", 'throw new Error("no natives");\n');
  const { code: builtSlower, stderr: told } = await project.build(first);
  assertEquals([builtSlower, kept()], [0, 1], told);
  for (
    const said of ["no natives", "the parser cannot be kept compiled", "the program's code cannot be kept"]
  ) {
    assertStringIncludes(told, said);
  }
  const said = [await run(first), await run(second)];
  assertEquals(said, [`{"a":[1,3]} ${commit}-dirty\n`, `{"a":[1,2]} ${commit}\n`]);

  // Elsewhere the code lies in a file that the runtime reads.
  if (Deno.build.os !== "linux") return;
  const label = '"carried":"';
  const name = one.subarray(one.indexOf(label) + label.length).toString("latin1", 0, 32);
  assertMatch(name, /^[0-9a-f]{32}$/);
  one.write("another", one.indexOf(name));
  await Deno.writeFile(first, one);
  const { code, stdout, stderr } = await new Deno.Command(first).output();
  assertEquals([code, stdout.length], [1, 0], "a program that does not find its own code runs once more");
  assertStringIncludes(new TextDecoder().decode(stderr), "the program's file is another by now");
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
