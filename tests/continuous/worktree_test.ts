import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  bringFiles,
  commitChanges,
  freeBranch,
  ownChanges,
  surveyed,
  workIn,
} from "../../lib/continuous/worktree/workspace.ts";
import { repositoryGit } from "../../lib/continuous/worktree/git.ts";
import { type Change, removeWorktree } from "../../lib/continuous/worktree/worktree.ts";
import { changedJudges, replacedSubmodules } from "../../lib/continuous/proof/judges.ts";
import { makeRepo } from "../acceptance/harness.ts";
import { SECRET } from "./fixtures.ts";
import { shell } from "../fixtures/guard/git_repository.ts";
import { discard } from "../temporary_folder.ts";

Deno.env.set("HOME", "/nonexistent");

/** A repository with the worktree of a run. */
async function worked(
  files: Record<string, string>,
  before?: (repo: Awaited<ReturnType<typeof makeRepo>>) => unknown,
) {
  const repo = await makeRepo(files);
  await before?.(repo);
  const scratch = `${await Deno.realPath(await Deno.makeTempDir())}/own`;
  Deno.mkdirSync(scratch, { mode: 0o700 });
  const git = repositoryGit(repo.path);
  const base = (await git(["rev-parse", "HEAD"])).stdout.trim();
  const place = { folder: `${scratch}/tree/it`, branch: "auto/it", base };
  const ground = await surveyed(git, repo.path, { link: [], copy: [".env"] });
  const worktree = await workIn(place, true, ground.brought, { git, root: repo.path, scratch });
  return {
    repo,
    git,
    place,
    ground,
    scratch,
    worktree,
    write: (path: string, text: string) => Deno.writeTextFileSync(`${worktree.root}/${path}`, text),
    async [Symbol.asyncDispose]() {
      await removeWorktree(git, place.folder);
      await repo[Symbol.asyncDispose]();
      discard(scratch);
    },
  };
}

const paths = (changes: Change[]) => changes.map(({ path, status }) => `${status} ${path}`);

const namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort().join(" ");

Deno.test("a step is taken back, or committed as one commit whatever a model has committed; the user's folder and index stay as they are", async () => {
  await using here = await worked({ "a.txt": "one\n", ".gitignore": "out\n" });
  const { repo, worktree, write, place } = here;
  const index = Deno.readFileSync(`${repo.path}/.git/index`);
  const first = await worktree.snapshot();
  write("a.txt", "two\n");
  write("新.txt", "new\n");
  write("out", "built\n");
  const second = await worktree.snapshot();
  assertEquals(paths(await worktree.changed(first.tree, second.tree)), ["M a.txt", "A 新.txt"]);
  assertStringIncludes(await worktree.diff(first.tree, second.tree), "-one\n+two\n");
  await worktree.restore(first);
  assertEquals(namesIn(worktree.root), ".git .gitignore a.txt out");
  // It may also commit, switch branches, and leave a repository inside.
  write("b.txt", "three\n");
  for (const words of ["add -A", "commit -qm mine", "checkout -qb elsewhere", "init -q inside"]) {
    await repo.git("-C", worktree.root, "-c", "user.name=m", "-c", "user.email=m@m", ...words.split(" "));
  }
  await repo.git("-C", worktree.root, "init", "-q", "inside/deep");
  write("inside/c.txt", "four\n");
  write("inside/deep/d.txt", "five\n");
  const { tree } = await worktree.snapshot();
  const commit = await worktree.commit(tree, first.head, "Do it\n\nproven");
  assertEquals(await repo.git("show", "auto/it:inside/c.txt", "auto/it:inside/deep/d.txt"), "four\nfive\n");
  assertEquals(await repo.git("log", "--format=%s %an", `${place.base}..auto/it`), "Do it codex-auto\n");
  assertEquals(await repo.git("-C", worktree.root, "symbolic-ref", "--short", "HEAD"), "auto/it\n");
  await worktree.restore({ head: commit, tree: await worktree.treeOf(commit) });
  assertEquals(await repo.git("-C", worktree.root, "status", "--porcelain"), "");
  await worktree.restore(first);
  assertEquals(namesIn(worktree.root), ".git .gitignore a.txt out");
  assertEquals(Deno.readFileSync(`${repo.path}/.git/index`), index);
  assertEquals(await repo.git("status", "--porcelain"), "");
});

