import { existsSync } from "node:fs";
import { buildIndex } from "../../../lib/codebase/index/build_index.ts";
import { openIndex } from "../../../lib/codebase/index/index_state.ts";
import type { ToolContext } from "../../../lib/codebase/codebase.ts";
import { changedLines, hunks, type Lines } from "./changed_lines.ts";
import type { Question } from "./question.ts";

/** Forks that hold the same commits, for mirrors that cannot be had. */
const FORKS: Readonly<Record<string, readonly string[]>> = {
  "scikit-learn/scikit-learn": ["thomasjpfan/scikit-learn", "glemaitre/scikit-learn"],
};

function git(dir: string, ...args: string[]): string {
  const config = ["-c", "core.autocrlf=false", "-c", "filter.lfs.required=false", "-c", "filter.lfs.smudge="];
  const { success, stdout, stderr } = new Deno.Command("git", {
    args: ["-C", dir, "-c", "advice.detachedHead=false", ...config, ...args],
    env: { GIT_CONFIG_GLOBAL: "/dev/null" },
  }).outputSync();
  if (!success) {
    throw new Error(`git ${args[0]} in ${dir}: ${new TextDecoder().decode(stderr).slice(0, 300)}`);
  }
  return new TextDecoder().decode(stdout).trim();
}

/** The mirror of a repository, `owner+name/repo` below `mirrors`. */
function mirrorOf(mirrors: string, repo: string): string | undefined {
  return [repo, ...FORKS[repo] ?? []].map((name) => `${mirrors}/${name.replace("/", "+")}/repo`)
    .find((path) => existsSync(`${path}/HEAD`) || existsSync(`${path}/.git`));
}

/** Trees of the questions' base commits with an index each, kept below one folder from one run to the next. */
export class Checkouts {
  readonly #last = new Map<string, string>();

  constructor(private readonly mirrors: string, private readonly work: string) {}

  /** Seconds since 1970 of a question's base commit; undefined where it cannot be had. */
  time({ repo, base_commit }: Question): number | undefined {
    const mirror = mirrorOf(this.mirrors, repo);
    if (mirror === undefined) return undefined;
    try {
      return Number(git(mirror, "log", "-1", "--format=%ct", base_commit));
    } catch {
      return undefined;
    }
  }

  /** Lines of a file in the base commit that the commit of a question's id changed; none where there is no such commit or file. */
  changed({ id, repo, base_commit }: Question, path: string): Lines[] {
    const mirror = mirrorOf(this.mirrors, repo);
    const commit = /-([\da-f]{10,40})$/.exec(id)?.[1];
    if (mirror === undefined || commit === undefined) return [];
    const diff = (to: string) =>
      hunks(git(mirror, "diff", "-U0", "--no-renames", `${commit}^`, to, "--", path));
    try {
      git(mirror, "cat-file", "-e", `${base_commit}:${path}`);
      return changedLines(diff(commit), diff(base_commit));
    } catch {
      return [];
    }
  }

  /** The tree of a question as a tool sees it, with its index built. */
  async context({ repo, base_commit }: Question, rebuild: boolean): Promise<ToolContext> {
    const mirror = mirrorOf(this.mirrors, repo);
    if (mirror === undefined) throw new Error(`no mirror of ${repo}`);
    const name = repo.replace("/", "__");
    const tree = `${this.work}/trees/${name}/${base_commit.slice(0, 12)}`;
    if (!existsSync(`${tree}/.git`)) {
      Deno.mkdirSync(tree, { recursive: true });
      git(this.work, "clone", "-q", "--shared", "--no-checkout", "--no-tags", mirror, tree);
      // Nothing after the base commit may be seen.
      git(tree, "checkout", "-q", "--detach", base_commit);
      for (
        const ref of git(tree, "for-each-ref", "--format=%(refname)").split("\n").filter((each) =>
          each !== ""
        )
      ) {
        git(tree, "update-ref", "-d", ref);
      }
    }
    const root = Deno.realPathSync(tree);
    const cacheDir = `${this.work}/index/${name}/${base_commit.slice(0, 12)}`;
    const context = {
      root,
      gitDir: `${root}/.git`,
      gitCommonDir: `${root}/.git`,
      git: "/usr/bin/git",
      commit: base_commit,
      cacheDir,
      exclude: [],
      time: "2026-01-01T00:00:00Z",
      deadline: performance.now() + 600_000,
    };
    const { stored } = openIndex(cacheDir);
    stored?.close();
    if (rebuild || stored === undefined) {
      const before = this.#last.get(name);
      if (before !== undefined && before !== cacheDir) {
        Deno.mkdirSync(cacheDir, { recursive: true });
        Deno.copyFileSync(`${before}/index.db`, `${cacheDir}/index.db`);
      }
      await buildIndex(cacheDir, context, { now: () => Date.now() + 60_000 });
    }
    this.#last.set(name, cacheDir);
    return context;
  }
}
