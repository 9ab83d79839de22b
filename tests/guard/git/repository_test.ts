/** Whatever git's own word would be, ours is the same on ordinary repositories, though git is not asked and sees a configuration of ours. */
import { assertEquals } from "@std/assert";
import { git } from "../../../lib/guard/git/git.ts";
import { findRepository } from "../../../lib/guard/git/repository.ts";
import { sampled } from "../../acceptance/harness.ts";
import { run, shell, withFolder } from "../../fixtures/guard/git_repository.ts";

/** `made PLACE [OPTION…]` makes a repository of two commits, with a file that is new and one that is ignored, and goes there. */
const MADE = `made() {
  place=$1; shift
  mkdir -p "$place/src/deep"
  git init -q -b main "$@" "$place"
  cd "$place"
  echo needle one >a.ts; echo needle two >src/b.ts; echo needle three >src/deep/c.ts
  git add -A; git commit -qm first
  echo needle changed >a.ts
  git commit -qam second
  echo needle new >new.ts; echo needle ignored >ignored.ts; echo ignored.ts >.gitignore
}`;
const WORKTREE = "made repo; git worktree add -q ../tree -b side; cd ../tree";
const SUBMODULE =
  'made part; cd ..; made outer; git -c protocol.file.allow=always submodule add -q "$PWD/../part" lib/sub; cd lib/sub';
const CLONE = "made repo; cd ..; git clone -q";

/** Makes a repository in an empty folder, as shell text that ends at its top level. */
const ORDINARY: Record<string, string> = {
  "two commits": "made repo",
  "no commit yet": "git init -q repo; cd repo; echo needle >a.ts; git add a.ts",
  "a detached HEAD": "made repo; git checkout -q --detach HEAD~1",
  "packed references": "made repo; git tag -a -m x v1; git pack-refs --all",
  "a branch packed and moved since": "made repo; git pack-refs --all; git add -A; git commit -qm third",
  "a Chinese branch with slashes": "made repo; git checkout -qb 功能/登录/a.b; git pack-refs --all",
  "a branch where a folder of branches was":
    "made repo; git checkout -qb x; git pack-refs --all; mkdir -p .git/refs/heads/x/y",
  "a worktree": WORKTREE,
  "a worktree at a reference of its own":
    `${WORKTREE}; git update-ref refs/worktree/x HEAD~1; git symbolic-ref HEAD refs/worktree/x`,
  "a submodule": SUBMODULE,
  "a worktree of a submodule": `${SUBMODULE}; git worktree add -q ../../../tree -b side; cd ../../../tree`,
  "a git directory set apart, which names the folder":
    'made repo; git init -q --separate-git-dir ../kept.git; git config core.worktree "$PWD"',
  "line breaks in names of folders": "made 'a\nb/c\n\nd'",
  "a worktree below line breaks":
    "made 'a\nb/repo'; git worktree add -q '../../c\nd/tree' -b side; cd '../../c\nd/tree'",
  SHA256: "made repo --object-format=sha256",
  "SHA256 without a commit":
    "git init -q --object-format=sha256 repo; cd repo; echo needle >a.ts; git add a.ts",
  "a shallow clone": `${CLONE} --depth=1 "file://$PWD/repo" clone; cd clone`,
  "a clone that shares objects": `${CLONE} --shared repo clone; cd clone`,
  "a clone of one that shares objects":
    `${CLONE} --shared repo clone; git clone -q --shared clone again; cd again`,
  "a packed repository with all that speeds it up":
    "made repo; git repack -q -a -d -b --write-midx; git commit-graph write --reachable",
  "a sparse checkout": "made repo; git sparse-checkout set --cone src/deep",
  "a sparse index": "made repo; git sparse-checkout set --cone --sparse-index src/deep",
  "a split index": "made repo; git update-index --split-index; git add new.ts",
  "its own list of what is ignored": "made repo; echo new.ts >.git/info/exclude",
  "a nested repository": "made repo; made nested; cd ..",
  "a file system check of times, modes and case":
    "made repo; git config core.fileMode false; git config core.autocrlf input; git config core.symlinks false",
};

/** The top level of the repository that is made so. */
async function made(script: string, folder: string): Promise<string> {
  return (await shell(`${MADE}\n${script}\npwd`, folder)).slice(0, -1);
}

/** What git prints by itself, as it is asked everywhere. */
async function plain(args: readonly string[], cwd: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("git", {
    args: ["-c", "safe.directory=*", ...args],
    cwd,
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  }).output();
  return new TextDecoder().decode(stdout).split("\0");
}

async function ours(args: Parameters<typeof git>[0], cwd: string): Promise<string[]> {
  const { stdout, stderr, code } = await git(args, { cwd, timeoutMs: 10_000 });
  assertEquals([code, stderr], [0, ""], args.join(" "));
  return new TextDecoder().decode(stdout).split("\0");
}

/** One line of `git rev-parse`, without its end. */
async function told(what: string, cwd: string): Promise<string> {
  return (await plain(["rev-parse", "--path-format=absolute", what], cwd))[0]?.slice(0, -1) ?? "";
}

for (const [what, script] of sampled(Object.entries(ORDINARY))) {
  Deno.test(`git's answers are found without git, and git's lists are the same: ${what}`, () =>
    withFolder(async (folder) => {
      const top = await made(script, folder);
      const below = [...Deno.readDirSync(top)].find(({ name, isDirectory }) => isDirectory && name === "src");
      for (const cwd of [top, ...(below ? [`${top}/src`] : [])]) {
        const found = findRepository(cwd);
        if (typeof found !== "object") throw new Error(found ?? "no repository");
        const { commit: head, gitDir, gitCommonDir, shallow, foreign } = found;
        const hash = await told("HEAD", cwd);
        assertEquals(
          [found.top, gitDir, gitCommonDir, head, String(shallow), foreign],
          [
            await told("--show-toplevel", cwd),
            await told("--git-dir", cwd),
            await told("--git-common-dir", cwd),
            /^[0-9a-f]{40,64}$/.test(hash) ? hash : undefined,
            await told("--is-shallow-repository", cwd),
            undefined,
          ],
        );
        const lists: Parameters<typeof git>[0][] = [
          ["ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard"],
          ["ls-files", "-z", "--others", "--exclude-standard", "--directory"],
          ["grep", "-z", "-n", "-I", "--untracked", "needle"],
          ...(head === undefined ? [] : [["log", "-z", "--name-only", "--format=%H%n%B", head] as const]),
        ];
        for (const args of lists) assertEquals(await ours(args, cwd), await plain(args, cwd), args.join(" "));
      }
    }));
}

Deno.test(
  "references in one table (reftable) are not read: the files are listed, and it is said that there is no history",
  { ignore: !await knowsReftable() },
  () =>
    withFolder(async (folder) => {
      const repo = await made("made repo --ref-format=reftable", folder);
      const found = findRepository(repo);
      if (typeof found !== "object") throw new Error(found ?? "no repository");
      assertEquals([found.commit, found.foreign], [undefined, "HEAD leads to no plain reference"]);
      assertEquals(await ours(["ls-files"], repo), await plain(["ls-files"], repo));
    }),
);

async function knowsReftable(): Promise<boolean> {
  const [major = 0, minor = 0] = (await run(["--version"], "/")).match(/\d+/g)?.map(Number) ?? [];
  return major > 2 || (major === 2 && minor >= 45);
}
