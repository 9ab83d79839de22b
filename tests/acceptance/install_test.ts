import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "jsonc-parser";
import { tree } from "../fixtures/tree.ts";
import type { Home, RunResult } from "./harness.ts";
import { makeFolder, makeHome, placeProgram, runBinary, runProgram } from "./harness.ts";

/** With nothing on PATH but what a test puts there: a codex of this machine must not be found. */
async function setup(home: Home, ...args: string[]): Promise<RunResult> {
  return await runBinary(["setup", ...args], { cwd: home.path, home, env: { PATH: home.bin } });
}

/** All files below the clients' folders, with mode and bytes. */
function clientFiles(home: Home): Record<string, string> {
  const all = Object.entries(tree(home.path));
  return Object.fromEntries(all.filter(([path]) => /^\/(\.claude|\.codex|dotfiles)/.test(path)));
}

/** The UserPromptSubmit entries of a hook file, as the client would read them. */
function entries(file: string): Record<string, unknown>[] {
  const value: unknown = parse(Deno.readTextFileSync(file), [], { allowTrailingComma: true });
  const settings = value as { hooks: { UserPromptSubmit: { hooks: Record<string, unknown>[] }[] } };
  return settings.hooks.UserPromptSubmit.flatMap((group) => group.hooks);
}

Deno.test("install: uninstalling one of two programs leaves the other one's hook, and takes out one whose program is gone", async () => {
  await using home = await makeHome();
  // Not in the home, all files of which are compared.
  await using programs = await makeFolder();
  const [one, two] = [`${programs.path}/one`, `${programs.path}/two`];
  for (const program of [one, two]) await placeProgram(program);
  const run = (program: string, ...args: string[]) =>
    runProgram(program, ["setup", ...args], { cwd: home.path, env: home.env });
  assertEquals((await run(one, "hook")).code, 0);
  const installed = clientFiles(home);
  const left = await run(two, "remove");
  assertEquals(left.code, 0);
  assertStringIncludes(left.stdout, `left: the hook starts ${one}, which stays`);
  assertEquals(clientFiles(home), installed);
  assertEquals((await run(one, "remove")).code, 0);
  assertEquals(clientFiles(home), {});

  assertEquals((await run(one, "hook")).code, 0);
  Deno.removeSync(one);
  assertEquals((await run(two, "remove")).code, 0);
  assertEquals(clientFiles(home), {}, "nobody's hook");
});

Deno.test("install: Codex's hook file is written where codex is, says how to trust it, and trusts nothing itself", async () => {
  await using home = await makeHome();
  home.install("codex", '#!/bin/sh\ntouch "$HOME/codex-was-started"\n');

  const { code, stdout } = await setup(home, "hook");

  assertEquals(code, 0);
  assertStringIncludes(stdout, "/hooks");
  const [entry] = entries(`${home.path}/.codex/hooks.json`);
  assertEquals(entry?.["command"], `'${home.path}/.codex/hooks/context-inject-global.sh' --client codex`);
  assert(!Object.keys(clientFiles(home)).some((path) => path.endsWith("config.toml")));
  assertEquals([...Deno.readDirSync(home.path)].some(({ name }) => name === "codex-was-started"), false);

  assertEquals((await setup(home, "remove", "--codex")).code, 0);
  assertEquals(Object.keys(clientFiles(home)).filter((path) => path.startsWith("/.codex")), []);
  assert(clientFiles(home)["/.claude/settings.json"], "Claude Code was not asked for");
});
