/** CONTRACT 1.6: memory, threads and time of every git are bounded, whatever a repository configures and whatever stands in its git directory. */
import { assert, assertEquals } from "@std/assert";
import { git, type GitCommand } from "../../lib/guard/git/git.ts";
import { findRepository } from "../../lib/guard/git/repository.ts";
import { attempt } from "../../lib/settings/attempt.ts";
import { sampled } from "../acceptance/harness.ts";
import { commit, run, withFolder } from "../fixtures/guard/git_repository.ts";
import { procText } from "../tools/living.ts";

/** What a stranger sets so that git takes all memory, all threads or all time. `@`: a FIFO that nobody writes to. */
const SETTINGS: Record<string, string> = {
  "diff.orderFile": "/dev/zero",
  "grep.threads": "100000",
  "index.threads": "100000",
  "mailmap.file": "/dev/zero",
  "log.follow": "true",
  "core.attributesFile": "@",
  "core.excludesFile": "/dev/zero",
  "core.packedGitLimit": "1",
  "core.worktree": "/",
  "core.repositoryFormatVersion": "99",
  "extensions.refStorage": "reftable",
  "include.path": "@",
  "trace2.eventTarget": "@",
};

/** What stands in the git directory in place of what git writes, as shell text. */
const FILES: Record<string, string> = {
  "the configuration is a FIFO": "rm config; mkfifo config",
  "the worktree's configuration is a FIFO": "mkfifo config.worktree",
  "HEAD is a FIFO": "rm HEAD; mkfifo HEAD",
  "the branch is a FIFO": "rm refs/heads/main; mkfifo refs/heads/main",
  "packed-refs is huge": "rm refs/heads/main; truncate -s 20G packed-refs",
  "the index is a FIFO": "rm index; mkfifo index",
  "the index is nothing but zeros": "truncate -s 1G index",
  "the shared index is a FIFO":
    "git update-index --split-index; for f in sharedindex.*; do rm $f; mkfifo $f; done",
  "shallow is huge": "truncate -s 20G shallow",
  "alternates go on for ever": "mkdir -p objects/info; echo ../objects >objects/info/alternates",
  "info/exclude is a FIFO": "mkdir -p info; rm -f info/exclude; mkfifo info/exclude",
  "commondir is a FIFO": "mkfifo commondir",
  "the commit graph is huge": "mkdir -p objects/info; truncate -s 20G objects/info/commit-graph",
  "a list of packs is huge": "truncate -s 20G objects/pack/multi-pack-index",
  "the ignore file is huge": "truncate -s 20G ../.gitignore",
  "the mailmap is a FIFO": "mkfifo ../.mailmap",
  "a tree inflates to gigabytes":
    `tree=$(git rev-parse HEAD^{tree}); rm -f objects/\${tree%\${tree#??}}/\${tree#??}
    { printf 'tree 8589934592\\0'; head -c 300000000 /dev/zero; } | gzip -1 -c | { printf '\\170\\001'; tail -c +11; } >objects/\${tree%\${tree#??}}/\${tree#??}`,
};

/** The git commands of a prompt and of a background index. */
const COMMANDS = (head: string | undefined): GitCommand[] => [
  ["ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard"],
  ["grep", "-z", "-l", "-I", "-i", "-F", "--untracked", "-e", "needle"],
  ...(head === undefined ? [] : [["log", "--name-only", "--format=%H %an", head] as const]),
];

const TIMEOUT_MS = 10_000;
/** Beyond the bound of a git, whatever the shell and the kernel add. */
const MAX_RESIDENT_KIB = 2.3 * 1024 * 1024;
/** git's own most: one for each of twenty parts of the index. */
const MAX_THREADS = 40;

Deno.test("no setting of a repository changes what git answers, or what it takes", () =>
  withFolder(async (folder) => {
    const repo = await repository(folder);
    const answers = async () => (await asked(repo)).map(({ stdout }) => new TextDecoder().decode(stdout));
    const before = await answers();
    assertEquals(before.map((each) => each.includes("a.ts")), [true, true, true]);
    const config = Deno.readTextFileSync(`${repo}/.git/config`);
    await new Deno.Command("mkfifo", { args: [`${folder}/fifo`] }).output();
    for (const [key, value] of Object.entries(SETTINGS)) {
      Deno.writeTextFileSync(
        `${repo}/.git/config`,
        config + setting(key, value.replace("@", `${folder}/fifo`)),
      );
      assertEquals(await answers(), before, key);
    }
  }));

