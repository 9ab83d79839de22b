import type { ToolContext } from "../../lib/codebase/codebase.ts";
import { commitOfHead } from "../../lib/guard/git/git_dir.ts";
import { discard } from "../temporary_folder.ts";

/** A git repository in a folder of its own, gone at the end of the scope. */
export interface RealRepository extends Disposable {
  root: string;
  write(files: Record<string, string>): void;
  /** Commits everything there is, at an RFC 3339 time. */
  commit(message: string, time: string): void;
  /** What git says; throws where it fails. */
  git(...args: string[]): string;
  /** Commit of HEAD; undefined before the first one. */
  head(): string | undefined;
  /** What a tool is called with; `time` is when the prompt is asked, `ms` how long the tool may take. */
  context(options?: { time?: string; ms?: number; exclude?: string[]; git?: boolean }): ToolContext;
}

export function realRepository(): RealRepository {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "repository-" }));
  git(root, ["init", "--quiet", "--initial-branch=main"]);
  const head = () => commitOfHead(`${root}/.git`, `${root}/.git`);
  return {
    head,
    root,
    git: (...args) => git(root, args),
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        const slash = path.lastIndexOf("/");
        if (slash !== -1) Deno.mkdirSync(`${root}/${path.slice(0, slash)}`, { recursive: true });
        Deno.writeTextFileSync(`${root}/${path}`, text);
      }
    },
    commit(message, time) {
      git(root, ["add", "--all"]);
      git(
        root,
        ["-c", "maintenance.auto=false", "commit", "--quiet", "--allow-empty", "--message", message],
        time,
      );
    },
    context({ time = "2026-03-01T00:00:00Z", ms = 20_000, exclude = [], git: inGit = true } = {}) {
      const deadline = performance.now() + ms;
      const commit = inGit ? head() : undefined;
      return {
        root,
        ...(inGit && { gitDir: `${root}/.git` }),
        ...(commit !== undefined && { commit }),
        exclude,
        time,
        deadline,
      };
    },
    [Symbol.dispose]() {
      discard(root);
    },
  };
}

function git(root: string, args: string[], time = "2026-01-01T00:00:00Z"): string {
  const person = {
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.org",
  };
  const { success, stdout, stderr } = new Deno.Command("git", {
    args: ["-c", "commit.gpgSign=false", "-c", "core.hooksPath=/dev/null", ...args],
    cwd: root,
    env: {
      ...person,
      GIT_AUTHOR_DATE: time,
      GIT_COMMITTER_DATE: time,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
    },
  }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}
