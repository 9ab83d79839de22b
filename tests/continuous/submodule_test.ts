/** Repositories inside the repository: submodules, and others that git takes for one. */
import { assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { openWorktree } from "../../lib/continuous/worktree/worktree.ts";
import { makeRepo } from "../acceptance/harness.ts";

async function watched() {
  const repo = await makeRepo({ "a.txt": "one\n" });
  const inner = await makeRepo({ "src/b.txt": "two\n", ".gitignore": "out/\n" });
  await repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "libs/sub");
  await repo.git("commit", "-qm", "Submodule");
  const folder = await Deno.makeTempDir();
  const gitDir = `${repo.path}/.git`;
  const open = () => openWorktree({ root: repo.path, gitDir, gitCommonDir: gitDir }, folder);
  return {
    repo,
    open,
    worktree: open(),
    async [Symbol.asyncDispose]() {
      await repo[Symbol.asyncDispose]();
      await inner[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

Deno.test("edits in a submodule are seen: new files too, ignored files not", async () => {
  await using here = await watched();
  const { repo, worktree } = here;
  const first = await worktree.snapshot();
  assertEquals(await worktree.snapshot(), first);
  repo.write("libs/sub/out/x", "built\n");
  assertEquals(await worktree.snapshot(), first);
  repo.write("libs/sub/src/b.txt", "three\n");
  repo.write("libs/sub/新.txt", "new\n");
  const second = await worktree.snapshot();
  assertNotEquals(second.tree, first.tree);
  assertEquals(await worktree.changed(first.tree, second.tree), ["libs/sub/src/b.txt", "libs/sub/新.txt"]);
  assertStringIncludes(await worktree.diff(first.tree, second.tree), "-two\n+three\n");
  // What was seen before is still known to who looks later.
  assertEquals(await here.open().snapshot(), second);
  assertEquals(await repo.git("status", "--short"), " m libs/sub\n");
});

Deno.test("a repository that somebody makes in the repository, and removes, is seen with its files", async () => {
  await using here = await watched();
  const { repo, worktree } = here;
  const first = await worktree.snapshot();
  const inside = `${repo.path}/inside`;
  await new Deno.Command("git", { args: ["clone", "-q", `${repo.path}/libs/sub`, inside] }).output();
  const second = await worktree.snapshot();
  assertEquals(await worktree.changed(first.tree, second.tree), ["inside/.gitignore", "inside/src/b.txt"]);
  Deno.removeSync(inside, { recursive: true });
  assertEquals(await worktree.snapshot(), first);
  await repo.git("submodule", "--quiet", "deinit", "-f", "libs/sub");
  const third = await worktree.snapshot();
  assertEquals(await worktree.changed(first.tree, third.tree), [
    "libs/sub/.gitignore",
    "libs/sub/src/b.txt",
  ]);
  await new Deno.Command("git", { args: ["init", "-q", inside] }).output();
  const unborn = await worktree.snapshot();
  Deno.writeTextFileSync(`${inside}/new.txt`, "new\n");
  const written = await worktree.snapshot();
  assertEquals(await worktree.changed(unborn.tree, written.tree), ["inside/new.txt"]);
});

Deno.test("a submodule that configures filters or hooks has none of them run, and one that leads elsewhere is not followed", async () => {
  await using here = await watched();
  const { repo, worktree } = here;
  const { tree } = await worktree.snapshot();
  const trap = `touch ${repo.path}/out-of-git; cat`;
  await repo.git("-C", "libs/sub", "config", "filter.evil.clean", trap);
  await repo.git("-C", "libs/sub", "config", "filter.evil.required", "true");
  await repo.git("-C", "libs/sub", "config", "core.fsmonitor", `sh -c '${trap}'`);
  repo.write("libs/sub/.gitattributes", "* filter=evil\n");
  repo.write("libs/sub/src/b.txt", "six\n");
  const trapped = await worktree.snapshot();
  assertEquals([...Deno.readDirSync(repo.path)].map(({ name }) => name).includes("out-of-git"), false);
  assertNotEquals(trapped.tree, tree);
  const elsewhere = await Deno.makeTempDir();
  Deno.writeTextFileSync(`${elsewhere}/private.txt`, "mine\n");
  await repo.git("-C", "libs/sub", "config", "core.worktree", elsewhere);
  const led = await worktree.snapshot();
  const seen = await worktree.changed(tree, led.tree) ?? [];
  assertEquals(seen.some((path) => path.includes("private")), false, seen.join());
  await Deno.remove(elsewhere, { recursive: true });
});

Deno.test("a submodule whose index, or whose place in git, is damaged stops nothing", async () => {
  await using here = await watched();
  const { repo, worktree } = here;
  Deno.writeTextFileSync(`${repo.path}/.git/modules/libs/sub/index`, "damaged");
  const first = await worktree.snapshot();
  repo.write("libs/sub/src/b.txt", "three\n");
  const second = await worktree.snapshot();
  assertEquals(await worktree.changed(first.tree, second.tree), ["libs/sub/src/b.txt"]);
  await repo.git("-C", "libs/sub", "config", "core.repositoryFormatVersion", "99");
  const third = await worktree.snapshot();
  repo.write("a.txt", "two\n");
  assertEquals(await worktree.changed(third.tree, (await worktree.snapshot()).tree), ["a.txt"]);
});
