/** A folder from a stranger cannot have another repository's history told as its own. */
import { assertEquals, assertMatch } from "@std/assert";
import { git } from "../../../lib/guard/git/git.ts";
import { resolveRepoRoot } from "../../../lib/guard/boundary/repo_root.ts";
import { commit, run, withFolder } from "../../fixtures/guard/git_repository.ts";

async function makeRepository(path: string): Promise<string> {
  await Deno.mkdir(path, { recursive: true });
  await Deno.writeTextFile(`${path}/a.ts`, "a\n");
  await run(["init", "-q", "-b", "main"], path);
  await commit(path, "first");
  return path;
}

/** Lets a folder read the victim's objects, and links a reference of its own to the victim's branch. */
function borrow(evil: string, victim: string, reference: string): void {
  Deno.mkdirSync(`${evil}/.git/objects/info`, { recursive: true });
  write(`${evil}/.git/objects/info/alternates`, `${victim}/.git/objects\n`);
  const path = `${evil}/.git/${reference}`;
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  Deno.symlinkSync(`${victim}/.git/refs/heads/main`, path);
}

/** What a stranger's folder does to be taken for `victim`. */
const ATTACKS: Record<string, (evil: string, victim: string) => Promise<void> | void> = {
  "a .git file": (evil, victim) =>
    replace(`${evil}/.git`, () => write(`${evil}/.git`, `gitdir: ${victim}/.git\n`)),
  "a .git link": (evil, victim) =>
    replace(`${evil}/.git`, () => Deno.symlinkSync(`${victim}/.git`, `${evil}/.git`)),
  "a link to a .git file": (evil, victim) =>
    replace(`${evil}/.git`, () => {
      write(`${evil}/named`, `gitdir: ${victim}/.git\n`);
      Deno.symlinkSync("named", `${evil}/.git`);
    }),
  "a worktree of the victim's": async (evil, victim) => {
    await run(["worktree", "add", "-q", `${victim}-tree`, "-b", "side"], victim);
    replace(`${evil}/.git`, () => write(`${evil}/.git`, `gitdir: ${victim}/.git/worktrees/victim-tree\n`));
  },
  "commondir": (evil, victim) => write(`${evil}/.git/commondir`, `${victim}/.git\n`),
  "links for objects and references": (evil, victim) => {
    for (const name of ["objects", "refs"]) {
      replace(
        `${evil}/.git/${name}`,
        () => Deno.symlinkSync(`${victim}/.git/${name}`, `${evil}/.git/${name}`),
      );
    }
  },
  "a link for the branches": (evil, victim) =>
    replace(
      `${evil}/.git/refs/heads`,
      () => Deno.symlinkSync(`${victim}/.git/refs/heads`, `${evil}/.git/refs/heads`),
    ),
  "a link for the branch": (evil, victim) =>
    replace(
      `${evil}/.git/refs/heads/main`,
      () => Deno.symlinkSync(`${victim}/.git/refs/heads/main`, `${evil}/.git/refs/heads/main`),
    ),
  "a reference to a reference that is a link": (evil, victim) => {
    write(`${evil}/.git/refs/heads/main`, "ref: refs/heads/other\n");
    Deno.symlinkSync(`${victim}/.git/refs/heads/main`, `${evil}/.git/refs/heads/other`);
  },
  "a link for HEAD": (evil, victim) =>
    replace(
      `${evil}/.git/HEAD`,
      () => Deno.symlinkSync(`${victim}/.git/refs/heads/main`, `${evil}/.git/HEAD`),
    ),
  "a name that ends elsewhere for git": (evil, victim) => {
    borrow(evil, victim, "refs/heads/main\u3000x");
    write(`${evil}/.git/HEAD`, "ref: refs/heads/main\u3000x\n");
  },
  "a reference behind more blanks than anybody reads": (evil, victim) => {
    borrow(evil, victim, "refs/heads/b");
    write(`${evil}/.git/refs/heads/main`, `ref:${" ".repeat(700_000)}refs/heads/b\n`);
  },
  "a reference of the worktree's own": async (evil, victim) => {
    await run(["worktree", "add", "-q", `${evil}/tree`, "-b", "side"], evil);
    borrow(evil, victim, "worktrees/tree/refs/worktree/x");
    write(`${evil}/.git/worktrees/tree/HEAD`, "ref: refs/worktree/x\n");
    Deno.renameSync(`${evil}/.git`, `${evil}/kept`);
    write(`${evil}/.git`, `gitdir: ${evil}/kept/worktrees/tree\n`);
    write(`${evil}/kept/worktrees/tree/gitdir`, `${evil}/.git\n`);
  },
  "a name that leads out of its folder": (evil, victim) => {
    borrow(evil, victim, "out");
    write(`${evil}/.git/HEAD`, "ref: refs/heads/../../out\n");
  },
  "a link for packed-refs": async (evil, victim) => {
    await run(["pack-refs", "--all"], victim);
    replace(
      `${evil}/.git/refs/heads/main`,
      () => Deno.symlinkSync(`${victim}/.git/packed-refs`, `${evil}/.git/packed-refs`),
    );
  },
};

function replace(path: string, put: () => void): void {
  Deno.removeSync(path, { recursive: true });
  put();
}

function write(path: string, text: string): void {
  Deno.writeTextFileSync(path, text);
}

for (const [how, attack] of Object.entries(ATTACKS)) {
  Deno.test(`a repository that claims another's by ${how} has no history, and it is said`, () =>
    withFolder(async (folder) => {
      const evil = await makeRepository(`${folder}/evil`);
      const victim = await makeRepository(`${folder}/victim`);
      await commitMore(victim);
      await attack(evil, victim);
      const { root, repository, limits } = await resolveRepoRoot({ cwd: evil });
      assertEquals([root, repository?.commit], [evil, undefined]);
      assertEquals(limits.length, 1);
      for (const limit of limits) assertMatch(limit, /^no-git-(root|history) \(/);
      const head = await run(["rev-parse", "main"], victim);
      for (const commit of [head, "HEAD"]) {
        const { stdout } = await git(["log", "--format=%s", commit], { cwd: evil, timeoutMs: 5000 });
        assertEquals(new TextDecoder().decode(stdout), "", `git tells ${commit}`);
      }
    }));
}

async function commitMore(repo: string): Promise<void> {
  write(`${repo}/b.ts`, "b\n");
  await commit(repo, "second");
}

Deno.test("a git directory elsewhere counts once its core.worktree names the folder, relative or not", () =>
  withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/top`);
    await run(["init", "-q", "--separate-git-dir", `${folder}/kept.git`, `${folder}/top`], folder);
    assertEquals((await resolveRepoRoot({ cwd: `${folder}/top` })).source, "cwd");
    for (const worktree of [`${folder}/top`, "../top"]) {
      await run(["config", "core.worktree", worktree], `${folder}/top`);
      const { source, repository } = await resolveRepoRoot({ cwd: `${folder}/top` });
      assertEquals([source, repository?.gitDir], ["git", `${folder}/kept.git`]);
    }
  }));

Deno.test("a branch with a slash in its name, a detached HEAD and a packed branch are the repository's own", () =>
  withFolder(async (folder) => {
    const repo = await makeRepository(`${folder}/repo`);
    const head = await run(["rev-parse", "HEAD"], repo);
    for (
      const args of [["checkout", "-q", "-b", "a/b/c"], ["pack-refs", "--all"], ["checkout", "-q", head]]
    ) {
      await run(args, repo);
      const { source, repository } = await resolveRepoRoot({ cwd: repo });
      assertEquals([source, repository?.commit], ["git", head], args.join(" "));
    }
  }));
