import { assertEquals } from "@std/assert";
import { gitProgram } from "../../lib/guard/git/git.ts";
import { resolveRepoRoot } from "../../lib/guard/boundary/repo_root.ts";
import { indexFolder } from "../../lib/kernel/index_folder.ts";
import { sandboxAhead } from "../../lib/kernel/sandbox_ahead.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import type { Locations } from "../../lib/settings/locations.ts";
import { reachOf } from "../../lib/tools/sandbox.ts";

function git(dir: string, ...args: string[]): void {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@localhost"];
  const { success } = new Deno.Command("git", { args: ["-C", dir, ...identity, ...args], stderr: "null" })
    .outputSync();
  if (!success) throw new Error(`git ${args[0]} failed`);
}

async function inFolder(act: (base: string, places: Locations) => Promise<void>): Promise<void> {
  const base = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ahead-" }));
  const places = {
    cache: `${base}/cache`,
    state: undefined,
    data: undefined,
    config: undefined,
    home: base,
    refused: [],
  };
  try {
    await act(base, places);
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
}

/** Whether the sandbox started for `cwd` is the one that is needed once git has answered. */
async function fits(cwd: string, places: Locations): Promise<boolean> {
  const ahead = sandboxAhead(cwd, places, systemWorld());
  const { root, repository } = await resolveRepoRoot({ cwd, home: places.home });
  const { gitDir, gitCommonDir } = repository ?? {};
  const cacheDir = indexFolder(places, root);
  const program = gitProgram();
  const started = ahead?.take(reachOf({
    root,
    ...(gitDir === undefined ? {} : { gitDir }),
    ...(gitCommonDir === undefined ? {} : { gitCommonDir }),
    ...(cacheDir === undefined ? {} : { cacheDir }),
    ...(program === undefined ? {} : { git: program }),
  }));
  started?.terminate();
  ahead?.end();
  return started !== undefined;
}

Deno.test("the sandbox is started for the place that git then names: a repository, a folder in it, a worktree, a submodule", async () => {
  await inFolder(async (base, places) => {
    for (const name of ["repo", "part"]) {
      Deno.mkdirSync(`${base}/${name}/src/deep`, { recursive: true });
      git(`${base}/${name}`, "init", "-q");
      git(`${base}/${name}`, "commit", "-q", "--allow-empty", "-m", "Start");
    }
    git(`${base}/repo`, "worktree", "add", "-q", `${base}/tree`);
    git(`${base}/repo`, "-c", "protocol.file.allow=always", "submodule", "add", "-q", `${base}/part`, "sub");
    for (const cwd of ["repo", "repo/src/deep", "tree", "repo/sub"]) {
      assertEquals(await fits(`${base}/${cwd}`, places), true, cwd);
    }
  });
});

Deno.test("a folder called .git that is no git directory is passed over, as git does", async () => {
  await inFolder(async (base, places) => {
    Deno.mkdirSync(`${base}/outer/inner/.git`, { recursive: true });
    git(`${base}/outer`, "init", "-q");
    assertEquals(await fits(`${base}/outer/inner`, places), true);
    assertEquals((await resolveRepoRoot({ cwd: `${base}/outer/inner` })).root, `${base}/outer`);
  });
});

Deno.test("nothing is started where no repository is in sight, or for the home folder as a whole", async () => {
  await inFolder(async (base, places) => {
    Deno.mkdirSync(`${base}/plain`);
    assertEquals(await fits(`${base}/plain`, places), false);
    git(base, "init", "-q");
    assertEquals(sandboxAhead(base, places, systemWorld()), undefined);
  });
});
