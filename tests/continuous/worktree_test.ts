import { assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { openWorktree } from "../../lib/continuous/worktree/worktree.ts";
import { makeRepo } from "../acceptance/harness.ts";
import { SECRET } from "./fixtures.ts";

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
  const expected = await worktree.snapshot();
  const [root, folder] = [`${repo.path} 项目 ":b\\`, await Deno.makeTempDir()];
  Deno.renameSync(repo.path, root);
  const gitDir = `${root}/.git`;
  assertEquals(await openWorktree({ root, gitDir, gitCommonDir: gitDir }, folder).snapshot(), expected);
  Deno.renameSync(root, repo.path);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("looking changes nothing of the repository, and runs nothing that it or a repository inside it configures", async () => {
  await using here = await withSubmodule();
  const { repo, place, folder } = here;
  const trap = `touch ${repo.path}/out-of-git; cat`;
  for (const at of [".", "libs/sub"]) {
    await repo.git("-C", at, "config", "filter.evil.clean", trap);
    await repo.git("-C", at, "config", "filter.evil.required", "true");
    await repo.git("-C", at, "config", "core.fsmonitor", `sh -c '${trap}'`);
    repo.write(`${at}/.gitattributes`, "* filter=evil\n");
  }
  const before = [Deno.readFileSync(`${repo.path}/.git/index`), await repo.git("count-objects")];
  const trapped = () => [...Deno.readDirSync(repo.path)].some(({ name }) => name === "out-of-git");
  if (trapped()) Deno.removeSync(`${repo.path}/out-of-git`);
  const worktree = openWorktree(place, folder);
  const { tree } = await worktree.snapshot();
  repo.write("a.txt", "two\n");
  repo.write("libs/sub/src/b.txt", "six\n");
  const { tree: after } = await worktree.snapshot();
  assertEquals([trapped(), await worktree.changed(tree, after)], [false, ["a.txt", "libs/sub/src/b.txt"]]);
  assertEquals([Deno.readFileSync(`${repo.path}/.git/index`), await repo.git("count-objects")], before);
});

Deno.test("a patch for people names no secret file, holds no half of a secret, and is shown up to a limit", async () => {
  await using here = await watched({ "a.txt": "one\n" });
  const { repo, worktree } = here;
  const first = await worktree.snapshot();
  repo.write(".env", "KEY=hidden\n");
  repo.write("a.txt", `token = "${SECRET}"\n`);
  const second = await worktree.snapshot();
  const diff = await worktree.diff(first.tree, second.tree);
  const holds = (text: string) => [diff.includes(text)];
  assertEquals([holds("hidden"), holds("ghp_a1B2"), holds("a.txt")].flat(), [false, false, true]);
  repo.write("long.txt", `${"x".repeat(99)}\n`.repeat(3900) + `${SECRET}\n`.repeat(1000));
  const third = await worktree.snapshot();
  const cut = await worktree.diff(second.tree, third.tree);
  assertEquals([cut.includes("ghp_a1"), cut.includes("[cut after 400000 characters]")], [false, true]);
  repo.write("long.txt", `${"x".repeat(98)} \n`.repeat(400_000));
  const long = await worktree.diff(third.tree, (await worktree.snapshot()).tree);
  assertEquals([long.length < 401_000, long.includes("[cut after")], [true, true]);
});

Deno.test("a repository without a commit, one inside it, and a tree that is no longer known stop nothing", async () => {
  await using here = await watched({});
  const { repo, worktree } = here;
  assertEquals((await worktree.snapshot()).head, "none");
  await new Deno.Command("git", { args: ["init", "-q", `${repo.path}/inside`] }).output();
  const before = await worktree.snapshot();
  repo.write("a.txt", "one\n");
  const { tree } = await worktree.snapshot();
  assertNotEquals(tree, before.tree);
  assertEquals(await worktree.changed("0123456789012345678901234567890123456789", tree), []);
});

Deno.test("edits in a submodule, and in a repository that somebody clones into this one, are seen; ignored files not", async () => {
  await using here = await withSubmodule();
  const { repo, worktree } = here;
  const first = await worktree.snapshot();
  repo.write("libs/sub/out/x", "built\n");
  assertEquals(await worktree.snapshot(), first);
  repo.write("libs/sub/src/b.txt", "three\n");
  repo.write("libs/sub/新.txt", "new\n");
  const second = await worktree.snapshot();
  assertEquals(await worktree.changed(first.tree, second.tree), ["libs/sub/src/b.txt", "libs/sub/新.txt"]);
  assertStringIncludes(await worktree.diff(first.tree, second.tree), "-two\n+three\n");
  // What was seen before is still known to who looks later.
  assertEquals(await openWorktree(here.place, here.folder).snapshot(), second);
  await new Deno.Command("git", { args: ["clone", "-q", `${repo.path}/libs/sub`, `${repo.path}/inside`] })
    .output();
  const third = await worktree.snapshot();
  assertEquals(await worktree.changed(second.tree, third.tree), ["inside/.gitignore", "inside/src/b.txt"]);
});