Deno.test("a change is seen though the worktree's index is told to overlook it", async () => {
  await using here = await worked({ "a.txt": "one\n" });
  const { repo, worktree, write } = here;
  const first = await worktree.snapshot();
  await repo.git("-C", worktree.root, "update-index", "--assume-unchanged", "a.txt");
  write("a.txt", "two\n");
  assertEquals(paths(await worktree.changed(first.tree, (await worktree.snapshot()).tree)), ["M a.txt"]);
});

Deno.test("a run goes on though a git was killed in its worktree, the link to its repository is gone, or that was moved", async () => {
  await using here = await worked({ "a.txt": "one\n" });
  const { repo, git, place, ground: { brought }, scratch, worktree } = here;
  const { head, tree } = await worktree.snapshot();
  Deno.writeTextFileSync(`${repo.path}/.git/worktrees/it/index.lock`, "");
  Deno.removeSync(`${worktree.root}/.git`);
  const again = await workIn(place, false, brought, { git, root: repo.path, scratch });
  await again.commit(tree, head, "Again");
  const moved = `${repo.path}.moved`;
  Deno.renameSync(repo.path, moved);
  const there = { git: repositoryGit(moved), root: moved, scratch };
  assertEquals((await (await workIn(place, false, brought, there)).snapshot()).tree, tree);
  Deno.renameSync(moved, repo.path);
});

Deno.test("nothing that a repository configures is run: no filter, hook, monitor, driver or signature", async () => {
  const traps = (at: string) => `touch ${at}/.git/trapped; cat`;
  await using here = await worked({
    ".gitattributes": "* filter=evil diff=evil merge=evil\n",
    "a.txt": "one\n",
  }, async (repo) => {
    const trap = traps(repo.path);
    const evil = ["filter.evil.clean", "filter.evil.smudge", "diff.evil.command", "diff.evil.textconv"];
    for (const key of [...evil, "merge.evil.driver", "core.fsmonitor", "gpg.program"]) {
      await repo.git("config", key, trap);
    }
    await repo.git("config", "filter.evil.required", "true");
    await repo.git("config", "commit.gpgSign", "true");
    for (const hook of ["post-checkout", "pre-commit", "post-commit", "reference-transaction"]) {
      Deno.writeTextFileSync(`${repo.path}/.git/hooks/${hook}`, `#!/bin/sh\n${trap}\n`, { mode: 0o755 });
    }
  });
  const { worktree, write, repo } = here;
  const first = await worktree.snapshot();
  // What a step itself configures counts as little, also in a file that the configuration takes in.
  await repo.git("config", "include.path", "late");
  write("a.txt", "late\n");
  await worktree.snapshot();
  const late = `[filter "evil"]\n\tprocess = "${traps(repo.path)}"\n`;
  Deno.writeTextFileSync(`${repo.path}/.git/late`, late);
  write("a.txt", "two\n");
  const { tree } = await worktree.snapshot();
  await worktree.commit(tree, first.head, "Two");
  await worktree.diff(first.tree, tree);
  await worktree.restore(first);
  const text = await worktree.inCheckout("check", tree, (root) => Deno.readTextFile(`${root}/a.txt`));
  assertEquals(text, "two\n");
  assertEquals([...Deno.readDirSync(`${repo.path}/.git`)].filter(({ name }) => name === "trapped"), []);
});

Deno.test("ignored files are lent: packages entry by entry, those of the workspace from the worktree; what stays behind is named", async () => {
  await using here = await worked(
    { "package.json": "{}", "packages/a/index.js": "1", ".gitignore": "node_modules/\n.env\ndist\n" },
    (repo) => {
      const ignored = ["node_modules/dep/x.js", "node_modules/@s/p/x.js", ".env", "dist/x"];
      for (const path of ignored) repo.write(path, "1");
      Deno.symlinkSync("../packages/a", `${repo.path}/node_modules/a`);
    },
  );
  const { worktree: { root }, ground, repo, worktree, scratch } = here;
  assertEquals(Deno.realPathSync(`${root}/node_modules/dep`), `${repo.path}/node_modules/dep`);
  assertEquals(Deno.realPathSync(`${root}/node_modules/@s/p`), `${repo.path}/node_modules/@s/p`);
  assertEquals(Deno.realPathSync(`${root}/node_modules/a`), Deno.realPathSync(`${root}/packages/a`));
  assertEquals(Deno.lstatSync(`${root}/.env`).isFile, true);
  const brought = ["linked from your folder: node_modules", "copied from your folder: .env"];
  assertEquals(ground.notes.slice(0, 2), brought);
  assertMatch(ground.notes[2] ?? "", /^ignored files that stay behind \(.*\): dist$/);
  Deno.writeTextFileSync(`${root}/node_modules/mine`, "");
  const now = await worktree.snapshot();
  await worktree.restore(now);
  assertEquals([now.tree, Deno.lstatSync(`${root}/.env`).isFile], [await worktree.treeOf(now.head), true]);
  assertEquals([...Deno.readDirSync(`${repo.path}/node_modules`)].some(({ name }) => name === "mine"), false);
  // Where it goes, nothing is overwritten.
  await bringFiles(repo.path, scratch, { link: ["nothing"], copy: ["nothing"] });
});

