import { assertEquals, assertStringIncludes } from "@std/assert";
import { filesBelow } from "../../config/toolchain/files_below.ts";
import { type SmallProject, smallProject } from "./small_project.ts";

/** Format, lint, types and build. */
const CHECKS = 4;

/** What is checked beside the tests is the same in all of them; the build is a stub. */
const PROJECT = await smallProject('console.log("program");\n');
// What the checks look at must be clean where nothing else is asked for, and what is not there takes no time.
for (const path of filesBelow(PROJECT.dir, ".ts")) {
  if (/^(?:config|lib)\//.test(path)) Deno.removeSync(`${PROJECT.dir}/${path}`);
}
Deno.writeTextFileSync(
  `${PROJECT.dir}/config/toolchain/build.sh`,
  `#!/bin/sh\nprintf '#!/bin/sh\\necho program\\n' >"$1" && chmod 755 "$1"\n`,
);
addEventListener("unload", () => Deno.removeSync(PROJECT.dir.replace(/\/project$/, ""), { recursive: true }));

/** The project with these tests and no others. */
async function projectWithTests(files: Record<string, string>): Promise<SmallProject> {
  const project = PROJECT;
  for (const { name } of Deno.readDirSync(`${project.dir}/tests`)) {
    if (name !== "run") Deno.removeSync(`${project.dir}/tests/${name}`, { recursive: true });
  }
  for (const [path, text] of Object.entries(files)) {
    await Deno.mkdir(`${project.dir}/tests/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${project.dir}/tests/${path}`, text);
  }
  return project;
}

const lastLine = (text: string): string | undefined => text.trimEnd().split("\n").at(-1);

const ENVIRONMENT = `Deno.test("environment", async () => {
  if (Deno.env.get("HOME") === ${JSON.stringify(Deno.env.get("HOME"))}) throw new Error("HOME is shared");
  for (const name of Object.keys(Deno.env.toObject())) {
    if (/^(CI_AUTO_TOOLS|XDG_)/.test(name)) throw new Error(name);
  }
  const { stdout } = await new Deno.Command(Deno.env.get("CODEX_AUTO_BIN") ?? "").output();
  if (new TextDecoder().decode(stdout) !== "program\\n") throw new Error("not the program");
});
`;

Deno.test("the last line counts checks and all tests; these see a home of their own, the program's path, and none of the settings of whoever runs them", async () => {
  const project = await projectWithTests({
    "one_test.ts": 'Deno.test("one", () => {});\nDeno.test("two", () => {});\n',
    "acceptance/ac_test.ts": ENVIRONMENT,
    "e2e/real_test.ts": 'Deno.test("real client", () => {});\n',
  });
  const { code, stdout } = await project.run("tests/run", "--all");
  assertEquals([code, lastLine(stdout)], [0, `${CHECKS + 4} passed, 0 failed`], stdout);
});

Deno.test("a failing test, a badly formatted file and a wrong type are each counted and shown; unit tests are not acceptance tests", async () => {
  const project = await projectWithTests({
    "one_test.ts":
      'Deno.test("good", () => {});\nDeno.test("bad", () => {\n  throw new Error("as expected");\n});\n',
    "untidy_test.ts": "const wrong:   number = 'text'\nDeno.test(String(wrong), () => {});\n",
    "acceptance/ac_test.ts": 'Deno.test("black box", () => {});\n',
  });
  const { code, stdout } = await project.run("tests/run", "--unit");
  assertEquals(code, 1);
  assertEquals(lastLine(stdout), `${CHECKS - 2 + 2} passed, 3 failed`, stdout);
  assertStringIncludes(stdout, "as expected");
  assertStringIncludes(stdout, "untidy_test.ts");
});

Deno.test("a test file that cannot be loaded is a failure, not silence, and so is no test at all", async () => {
  const project = await projectWithTests({ "one_test.ts": 'import "./missing.ts";\n' });
  for (const [filter, said] of [["one_test", "missing.ts"], ["--acceptance", ""]] as const) {
    const { code, stdout } = await project.run("tests/run", filter);
    assertEquals([code, lastLine(stdout)], [1, "1 passed, 1 failed"]);
    assertStringIncludes(stdout, said);
  }
});
