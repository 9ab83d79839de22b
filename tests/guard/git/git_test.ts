import { assert, assertEquals } from "@std/assert";
import { git, type GitCommand } from "../../../lib/guard/git/git.ts";
import { resolveRepoRoot } from "../../../lib/guard/boundary/repo_root.ts";
import { commit, run, withFolder } from "../../fixtures/guard/git_repository.ts";
import { hostileRepository } from "../../fixtures/guard/hostile_repository.ts";
import { childrenEnded } from "../../tools/living.ts";

Deno.test("a hostile repository executes nothing in any subcommand that is let through", () =>
  withFolder(async (folder) => {
    const { path: repo, marks } = await hostileRepository(folder);
    const head = await run(["rev-parse", "HEAD"], repo);
    const commands: GitCommand[] = [
      ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
      ["ls-files", "-s", "-t", "-m"],
      ["log", "--name-status", "-M", "--format=%H %an %s", head],
      ["log", "-p", "--ext-diff", "--textconv", head],
      ["log", "-S", "needle", "--stat", head],
      ["log", "-G", "needle", "--numstat", head],
      ["log", "--show-signature", "--format=%G? %GS", head],
      ["grep", "-n", "-I", "needle"],
      ["grep", "-n", "--textconv", "needle", head],
      ["grep", "-W", "needle"],
    ];
    for (const args of commands) {
      const result = await git(args, { cwd: repo, timeoutMs: 10_000 });
      assertEquals(marks(), [], args.join(" "));
      assert(!result.timedOut, args.join(" "));
    }
    const root = await resolveRepoRoot({ cwd: `${repo}/src` });
    assertEquals(root.root, repo);
    assertEquals(marks(), []);
    // The trap does work: plain git springs it.
    await new Deno.Command("git", { args: ["status"], cwd: repo, stdout: "null", stderr: "null" }).output();
    assert(marks().length > 0, "the hostile repository is not hostile");
  }));

Deno.test("git's output is cut at maxBytes, and a git that does not end is killed", () =>
  withFolder(async (folder) => {
    const repo = `${folder}/repo`;
    Deno.mkdirSync(repo);
    await run(["init", "-q"], repo);
    Deno.writeTextFileSync(`${repo}/a.txt`, "line\n".repeat(100_000));
    await commit(repo, "big");
    const cut = await git(["grep", "-h", "line"], { cwd: repo, timeoutMs: 10_000, maxBytes: 1000 });
    assertEquals([cut.stdout.length, cut.truncated, cut.timedOut], [1000, true, false]);
    await new Deno.Command("mkfifo", { args: [`${repo}/.gitignore`] }).output();
    const hung = await git(["ls-files", "-o", "--exclude-standard"], { cwd: repo, timeoutMs: 150 });
    assertEquals([hung.timedOut, hung.code], [true, -1]);
  }));

Deno.test("the caller's GIT_* variables are not heard", () =>
  withFolder(async (folder) => {
    const repo = `${folder}/repo`;
    Deno.mkdirSync(repo);
    await run(["init", "-q"], repo);
    Deno.env.set("GIT_DIR", "/nonexistent");
    try {
      Deno.writeTextFileSync(`${repo}/a.txt`, "");
      const result = await git(["ls-files", "-o"], { cwd: repo, timeoutMs: 5000 });
      assertEquals(new TextDecoder().decode(result.stdout).trim(), "a.txt");
    } finally {
      Deno.env.delete("GIT_DIR");
    }
  }));

for (
  const [how, script] of [
    ["leaves a child on its output", "sleep 600 & sleep 600"],
    ["floods", "sleep 0.5; yes & yes"],
  ] as const
) {
  Deno.test(`a git that ${how} is ended at its timeout, with what it started`, async () => {
    const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "hanging-git-" }));
    const path = Deno.env.get("PATH") ?? "";
    try {
      Deno.writeTextFileSync(`${folder}/git`, `#!/bin/sh\n: >'${folder}/started'\n${script}\n`, {
        mode: 0o755,
      });
      Deno.env.set("PATH", `${folder}:${path}`);
      // An instance of its own: the other one has looked for git already.
      const own: typeof import("../../../lib/guard/git/git.ts") = await import(
        new URL(`../../../lib/guard/git/git.ts?${encodeURIComponent(how)}`, import.meta.url).href
      );
      const began = performance.now();
      const running = own.git(["ls-files"], {
        cwd: folder,
        timeoutMs: 1500,
        maxBytes: 64 * 1024 * 1024,
      });
      await written(`${folder}/started`);
      assert(areIn(folder), "nothing runs that is to be ended");
      const result = await running;
      assert(performance.now() - began < 5000, `${performance.now() - began} ms`);
      assert(result.timedOut || result.truncated);
      assert(await areGone(folder), "some of it is left");
    } finally {
      Deno.env.set("PATH", path);
      await childrenEnded();
      Deno.removeSync(folder, { recursive: true });
    }
  });
}

/** Waits, at most five seconds, for a file. */
async function written(file: string): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    try {
      Deno.statSync(file);
      return;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${file} was not written`);
}

/** Waits, at most five seconds, until no living process works in this folder. */
async function areGone(folder: string): Promise<boolean> {
  for (let attempt = 0; attempt < 250; attempt++) {
    if (!areIn(folder)) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

/** Whether any living process works in this folder, as whatever a git starts does. */
function areIn(folder: string): boolean {
  return [...Deno.readDirSync("/proc")].some(({ name }) => /^\d+$/.test(name) && worksIn(name, folder));
}

function worksIn(pid: string, folder: string): boolean {
  try {
    return Deno.readLinkSync(`/proc/${pid}/cwd`) === folder;
  } catch (error) {
    // It ended while we looked, or is a dead one that nobody has waited for.
    if (error instanceof Error) return false;
    throw error;
  }
}
