import { attempt } from "../../settings/attempt.ts";
import type { GuardPlace } from "./paths.ts";

const textOf = (path: string) => attempt(() => Deno.readTextFileSync(path)) ?? "";

/** Whether it names a branch of the repository that the worktree has never been on, as its own it has. */
export function isOthersBranch(name: string, { root, repository }: GuardPlace): boolean {
  const [, own = `${root}/.git`] = /^gitdir: (.+)/.exec(textOf(`${root}/.git`)) ?? [];
  if (textOf(`${own}/HEAD`) === `ref: refs/heads/${name}\n`) return false;
  if (textOf(`${own}/logs/HEAD`).includes(`: moving from ${name} to `)) return false;
  return repository.some((each) =>
    textOf(`${each}/refs/heads/${name}`) !== "" ||
    textOf(`${each}/packed-refs`).includes(` refs/heads/${name}\n`)
  );
}
