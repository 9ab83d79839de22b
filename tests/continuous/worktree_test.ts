import { assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { openWorktree } from "../../lib/continuous/worktree/worktree.ts";
import { makeRepo } from "../acceptance/harness.ts";

async function watched(files: Record<string, string>) {
  const repo = await makeRepo(files);
  const folder = await Deno.makeTempDir();
  const gitDir = `${repo.path}/.git`;
  const place = { root: repo.path, gitDir, gitCommonDir: gitDir };
  return {
    repo,
    place,
    folder,
    worktree: openWorktree(place, folder),
    async [Symbol.asyncDispose]() {
      await repo[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function withSubmodule() {
  const here = await watched({ "a.txt": "one\n" });
  const { repo } = here;
  await using inner = await makeRepo({ "src/b.txt": "two\n", ".gitignore": "out/\n" });
  await repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "libs/sub");
  await repo.git("commit", "-qm", "Submodule");
  return here;
}

function trapped(repo: { path: string }): boolean {
  return [...Deno.readDirSync(repo.path)].some(({ name }) => name === "out-of-git");
}

Deno.test("a tree is what the files are: edits and new files count, ignored files, times and the index do not", async () => {
  await using here = await watched({ "a.txt": "one\n", ".gitignore": "out/\n" });
  const { repo, worktree } = here;
  const first = await worktree.snapshot();
  Deno.utimeSync(`${repo.path}/a.txt`, 1, 1);
  repo.write("out/x", "built\n");
  repo.write(".codex/state/continuous/x", "state\n");
  assertEquals(await worktree.snapshot(), first);
  repo.write("a.txt", "two\n");
  repo.write("新.txt", "new\n");
  const second = await worktree.snapshot();
  assertEquals([second.head === first.head, second.tree === first.tree], [true, false]);
  assertEquals(await worktree.changed(first.tree, second.tree), ["a.txt", "新.txt"]);
  assertStringIncludes(await worktree.diff(first.tree, second.tree), "-one\n+two\n");
  await repo.git("add", "a.txt");
  assertEquals(await worktree.snapshot(), second);
  await repo.git("commit", "-qm", "More");
  const third = await worktree.snapshot();
  assertEquals([third.tree === second.tree, third.head === second.head], [true, false]);
  await Deno.remove(`${repo.path}/新.txt`);
  repo.write("a.txt", "one\n");
  assertEquals((await worktree.snapshot()).tree, first.tree);
});

Deno.test("a repository is looked at in a folder of any name", async () => {
  await using here = await watched({ "d/a.txt": "one\n" });
  const { repo, worktree } = here;
  // Old enough for git to believe its index, and not to read it again.
  Deno.utimeSync(`${repo.path}/d/a.txt`, 1, 1);
  await repo.git("update-index", "--refresh");
  repo.write("d/b.txt", "two\n");
  const expected = await worktree.snapshot();
  for (const end of [":b", ':"b\\c"', " 项目 (1)", "\\"]) {
    const root = `${repo.path}${end}`;
    const folder = await Deno.makeTempDir();
    Deno.renameSync(repo.path, root);
    try {
      const gitDir = `${root}/.git`;
      assertEquals(
        await openWorktree({ root, gitDir, gitCommonDir: gitDir }, folder).snapshot(),
        expected,
        end,
      );
    } finally {
      Deno.renameSync(root, repo.path);
      await Deno.remove(folder, { recursive: true });
    }
  }
});

Deno.test("looking changes nothing of the repository: neither index nor objects", async () => {
  await using here = await watched({ "a.txt": "one\n" });
  here.repo.write("a.txt", "two\n");
  const before = [Deno.readFileSync(`${here.repo.path}/.git/index`), await here.repo.git("count-objects")];
  await here.worktree.snapshot();
  assertEquals(
    [Deno.readFileSync(`${here.repo.path}/.git/index`), await here.repo.git("count-objects")],
    before,
  );
});

Deno.test("a repository that configures filters, hooks or a monitor has none of them run", async () => {
  await using here = await watched({ "a.txt": "one\n", ".gitattributes": "* filter=evil\n" });
  const trap = `touch ${here.repo.path}/out-of-git; cat`;
  for (
    const [key, value] of [["filter.evil.clean", trap], ["filter.evil.required", "true"], [
      "core.fsmonitor",
      `sh -c '${trap}'`,
    ]]
  ) {
    await here.repo.git("config", key ?? "", value ?? "");
  }
  const gitDir = `${here.repo.path}/.git`;
  const folder = await Deno.makeTempDir();
  const worktree = openWorktree({ root: here.repo.path, gitDir, gitCommonDir: gitDir }, folder);
  here.repo.write("a.txt", "two\n");
  const { tree } = await worktree.snapshot();
  assertNotEquals(tree, "");
  assertEquals(trapped(here.repo), false);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a patch for people names no secret file and holds no secret", async () => {
  await using here = await watched({ "a.txt": "one\n" });
  const first = await here.worktree.snapshot();
  here.repo.write(".env", "KEY=hidden\n");
  here.repo.write("a.txt", `token = "ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}"\n`);
  const diff = await here.worktree.diff(first.tree, (await here.worktree.snapshot()).tree);
  assertEquals([diff.includes("hidden"), diff.includes("ghp_a1B2"), diff.includes("a.txt")], [
    false,
    false,
    true,
  ]);
});

Deno.test("a tree that is no longer known is said so", async () => {
  await using here = await watched({ "a.txt": "one\n" });
  const { tree } = await here.worktree.snapshot();
  assertEquals(await here.worktree.changed("0123456789012345678901234567890123456789", tree), undefined);
});

Deno.test("a repository without a commit, one inside it, and a file that nobody may read stop nothing", async () => {
  await using here = await watched({});
  assertEquals((await here.worktree.snapshot()).head, "none");
  await new Deno.Command("git", { args: ["init", "-q", `${here.repo.path}/inside`] }).output();
  const before = await here.worktree.snapshot();
  here.repo.write("a.txt", "one\n");
  assertNotEquals((await here.worktree.snapshot()).tree, before.tree);
});

Deno.test("a patch is read and shown up to a limit, and no half of a secret stands where it is cut", async () => {
  await using here = await watched({ "a.txt": "one\n" });
  const first = await here.worktree.snapshot();
  const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  here.repo.write("long.txt", `${"x".repeat(99)}\n`.repeat(3900) + `${secret}\n`.repeat(1000));
  const second = await here.worktree.snapshot();
  const cut = await here.worktree.diff(first.tree, second.tree);
  assertEquals([cut.includes("ghp_a1"), cut.includes("[cut after 400000 characters]")], [false, true]);
  here.repo.write("long.txt", `${"x".repeat(98)} \n`.repeat(400_000));
  const long = await here.worktree.diff(second.tree, (await here.worktree.snapshot()).tree);
  assertEquals([long.length < 401_000, long.includes("[cut after")], [true, true]);
});

Deno.test("edits in a submodule are seen: new files too, ignored files not", async () => {
  await using here = await withSubmodule();
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
  assertEquals(await openWorktree(here.place, here.folder).snapshot(), second);
  assertEquals(await repo.git("status", "--short"), " m libs/sub\n");
});

Deno.test("a repository that somebody makes in the repository, and removes, is seen with its files", async () => {
  await using here = await withSubmodule();
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
  await repo.git("clone", "-q", `${repo.path}/.git/modules/libs/sub`, "inside/deep/er");
  const deep = await worktree.snapshot();
  assertEquals(await worktree.changed(written.tree, deep.tree), [
    "inside/deep/er/.gitignore",
    "inside/deep/er/src/b.txt",
  ]);
  assertEquals(await worktree.snapshot(), deep);
});

Deno.test("a submodule that configures filters or hooks has none of them run, and one that leads elsewhere is not followed", async () => {
  await using here = await withSubmodule();
  const { repo, worktree } = here;
  const { tree } = await worktree.snapshot();
  const trap = `touch ${repo.path}/out-of-git; cat`;
  await repo.git("-C", "libs/sub", "config", "filter.evil.clean", trap);
  await repo.git("-C", "libs/sub", "config", "filter.evil.required", "true");
  await repo.git("-C", "libs/sub", "config", "core.fsmonitor", `sh -c '${trap}'`);
  repo.write("libs/sub/.gitattributes", "* filter=evil\n");
  repo.write("libs/sub/src/b.txt", "six\n");
  const after = await worktree.snapshot();
  assertEquals(trapped(repo), false);
  assertNotEquals(after.tree, tree);
  const elsewhere = await Deno.makeTempDir();
  Deno.writeTextFileSync(`${elsewhere}/private.txt`, "mine\n");
  await repo.git("-C", "libs/sub", "config", "core.worktree", elsewhere);
  const led = await worktree.snapshot();
  const seen = await worktree.changed(tree, led.tree) ?? [];
  assertEquals(seen.some((path) => path.includes("private")), false, seen.join());
  await Deno.remove(elsewhere, { recursive: true });
});

Deno.test("a submodule whose index, or whose place in git, is damaged stops nothing", async () => {
  await using here = await withSubmodule();
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
