import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { writeUserConfig } from "./configured_tools.ts";
import { contextOf, type ContextRun, hookOf, type Place, SHOP } from "./context_runs.ts";
import { assertHas, makeFolder, makeHome, setting } from "./harness.ts";

const PROMPT = "where is the retry delay computed?";
const MONOREPO = {
  "packages/app/src/retry.ts": "export const retryDelay = 5;\n",
  "packages/api/src/retry.ts": "export const retryDelay = 7;\n",
};

const rootOf = ({ envelope: { inputs } }: ContextRun) => [inputs.repo_root, inputs.repo_root_source];

Deno.test("AC-005 the git top level is the root, from a subfolder too, and a monorepo is one root unless a package is named; the environment stands above configuration, configuration above git", async () => {
  await using at = await setting(MONOREPO);
  const cwd = `${at.cwd}/packages/app`;
  const dry = async (place: Partial<Place>) =>
    rootOf(await contextOf({ ...at, ...place }, PROMPT, ["--dry-run"]));
  const whole = await contextOf({ ...at, cwd }, PROMPT);
  assertEquals(rootOf(whole), [at.cwd, "git"]);
  assertHas(whole.context, "\npackages/app/src/retry.ts:", "packages/api/src/retry.ts");
  at.write("config/auto-tools.yaml", "repo_root: packages/app\n");
  const part = await contextOf(at, PROMPT);
  assertEquals(rootOf(part), [cwd, "config"]);
  assert(!part.stdout.includes("packages/api"), part.stdout);
  const env = { CI_AUTO_TOOLS_REPO_ROOT: `${at.cwd}/packages/api` };
  assertEquals(await dry({ env }), [env.CI_AUTO_TOOLS_REPO_ROOT, "env"]);
  writeUserConfig(at.home, "repo_root: packages/api\n");
  assertEquals((await dry({ cwd }))[1], "config");
});

Deno.test("AC-005 outside of git the working directory is the root, and that is said; of a project without a file no more", async () => {
  await using folder = await makeFolder(SHOP);
  const run = await contextOf({ cwd: folder.path }, PROMPT);
  assertEquals([run.code, ...rootOf(run)], [0, folder.path, "cwd"]);
  assertStringIncludes(run.limits, "[Limits] no-git-root");
  assertStringIncludes(run.context, "src/retry.ts");
  await using empty = await makeFolder();
  const { code, limits } = await contextOf({ cwd: empty.path }, PROMPT);
  assertEquals([code, limits], [0, "[Limits] no-git-root"]);
});

Deno.test("AC-005 a root outside of the repository that it names itself is passed over and said, and the tools run", async () => {
  await using outside = await makeFolder({ "retry.ts": "export const retryDelay = 1; // OUTSIDE\n" });
  await using at = await setting(SHOP);
  await Deno.symlink(outside.path, `${at.cwd}/link`);
  for (const root of ["..", "link"]) {
    at.write("config/auto-tools.yaml", `repo_root: ${root}\n`);
    const run = await contextOf(at, PROMPT);
    assert(!run.stdout.includes("OUTSIDE"), run.stdout);
    assertEquals([run.code, ...rootOf(run)], [0, at.cwd, "git"]);
    assertStringIncludes(run.limits, "; ignored");
    assertStringIncludes(run.context, "src/retry.ts");
  }
});

Deno.test("AC-005 a root that cannot be resolved is E_REPO_ROOT, and no tool is called; a hook lets the prompt through", async () => {
  await using at = await setting(SHOP);
  const place = { ...at, env: { CI_AUTO_TOOLS_REPO_ROOT: `${at.cwd}/no-such-folder` } };
  const { code, envelope, limits } = await contextOf(place, PROMPT);
  assertEquals([code, envelope.inputs.repo_root_source], [20, "env"]);
  assertEquals(
    envelope.tool_results.map(({ status, error }) => `${status} ${error?.code}`),
    Array(3).fill("skipped E_REPO_ROOT"),
  );
  assertStringIncludes(limits, "CI_AUTO_TOOLS_REPO_ROOT");
  const hook = await hookOf(place, { prompt: PROMPT });
  assertEquals([hook.code, hook.context], [0, ""]);
});

Deno.test("AC-005 a hook looks where the client was started, and --repo where it is told", async () => {
  await using at = await setting(SHOP);
  await using elsewhere = await makeFolder();
  const there = { ...at, cwd: elsewhere.path };
  const hook = await hookOf(there, { prompt: PROMPT, cwd: `${at.cwd}/lib` });
  assertStringIncludes(hook.context, "src/retry.ts");
  assertEquals(rootOf(await contextOf(there, PROMPT, ["--dry-run", "--repo", at.cwd])), [at.cwd, "git"]);
});

Deno.test("AC-005 a home folder is not searched as a whole, which is said once", async () => {
  await using home = await makeHome();
  const { code, limits, context } = await contextOf({ cwd: home.path, home }, PROMPT);
  assertEquals([code, context, limits.split("not searched as a whole").length], [20, "", 2]);
});