Deno.test("the user's own changes become a commit, without their secrets, and without a change of their folder", async () => {
  await using here = await worked({ "a.txt": "one\n" });
  const { repo, git, scratch } = here;
  repo.write("a.txt", "mine\n");
  repo.write("b.txt", "new\n");
  repo.write("id_rsa", SECRET);
  await repo.git("init", "-q", "inside");
  const before = await repo.git("status", "--porcelain");
  const commit = await commitChanges(git, await ownChanges(git), scratch);
  assertEquals(await repo.git("diff", "--name-only", "HEAD", commit), "a.txt\nb.txt\n");
  assertEquals(await repo.git("status", "--porcelain"), before);
  assertEquals(await freeBranch("It!", "20260102-030405-abcdef", git), "auto/it-abcdef");
  await repo.git("branch", "auto/修复登录/of-a-person");
  assertEquals(await freeBranch("修复登录", "s", git), "auto/修复登录-s");
  assertEquals(await freeBranch("修复登录 失败", "s", git), "auto/修复登录-失败");
});

Deno.test("tests are tried on the code before them, in a checkout that is gone afterwards", async () => {
  await using here = await worked({ "lib.js": "old", "old.test.js": "" });
  const { worktree, write, repo } = here;
  const first = await worktree.snapshot();
  write("lib.js", "new");
  write("new.test.js", "test");
  Deno.removeSync(`${worktree.root}/old.test.js`);
  const { tree } = await worktree.snapshot();
  const tests = (await worktree.changed(first.tree, tree)).filter(({ path }) => path.includes("test"));
  const mixed = await worktree.mixed(first.tree, tests);
  let at = "";
  await worktree.inCheckout("check", mixed, (root) => {
    at = root;
    assertEquals(Deno.readTextFileSync(`${root}/lib.js`), "old");
    assertEquals(namesIn(root), ".git lib.js new.test.js");
    return Promise.resolve();
  });
  assert(!(await repo.git("worktree", "list")).includes(at));
});

Deno.test("a patch for people names no secret file, holds no half of a secret, and is shown up to a limit", async () => {
  await using here = await worked({ "a.txt": "one\n" });
  const { worktree, write } = here;
  const first = await worktree.snapshot();
  write("id_rsa", "KEY=hidden\n");
  write("a.txt", `token = "${SECRET}"\n`);
  const second = await worktree.snapshot();
  const diff = await worktree.diff(first.tree, second.tree);
  assertEquals(["hidden", "ghp_a1B2", "a.txt"].map((text) => diff.includes(text)), [false, false, true]);
  write("long.txt", `${"x".repeat(99)}\n`.repeat(3900) + `${SECRET}\n`.repeat(1000));
  const cut = await worktree.diff(second.tree, (await worktree.snapshot()).tree);
  assertEquals([cut.includes("ghp_a1"), cut.includes("[cut after 400000 characters]")], [false, true]);
});

