import { named } from "../run/words.ts";
import { type GitAsked, listed, quoted, type RunGit } from "./git.ts";

/** Filters that the repository's own configuration names, which are not run; the files that have one of these; and those of which git requires it. */
export async function idleFilters(git: RunGit, paths: readonly string[], asked: GitAsked = {}) {
  const list = ["config", "--null", "--show-scope", "--get-regexp", "^filter\\."];
  const { stdout } = await git(list, { ...asked, tolerated: 1 });
  const found = (key: RegExp) => new Set(Array.from(stdout.matchAll(key), ([, name = ""]) => name));
  const names = found(/(?:^|\0)(?:local|worktree)\0filter\.([^\0\n]*)\.(?:clean|smudge|process)\n/g);
  const required = found(/\0filter\.([^\0\n]*)\.required(?:\n(?:true|yes|on|1))?\0/gi);
  const input = paths.map((path) => `${quoted(path)}\n`).join("");
  const attributes = ["check-attr", "--stdin", "filter"];
  const lines = names.size > 0 ? await listed(git, attributes, { ...asked, input }) : [];
  const of = (some: Set<string>) => paths.filter((_, at) => some.has(lines[at]?.replace(/^.*: /, "") ?? ""));
  return { names: [...names], files: of(names), needy: of(names.intersection(required)) };
}

/** Why git would have none of these files in a commit as they are, and what helps; undefined where it would. */
export async function lacksFilter(...asked: Parameters<typeof idleFilters>): Promise<string | undefined> {
  const { needy } = await idleFilters(...asked);
  const what = `${named(needy)} needs a filter of .git/config, which is not run: move that to ~/.gitconfig`;
  return needy.length > 0 ? what : undefined;
}
