import type { ToolOutput } from "../contract/finding.ts";
import type { GitView } from "../guard/git/git_view.ts";

/** The repository as a built-in tool sees it. Everything here is plain data, handed into the sandbox when it starts. */
export interface CodebaseOptions {
  /** Real path of the repository root, no trailing slash. */
  root: string;
  /** Real path of the git directory, and of the common one (worktrees); undefined outside git. */
  gitDir?: string;
  gitCommonDir?: string;
  /** Absolute path of git; undefined where there is none. */
  git?: string;
  /** What git is told of the repository. */
  gitView?: GitView;
  /** Commit of HEAD; undefined outside git or before the first commit. */
  commit?: string;
  /** Folder for this repository's index, below our cache; undefined where no cache can be had. */
  cacheDir?: string;
  /** Globs of the user and the repository on top of the built-in sensitive names. */
  exclude: string[];
  /** Stands for one prompt: what is read for it is read once. */
  session?: string;
  /** RFC 3339, for `source.time` of findings. */
  time: string;
}

/** One call of a built-in tool. `deadline` is a `performance.now()` value of this thread: give up and return what there is before it. */
export interface ToolContext extends CodebaseOptions {
  deadline: number;
}

/** A built-in tool: arguments in, findings out. Throws `AutoToolsError` where it cannot work at all. */
export type BuiltInTool = (
  args: Record<string, unknown>,
  context: ToolContext,
) => Promise<ToolOutput> | ToolOutput;