for (const [what, script] of sampled(Object.entries(FILES))) {
  Deno.test(`git is bounded where ${what}`, () =>
    withFolder(async (folder) => {
      const repo = await repository(folder);
      const { success, stderr } = await new Deno.Command("sh", { args: ["-ec", script], cwd: `${repo}/.git` })
        .output();
      assert(success, new TextDecoder().decode(stderr));
      const began = performance.now();
      for (const { timedOut } of await asked(repo)) assertEquals(timedOut, false, what);
      assert(performance.now() - began < TIMEOUT_MS, what);
    }));
}

Deno.test("a git that wants more memory than it may have is ended by the system", {
  ignore: Deno.build.os !== "linux",
}, () =>
  withFolder(async (folder) => {
    const repo = await repository(folder);
    for (let at = 0; at < 6; at++) {
      Deno.writeTextFileSync(`${repo}/${at}.bin`, "");
      Deno.truncateSync(`${repo}/${at}.bin`, 900 * 1024 ** 2);
    }
    const { code, stderr } = await git(["grep", "-I", "--untracked", "needle"], {
      cwd: repo,
      timeoutMs: 60_000,
    });
    assertEquals([code, /out of memory/i.test(stderr)], [128, true], stderr);
  }));

/** Made once, and copied. */
const TWO_COMMITS = Deno.makeTempDirSync();
addEventListener("unload", () => Deno.removeSync(TWO_COMMITS, { recursive: true }));
let made: Promise<void> | undefined;

async function repository(folder: string): Promise<string> {
  const repo = `${folder}/repo`;
  await (made ??= twoCommits(TWO_COMMITS));
  assert((await new Deno.Command("cp", { args: ["-a", TWO_COMMITS, repo] }).output()).success);
  return repo;
}

async function twoCommits(repo: string): Promise<void> {
  await run(["init", "-q", "-b", "main"], repo);
  for (let at = 0; at < 200; at++) Deno.writeTextFileSync(`${repo}/${at}.ts`, `needle ${at}\n`);
  Deno.writeTextFileSync(`${repo}/a.ts`, "needle\n");
  await commit(repo, "first");
  Deno.writeTextFileSync(`${repo}/a.ts`, "needle and more\n");
  await commit(repo, "second");
}

function setting(key: string, value: string): string {
  const first = key.indexOf("."), last = key.lastIndexOf(".");
  const name = first === last ? "" : ` "${key.slice(first + 1, last)}"`;
  return `[${key.slice(0, first)}${name}]\n\t${key.slice(last + 1)} = "${value}"\n`;
}

/** Answers of git, which is watched meanwhile. */
async function asked(repo: string) {
  const found = findRepository(repo);
  const head = typeof found === "object" ? found.commit : undefined;
  const largest = { resident: 0, threads: 0 };
  const watch = setInterval(() => watchBelow(repo, largest), 5);
  try {
    return await Promise.all(COMMANDS(head).map((args) => git(args, { cwd: repo, timeoutMs: TIMEOUT_MS })));
  } finally {
    clearInterval(watch);
    assert(largest.resident < MAX_RESIDENT_KIB, `${largest.resident} KiB`);
    assert(largest.threads < MAX_THREADS, `${largest.threads} threads`);
  }
}

/** Notes the most that a process working there holds, anonymous memory in KiB, and threads. */
function watchBelow(folder: string, largest: { resident: number; threads: number }): void {
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    if (attempt(() => Deno.readLinkSync(`/proc/${name}/cwd`)) !== folder) continue;
    const status = procText(Number(name), "status");
    const value = (key: string) => Number(new RegExp(`^${key}:\\s*(\\d+)`, "m").exec(status)?.[1] ?? 0);
    largest.resident = Math.max(largest.resident, value("RssAnon"));
    largest.threads = Math.max(largest.threads, value("Threads"));
  }
}
