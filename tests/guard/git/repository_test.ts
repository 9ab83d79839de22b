/** Whatever git's own word would be, ours is the same on ordinary repositories, though git is not asked and sees a configuration of ours. */
import { assertEquals } from "@std/assert";
import { git } from "../../../lib/guard/git/git.ts";
import { findRepository } from "../../../lib/guard/git/repository.ts";
import { commit, run, withFolder } from "../../fixtures/guard/git_repository.ts";

async function made(path: string, options: readonly string[] = []): Promise<string> {
  await Deno.mkdir(`${path}/src/deep`, { recursive: true });
  await run(["init", "-q", "-b", "main", ...options], path);
  for (const [name, text] of [["a.ts", "one"], ["src/b.ts", "two"], ["src/deep/c.ts", "three"]]) {
    Deno.writeTextFileSync(`${path}/${name}`, `needle ${text}\n`);
  }
  await commit(path, "first");
  Deno.writeTextFileSync(`${path}/a.ts`, "needle changed\n");
  await commit(path, "second");
  Deno.writeTextFileSync(`${path}/new.ts`, "needle new\n");
  Deno.writeTextFileSync(`${path}/ignored.ts`, "needle ignored\n");
  Deno.writeTextFileSync(`${path}/.gitignore`, "ignored.ts\n");
  return path;
}

