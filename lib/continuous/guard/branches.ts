import { attempt } from "../../settings/attempt.ts";
import type { GuardPlace } from "./paths.ts";

const textOf = (path: string) => attempt(() => Deno.readTextFileSync(path)) ?? "";

/** Whether it names a branch of the repository that the worktree has never been on, as its own it has. */
export function isOthersBranch(name: string, { root, repository }: GuardPlace): boolean {
  const [, git = `${root}/.git`] = /^gitdir: (.+)/.exec(textOf(`${root}/.git`)) ?? [];
  const isOwn = textOf(`${git}/HEAD`) === `ref: refs/heads/${name}\n` ||
    textOf(`${git}/logs/HEAD`).includes(`\tcheckout: moving from ${name} to `);
  const refs = repository.map((each) => textOf(`${each}/packed-refs`)).join("");
  const isLoose = repository.some((each) => textOf(`${each}/refs/heads/${name}`) !== "");
  return !isOwn && (isLoose || refs.includes(` refs/heads/${name}\n`));
}
