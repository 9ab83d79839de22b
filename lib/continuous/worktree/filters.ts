import { named } from "../run/words.ts";
import { type GitAsked, listed, quoted, type RunGit } from "./git.ts";

/** Filters that the repository's own configuration names, which are not run, and those of these files that have one. */
export async function idleFilters(git: RunGit, paths: readonly string[], asked: GitAsked = {}) {
  const list = ["config", "--null", "--show-scope", "--get-regexp", "^filter\\."];
  const { stdout } = await git(list, { ...asked, tolerated: 1 });
  const found = (key: RegExp) => new Set(Array.from(stdout.matchAll(key), ([, name = ""]) => name));
  const names = found(/(?:^|\0)(?:local|worktree)\0filter\.([^\0\n]*)\.(?:clean|smudge|process)\n/g);
  const required = found(/\0filter\.([^\0\n]*)\.required(?:\n(?:true|yes|on|1))?\0/gi);
  const input = paths.map((path) => `${quoted(path)}\n`).join("");
  const lines = names.size > 0
    ? await listed(git, ["check-attr", "--stdin", "filter"], { ...asked, input })
    : [];
  const files = lines.map((line, at) => ({ path: paths[at] ?? "", filter: line.replace(/^.*: /, "") }));
  const own = files.filter(({ filter }) => names.has(filter));
  return { names: [...names], own, needy: own.filter(({ filter }) => required.has(filter)) };
}

/** Why git would have none of these files in a commit as they are, and what helps; undefined where it would. */
export async function lacksFilter(...asked: Parameters<typeof idleFilters>): Promise<string | undefined> {
  const { needy } = await idleFilters(...asked);
  if (needy.length === 0) return undefined;
  const remedy = "which is not run: move that to ~/.gitconfig";
  return `${named(needy.map(({ path }) => path))} needs a filter of .git/config, ${remedy}`;
}
