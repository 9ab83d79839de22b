import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { writeUserConfig } from "./configured_tools.ts";
import { contextOf, hookOf, SHOP } from "./context_runs.ts";
import { makeFolder, makeHome, makeRepo } from "./harness.ts";

const PROMPT = "where is the retry delay computed?";
const MONOREPO = {
  "packages/app/src/retry.ts": "export const retryDelay = 5;\n",
  "packages/api/src/retry.ts": "export const retryDelay = 7;\n",
};

Deno.test("AC-005 the git top level is the root, from a subfolder too, and paths are relative to it", async () => {
  await using repo = await makeRepo(SHOP);
  for (const cwd of [repo.path, `${repo.path}/src`]) {
    const { envelope } = await contextOf({ cwd }, PROMPT);
    assertEquals([envelope.inputs.repo_root, envelope.inputs.repo_root_source], [repo.path, "git"]);
    assertStringIncludes(envelope.fused_context.for_model.additional_context, "\nsrc/retry.ts:");
  }
});

Deno.test("AC-005 a monorepo is one root unless a package is named", async () => {
  await using repo = await makeRepo(MONOREPO);
  const cwd = `${repo.path}/packages/app`;
  const whole = await contextOf({ cwd }, PROMPT);
  assertEquals(whole.envelope.inputs.repo_root, repo.path);
  assertStringIncludes(whole.stdout, "packages/api/src/retry.ts");
  repo.write("config/auto-tools.yaml", "repo_root: packages/app\n");
  const part = await contextOf({ cwd: repo.path }, PROMPT);
  assertEquals([part.envelope.inputs.repo_root, part.envelope.inputs.repo_root_source], [cwd, "config"]);
  assert(!part.stdout.includes("packages/api"), part.stdout);
});

Deno.test("AC-005 outside of git the working directory is the root, and that is said", async () => {
  await using folder = await makeFolder(SHOP);
  const { code, envelope } = await contextOf({ cwd: folder.path }, PROMPT);
  assertEquals(code, 0);
  assertEquals([envelope.inputs.repo_root, envelope.inputs.repo_root_source], [folder.path, "cwd"]);
  assertStringIncludes(envelope.fused_context.for_user.limits_text, "[Limits] no-git-root");
  assertStringIncludes(envelope.fused_context.for_model.additional_context, "src/retry.ts");
});

Deno.test("AC-005 of a project without a file nothing is said to be unread", async () => {
  await using repo = await makeRepo({});
  await using folder = await makeFolder({});
  for (
    const [cwd, limits] of [[repo.path, "[Limits] none"], [folder.path, "[Limits] no-git-root"]] as const
  ) {
    const { code, envelope } = await contextOf({ cwd }, PROMPT);
    assertEquals([code, envelope.fused_context.for_user.limits_text], [0, limits]);
  }
});

Deno.test("AC-005 the environment stands above configuration, configuration above git", async () => {
  await using repo = await makeRepo(MONOREPO);
  await using home = await makeHome();
  repo.write("config/auto-tools.yaml", "repo_root: packages/app\n");
  const env = { CI_AUTO_TOOLS_REPO_ROOT: `${repo.path}/packages/api` };
  const { envelope } = await contextOf({ cwd: repo.path, home, env }, PROMPT);
  assertEquals([envelope.inputs.repo_root, envelope.inputs.repo_root_source], [
    env.CI_AUTO_TOOLS_REPO_ROOT,
    "env",
  ]);
  writeUserConfig(home, "repo_root: packages/api\n");
  const user = await contextOf({ cwd: `${repo.path}/packages/app`, home }, PROMPT);
  assertEquals(user.envelope.inputs.repo_root_source, "config");
});

Deno.test("AC-005 a root outside of the repository that it names itself is passed over and said, and the tools run", async () => {
  await using outside = await makeFolder({ "retry.ts": "export const retryDelay = 1; // OUTSIDE\n" });
  for (const root of ["..", "../x", outside.path, "link", "nowhere", "src/retry.ts"]) {
    await using repo = await makeRepo(SHOP);
    await Deno.symlink(outside.path, `${repo.path}/link`);
    repo.write("config/auto-tools.yaml", `repo_root: ${root}\n`);
    const { code, envelope, stdout } = await contextOf({ cwd: repo.path }, PROMPT);
    assert(!stdout.includes("OUTSIDE"), stdout);
    assertEquals([code, envelope.inputs.repo_root, envelope.inputs.repo_root_source], [0, repo.path, "git"]);
    assertStringIncludes(envelope.fused_context.for_user.limits_text, "; ignored");
    assertStringIncludes(envelope.fused_context.for_model.additional_context, "src/retry.ts");
  }
});

Deno.test("AC-005 a root that cannot be resolved is E_REPO_ROOT; a hook lets the prompt through", async () => {
  await using repo = await makeRepo(SHOP);
  const env = { CI_AUTO_TOOLS_REPO_ROOT: `${repo.path}/no-such-folder` };
  const { code, envelope } = await contextOf({ cwd: repo.path, env }, PROMPT);
  assertEquals(code, 20);
  assertEquals(envelope.tool_results.map(({ error }) => error?.code), [
    "E_REPO_ROOT",
    "E_REPO_ROOT",
    "E_REPO_ROOT",
  ]);
  assertStringIncludes(envelope.fused_context.for_user.limits_text, "CI_AUTO_TOOLS_REPO_ROOT");
  const hook = await hookOf({ cwd: repo.path, env }, { prompt: PROMPT });
  assertEquals([hook.code, hook.context], [0, ""]);
});

Deno.test("AC-005 a hook looks where the client was started, and --repo where it is told", async () => {
  await using repo = await makeRepo(SHOP);
  await using elsewhere = await makeFolder();
  const hook = await hookOf({ cwd: elsewhere.path }, { prompt: PROMPT, cwd: `${repo.path}/lib` });
  assertStringIncludes(hook.context, "src/retry.ts");
  const told = await contextOf({ cwd: elsewhere.path }, PROMPT, ["--repo", repo.path]);
  assertEquals(told.envelope.inputs.repo_root, repo.path);
});

Deno.test("AC-005 neither / nor a home folder is searched as a whole, which is said once", async () => {
  await using home = await makeHome();
  for (const cwd of ["/", home.path]) {
    const { code, envelope } = await contextOf({ cwd, home }, PROMPT);
    assertEquals(code, 20);
    assertEquals(envelope.fused_context.for_user.limits_text.split("not searched as a whole").length, 2);
    assertEquals(envelope.fused_context.for_model.additional_context, "");
  }
});
