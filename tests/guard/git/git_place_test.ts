/** A folder from a stranger cannot have another repository's history told as its own. */
import { assertEquals } from "@std/assert";
import { resolveRepoRoot } from "../../../lib/guard/boundary/repo_root.ts";
import { commit, run, withFolder } from "../../fixtures/guard/git_repository.ts";

async function makeRepository(path: string): Promise<string> {
  await Deno.mkdir(path, { recursive: true });
  await Deno.writeTextFile(`${path}/a.ts`, "a\n");
  await run(["init", "-q", "-b", "main"], path);
  await commit(path, "first");
  return path;
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
  Deno.test(`a repository that claims another's by ${how} counts as none, and it is said`, () =>
    withFolder(async (folder) => {
      const evil = await makeRepository(`${folder}/evil`);
      const victim = await makeRepository(`${folder}/victim`);
      await commitMore(victim);
      await attack(evil, victim);
      const { root, source, gitDir, commit: seen, limits } = await resolveRepoRoot({ cwd: evil });
      assertEquals([root, source, gitDir, seen], [evil, "cwd", undefined, undefined]);
      assertEquals(limits.length, 1);
      assertEquals(limits[0]?.startsWith("no-git-root"), true, limits[0]);
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
      const { source, gitDir } = await resolveRepoRoot({ cwd: `${folder}/top` });
      assertEquals([source, gitDir], ["git", `${folder}/kept.git`]);
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
      const { source, commit: seen } = await resolveRepoRoot({ cwd: repo });
      assertEquals([source, seen], ["git", head], args.join(" "));
    }
  }));
