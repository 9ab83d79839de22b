/** AC-003: plan and dry-run are repeatable, carry what would run, and start neither a tool nor codex. */
import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { installFakeCodex } from "../fixtures/codex/fake_codex.ts";
import { type Home, makeHome, makeRepo, runBinary } from "./harness.ts";
import { TERMINAL, typed } from "./terminal.ts";

const FILES = { "src/retry.ts": "export function retryRequest() {\n  return 3;\n}\n" };
const PLANS: [string[], Record<string, string>][] = [
  [["--dry-run"], {}],
  [[], { CI_AUTO_TOOLS_DRY_RUN: "1" }],
  [[], { CI_AUTO_TOOLS_MODE: "plan" }],
];

/** A git that writes down what it is asked; what it was. */
function loggedGit(home: Home): () => string[] {
  home.install(
    "git",
    `#!/bin/sh\necho "$*" >>'${home.path}/asked'\nPATH=/usr/local/bin:/usr/bin:/bin exec git "$@"\n`,
  );
  Deno.writeTextFileSync(`${home.path}/asked`, "");
  return () => Deno.readTextFileSync(`${home.path}/asked`).split("\n").filter((line) => line !== "");
}

/** What a run has kept in our folders. */
function keptBelow(home: string): string[] {
  return [".cache", ".local", ".config"].filter((name) => {
    try {
      return Deno.lstatSync(`${home}/${name}`).isDirectory;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  });
}

Deno.test("AC-003 a plan starts no codex and calls no tool, whichever way it is asked for", async () => {
  await using repo = await makeRepo(FILES);
  for (const prompt of ["fix retryRequest in src/retry.ts", "修复 retryRequest 的重试逻辑", "thanks"]) {
    for (const [args, env] of PLANS) {
      await using home = await makeHome();
      const codex = installFakeCodex(home);
      const git = loggedGit(home);
      const { code, stdout } = await runBinary([...args, prompt], {
        cwd: repo.path,
        home,
        env: { ...codex.env, ...env },
      });
      assertEquals(code, 0);
      const envelope = JSON.parse(stdout);
      assertEquals(envelope.schema_version, "1.0");
      assertMatch(envelope.run_id, /^plan-[0-9a-f]{12}$/);
      assertEquals(envelope.tool_plan.planned_codex_command, "codex exec");
      assertEquals(envelope.tool_results, []);
      assertEquals([codex.calls().length, codex.helpCalls()], [0, 0]);
      assertEquals(git(), []);
      assertEquals(keptBelow(home.path), []);
      const planned = envelope.tool_plan.tools.map((tool: { tool: string }) => tool.tool);
      assertEquals(planned.includes("ci_search"), prompt !== "thanks", `${prompt}: ${planned}`);
    }
  }
  assertEquals(await repo.git("status", "--porcelain", "--ignored"), "");
});

Deno.test("AC-003 the same input gives the same bytes but for created_at, and all of them at a fixed time", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const plan = async (prompt: string, env: Record<string, string> = {}) =>
    (await runBinary(["--dry-run", prompt], { cwd: repo.path, home, env })).stdout;
  const timeless = (text: string) => text.replace(/"created_at": "[^"]+"/, "");
  const first = await plan("fix retryRequest");
  assertEquals(timeless(await plan("fix retryRequest")), timeless(first));
  const fixed = { SOURCE_DATE_EPOCH: "1767323045" };
  const at = await plan("fix retryRequest", fixed);
  assertEquals(await plan("fix retryRequest", fixed), at);
  assertStringIncludes(at, '"created_at": "2026-01-02T03:04:05');
  assertNotEquals(JSON.parse(await plan("fix retryRequests", fixed)).run_id, JSON.parse(at).run_id);
});

Deno.test("AC-003 a plan needs no codex on the machine, and has a form for people", async () => {
  await using repo = await makeRepo(FILES);
  const { code, stdout } = await runBinary(["--dry-run", "--format", "text", "fix retryRequest"], {
    cwd: repo.path,
  });
  assertEquals(code, 0);
  assertMatch(stdout, /^\[Auto Tools\] ci_/);
  assertStringIncludes(stdout, "\n[Codex] codex exec\n");
  assertStringIncludes(stdout, "\n[Limits] ");
});

Deno.test("AC-003 the prompt of a plan may come on stdin, and what cannot be understood is exit 2", async () => {
  await using repo = await makeRepo(FILES);
  const piped = await runBinary(["--dry-run"], { cwd: repo.path, stdin: "fix retryRequest\n" });
  assert(JSON.parse(piped.stdout).inputs.prompt.startsWith("fix retryRequest"));
  for (
    const args of [["--dry-run", "x", "--format", "yaml"], ["--dry-run", "x", "--repo", "/nowhere"], [
      "--nonsense",
      "x",
    ]]
  ) {
    const wrong = await runBinary(args, { cwd: repo.path });
    assertEquals([wrong.code, wrong.stdout], [2, ""], args.join(" "));
  }
});

Deno.test("AC-003 a loop in plan mode starts no codex", { ignore: !TERMINAL }, async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const codex = installFakeCodex(home);
  const env = { ...home.env, ...codex.env, CI_AUTO_TOOLS_MODE: "plan" };
  const { code, screen } = await typed([], ["fix retryRequest\r", "/quit\r"], { cwd: repo.path, env });
  assertEquals(code, 0);
  assertStringIncludes(screen, "[Codex] codex exec\r\n");
  assertEquals([codex.calls().length, codex.helpCalls()], [0, 0]);
});
