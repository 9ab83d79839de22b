/** A folder from a stranger cannot have another repository's history told as its own. */
import { assertEquals, assertMatch } from "@std/assert";
import { git } from "../../../lib/guard/git/git.ts";
import { resolveRepoRoot } from "../../../lib/guard/boundary/repo_root.ts";
import { commit, run, shell, withFolder } from "../../fixtures/guard/git_repository.ts";

async function makeRepository(path: string): Promise<string> {
  await Deno.mkdir(path, { recursive: true });
  await Deno.writeTextFile(`${path}/a.ts`, "a\n");
  await run(["init", "-q", "-b", "main"], path);
  await commit(path, "first");
  return path;
}

/** `borrow REFERENCE`: reads the victim's objects, and links a reference to the victim's branch. */
const BORROW = `borrow() {
  mkdir -p .git/objects/info "$(dirname ".git/$1")"
  echo "$victim/.git/objects" >.git/objects/info/alternates
  ln -s "$victim/.git/refs/heads/main" ".git/$1"
}
`;
const linked = (...names: string[]) =>
  names.map((name) => `rm -r .git/${name}; ln -s "$victim/.git/${name}" .git/${name}`).join("\n");

/** What is done in a stranger's folder so that it is taken for `$victim`, as shell text. */
const ATTACKS: Record<string, string> = {
  "a .git file": 'rm -r .git; echo "gitdir: $victim/.git" >.git',
  "a .git link": 'rm -r .git; ln -s "$victim/.git" .git',
  "a link to a .git file": 'rm -r .git; echo "gitdir: $victim/.git" >named; ln -s named .git',
  "a worktree of the victim's":
    'git -C "$victim" worktree add -q "$victim-tree" -b side; rm -r .git; echo "gitdir: $victim/.git/worktrees/victim-tree" >.git',
  "commondir": 'echo "$victim/.git" >.git/commondir',
  "links for objects and references": linked("objects", "refs"),
  "a link for the branches": linked("refs/heads"),
  "a link for the branch": linked("refs/heads/main"),
  "a reference to a reference that is a link":
    'echo "ref: refs/heads/other" >.git/refs/heads/main; ln -s "$victim/.git/refs/heads/main" .git/refs/heads/other',
  "a link for HEAD": 'rm .git/HEAD; ln -s "$victim/.git/refs/heads/main" .git/HEAD',
  "a name that ends elsewhere for git":
    "borrow refs/heads/main\u3000x; echo 'ref: refs/heads/main\u3000x' >.git/HEAD",
  "a reference behind more blanks than anybody reads":
    "borrow refs/heads/b; printf 'ref:%700000srefs/heads/b\\n' '' >.git/refs/heads/main",
  "a reference of the worktree's own":
    `git worktree add -q tree -b side; borrow worktrees/tree/refs/worktree/x; echo "ref: refs/worktree/x" >.git/worktrees/tree/HEAD
    mv .git kept; echo "gitdir: $PWD/kept/worktrees/tree" >.git; echo "$PWD/.git" >kept/worktrees/tree/gitdir`,
  "a name that leads out of its folder": "borrow out; echo 'ref: refs/heads/../../out' >.git/HEAD",
  "a link for packed-refs":
    'git -C "$victim" pack-refs --all; rm .git/refs/heads/main; ln -s "$victim/.git/packed-refs" .git/packed-refs',
};

for (const [how, attack] of Object.entries(ATTACKS)) {
  Deno.test(`a repository that claims another's by ${how} has no history, and it is said`, () =>
    withFolder(async (folder) => {
      const evil = await makeRepository(`${folder}/evil`);
      const victim = await makeRepository(`${folder}/victim`);
      await shell("echo b >b.ts; git add b.ts; git commit -qm second", victim);
      await shell(BORROW + attack, evil, { victim });
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
