import { assertEquals } from "@std/assert";
import { git } from "../../../lib/guard/git/git.ts";
import { commit, run, withFolder } from "../../fixtures/guard/git_repository.ts";

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