Deno.test("submodules, a sparse checkout and Git LFS are said, and stop nothing", async () => {
  await using inner = await makeRepo({ "src/b.txt": "two\n" });
  await using here = await worked(
    { ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n", "a/x.txt": "x\n", "b/y.txt": "y\n" },
    async (repo) => {
      const add = "-c protocol.file.allow=always submodule --quiet add".split(" ");
      await repo.git(...add, inner.path, "libs/sub");
      await repo.git("commit", "-qm", "Submodule");
      await repo.git("sparse-checkout", "set", "a", "libs");
      await repo.git("config", "filter.lfs.clean", "cat");
    },
  );
  const { worktree, ground, write, repo } = here;
  const notes = ["submodules are empty", "filters of .git/conf", "the checkout is spar"];
  assertEquals(ground.notes.map((note) => note.slice(0, 20)), notes);
  const first = await worktree.snapshot();
  assertEquals(first.tree, await worktree.treeOf(first.head));
  write("a/x.txt", "changed\n");
  for (const at of [worktree.root, repo.path]) Deno.mkdirSync(`${at}/b`);
  write("b/new.txt", "outside of it\n");
  write("libs/sub/new.txt", "in the place of a submodule\n");
  repo.write("b/mine.txt", "mine\n");
  await commitChanges(here.git, ["b/mine.txt"], here.scratch);
  const second = await worktree.snapshot();
  const changes = await worktree.changed(first.tree, second.tree);
  assertEquals(paths(changes), ["M a/x.txt", "A b/new.txt", "D libs/sub", "A libs/sub/new.txt"]);
  assertEquals([replacedSubmodules(changes), await worktree.snapshot()], [["libs/sub"], second]);
  for (const at of [first, second, first]) {
    await worktree.restore(at);
    assertEquals((await worktree.snapshot()).tree, at.tree);
  }
  assertEquals(namesIn(`${worktree.root}/libs/sub`), "");
  const text = await worktree.inCheckout("one", second.tree, (root) => Deno.readTextFile(`${root}/a/x.txt`));
  assertEquals(text, "changed\n");
});

Deno.test("files whose names are no line of UTF-8 are in every commit, decide as others do, and are told as git quotes them", async () => {
  const odd = `t=$(printf 't\\351.test.js') o=$(printf '新\\n\\\\"\\351"') r=$(printf 'r\\351')`;
  await using here = await worked({ "a.txt": "one\n" }, async (repo) => {
    await shell(`${odd}; echo 1 >"$t"; git add -A`, repo.path);
    await repo.git("commit", "-qm", "Odd");
  });
  const { worktree, git, repo, scratch } = here;
  const first = await worktree.snapshot();
  for (const at of [worktree.root, repo.path]) {
    await shell(`${odd}; echo 2 >"$t"; echo 3 >"$o"; git init -q "$r"; echo 4 >"$r/in"`, at);
    await shell(`${odd}; mkdir "$o.d"; echo KEY=hidden >"$o.d/id_rsa"`, at);
  }
  const second = await worktree.snapshot();
  const changed = await worktree.changed(first.tree, second.tree);
  const named = ["A r\\351/in", "M t\\351.test.js", 'A 新\\n\\\\\\"\\351\\"'];
  assertEquals(paths(changed), [...named, `${named[2]}.d/id_rsa`]);
  assertEquals((await worktree.diff(first.tree, second.tree)).includes("hidden"), false);
  assertEquals(paths(await changedJudges(changed, [], worktree)), named.slice(1, 2));
  assertEquals(await worktree.mixed(first.tree, changed), second.tree);
  await worktree.restore(first);
  assertEquals((await worktree.snapshot()).tree, first.tree);
  const commit = await commitChanges(git, await ownChanges(git), scratch);
  assertEquals(paths(await worktree.changed(first.tree, commit)), named.slice(1));
});

Deno.test("steps side by side: what each left is put on top of the newest commit, or the files are named that both have changed", async () => {
  await using here = await worked({ "a.txt": "1\n2\n3\n4\n5\n", "b.txt": "one\n" });
  const { worktree, git, repo } = here;
  assert(await worktree.canMerge());
  const first = await worktree.snapshot();
  const step = (name: string, a: string, b: string) =>
    worktree.inCheckout(name, first.tree, async (root, left) => {
      Deno.writeTextFileSync(`${root}/a.txt`, a);
      Deno.writeTextFileSync(`${root}/b.txt`, b);
      // Of another second than the checkout, and the file as long as before: git must not take it for the same.
      await new Promise((done) => setTimeout(done, 1100));
      return { head: first.head, tree: await left() };
    });
  const [one, two, three] = await Promise.all([
    step("steps/001", "first\n2\n3\n4\n5\n", "one\n"),
    step("steps/002", "1\n2\n3\n4\nlast\n", "two\n"),
    step("steps/003", "third\n2\n3\n4\n5\n", "two\n"),
  ]);
  assertEquals((await worktree.snapshot()).tree, first.tree);
  const head = await worktree.commit(one.tree, first.head, "One");
  const { tree, conflicts } = await worktree.merged(head, two);
  assertEquals(conflicts, []);
  assertEquals(await repo.git("show", `${tree}:a.txt`, `${tree}:b.txt`), "first\n2\n3\n4\nlast\ntwo\n");
  assertEquals((await worktree.merged(head, three)).conflicts, ["a.txt"]);
  assertEquals((await git(["worktree", "list"])).stdout.trim().split("\n").length, 2);
});