/** Makes a repository in a folder and gives its top level. */
const ORDINARY: Record<string, (folder: string) => Promise<string>> = {
  "two commits": (folder) => made(`${folder}/repo`),
  "no commit yet": async (folder) => {
    await run(["init", "-q", `${folder}/repo`], folder);
    Deno.writeTextFileSync(`${folder}/repo/a.ts`, "needle\n");
    await run(["add", "a.ts"], `${folder}/repo`);
    return `${folder}/repo`;
  },
  "a detached HEAD": async (folder) => {
    const repo = await made(`${folder}/repo`);
    await run(["checkout", "-q", "--detach", "HEAD~1"], repo);
    return repo;
  },
  "packed references": async (folder) => {
    const repo = await made(`${folder}/repo`);
    await run(["tag", "-a", "-m", "x", "v1"], repo);
    await run(["pack-refs", "--all"], repo);
    return repo;
  },
  "a branch packed and moved since": async (folder) => {
    const repo = await made(`${folder}/repo`);
    await run(["pack-refs", "--all"], repo);
    await commit(repo, "third");
    return repo;
  },
  "a Chinese branch with slashes": async (folder) => {
    const repo = await made(`${folder}/repo`);
    await run(["checkout", "-q", "-b", "功能/登录/a.b"], repo);
    await run(["pack-refs", "--all"], repo);
    return repo;
  },
  "a branch where a folder of branches was": async (folder) => {
    const repo = await made(`${folder}/repo`);
    await run(["checkout", "-q", "-b", "x"], repo);
    await run(["pack-refs", "--all"], repo);
    Deno.mkdirSync(`${repo}/.git/refs/heads/x/y`, { recursive: true });
    return repo;
  },
  "a worktree": async (folder) => {
    const repo = await made(`${folder}/repo`);
    await run(["worktree", "add", "-q", `${folder}/tree`, "-b", "side"], repo);
    return `${folder}/tree`;
  },
  "a worktree at a reference of its own": async (folder) => {
    const repo = await made(`${folder}/repo`);
    await run(["worktree", "add", "-q", `${folder}/tree`, "-b", "side"], repo);
    await run(["update-ref", "refs/worktree/x", "HEAD~1"], `${folder}/tree`);
    await run(["symbolic-ref", "HEAD", "refs/worktree/x"], `${folder}/tree`);
    return `${folder}/tree`;
  },
  "a submodule": async (folder) => await submodule(folder),
  "a worktree of a submodule": async (folder) => {
    await run(["worktree", "add", "-q", `${folder}/tree`, "-b", "side"], await submodule(folder));
    return `${folder}/tree`;
  },
  "a git directory set apart, which names the folder": async (folder) => {
    const repo = await made(`${folder}/repo`);
    await run(["init", "-q", "--separate-git-dir", `${folder}/kept.git`], repo);
    await run(["config", "core.worktree", repo], repo);
    return repo;
  },
  "line breaks in names of folders": (folder) => made(`${folder}/a\nb/c\n\nd`),
  "a worktree below line breaks": async (folder) => {
    const repo = await made(`${folder}/a\nb/repo`);
    await run(["worktree", "add", "-q", `${folder}/c\nd/tree`, "-b", "side"], repo);
    return `${folder}/c\nd/tree`;
  },
  SHA256: (folder) => made(`${folder}/repo`, ["--object-format=sha256"]),
  "SHA256 without a commit": async (folder) => {
    await run(["init", "-q", "--object-format=sha256", `${folder}/repo`], folder);
    Deno.writeTextFileSync(`${folder}/repo/a.ts`, "needle\n");
    await run(["add", "a.ts"], `${folder}/repo`);
    return `${folder}/repo`;
  },
  "a shallow clone": (folder) => cloned(folder, "--depth=1"),
  "a clone that shares objects": (folder) => cloned(folder, "--shared"),
  "a clone of one that shares objects": async (folder) => {
    await cloned(folder, "--shared");
    await run(["clone", "-q", "--shared", `${folder}/clone`, `${folder}/again`], folder);
    return `${folder}/again`;
  },
  "a packed repository with all that speeds it up": async (folder) => {
    const repo = await made(`${folder}/repo`);
    await run(["repack", "-q", "-a", "-d", "-b", "--write-midx"], repo);
    await run(["commit-graph", "write", "--reachable"], repo);
    return repo;
  },
  "a sparse checkout": async (folder) => {
    const repo = await made(`${folder}/repo`);
    await run(["sparse-checkout", "set", "--cone", "src/deep"], repo);
    return repo;
  },
  "a sparse index": async (folder) => {
    const repo = await made(`${folder}/repo`);
    await run(["sparse-checkout", "set", "--cone", "--sparse-index", "src/deep"], repo);
    return repo;
  },
  "a split index": async (folder) => {
    const repo = await made(`${folder}/repo`);
    await run(["update-index", "--split-index"], repo);
    await run(["add", "new.ts"], repo);
    return repo;
  },
  "its own list of what is ignored": async (folder) => {
    const repo = await made(`${folder}/repo`);
    Deno.writeTextFileSync(`${repo}/.git/info/exclude`, "new.ts\n");
    return repo;
  },
  "a nested repository": async (folder) => {
    const repo = await made(`${folder}/repo`);
    await made(`${repo}/nested`);
    return repo;
  },
  "a file system check of times, modes and case": async (folder) => {
    const repo = await made(`${folder}/repo`);
    for (const [key, value] of [["fileMode", "false"], ["autocrlf", "input"], ["symlinks", "false"]]) {
      await run(["config", `core.${key}`, value ?? ""], repo);
    }
    return repo;
  },
};

async function submodule(folder: string): Promise<string> {
  const part = await made(`${folder}/part`);
  const outer = await made(`${folder}/outer`);
  await run(["-c", "protocol.file.allow=always", "submodule", "add", "-q", part, "lib/sub"], outer);
  return `${outer}/lib/sub`;
}

async function cloned(folder: string, how: string): Promise<string> {
  const repo = await made(`${folder}/repo`);
  await run(
    ["clone", "-q", how, `file://${repo}`, `${folder}/clone`].map((each) =>
      how === "--shared" ? each.replace("file://", "") : each
    ),
    folder,
  );
  return `${folder}/clone`;
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

for (const [what, make] of Object.entries(ORDINARY)) {
  Deno.test(`git's answers are found without git, and git's lists are the same: ${what}`, () =>
    withFolder(async (folder) => {
      const top = await make(folder);
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
  {
    ignore: !await knowsReftable(),
  },
  () =>
    withFolder(async (folder) => {
      const repo = await made(`${folder}/repo`, ["--ref-format=reftable"]);
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
