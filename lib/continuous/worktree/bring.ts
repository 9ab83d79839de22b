import { attempt } from "../../settings/attempt.ts";
import { standing } from "../../settings/small_file.ts";

/** Files of the user's folder that a run needs and git does not have. */
export interface Bring {
  link: readonly string[];
  copy: readonly string[];
}

/**
 * Lends files of the user's folder to a worktree. A folder is linked entry by entry, so that what is written into it stays in the worktree; a link in it that
 * leads to another place of the repository, as packages of a workspace do, leads to that place of the worktree.
 */
export async function bringFiles(from: string, to: string, { link, copy }: Bring): Promise<void> {
  for (const path of link) linkAll(`${from}/${path}`, `${to}/${path}`, { from, to, top: `${from}/${path}/` });
  for (const path of copy) {
    if (!standing(`${from}/${path}`) || standing(`${to}/${path}`)) continue;
    Deno.mkdirSync(`${to}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await new Deno.Command("cp", { args: ["-a", "--", `${from}/${path}`, `${to}/${path}`] }).output();
  }
}

function linkAll(source: string, target: string, place: { from: string; to: string; top: string }): void {
  if (!standing(source) || standing(target)) return;
  const parent = target.replace(/\/[^/]*$/, "");
  Deno.mkdirSync(parent, { recursive: true });
  const isFolder = Deno.lstatSync(source).isDirectory;
  // A scope holds packages of its own.
  const isOpened = isFolder && (`${source}/` === place.top || /\/@[^/]+$/.test(source));
  if (!isOpened) return Deno.symlinkSync(inside(source, place), target);
  Deno.mkdirSync(target);
  for (const { name } of Deno.readDirSync(source)) linkAll(`${source}/${name}`, `${target}/${name}`, place);
}

/** Where a link has to lead; one that leads nowhere stays as it is. */
function inside(source: string, { from, to, top }: { from: string; to: string; top: string }): string {
  if (!Deno.lstatSync(source).isSymlink) return source;
  const real = attempt(() => Deno.realPathSync(source)) ?? source;
  const isElsewhere = real.startsWith(`${from}/`) && !real.startsWith(top);
  return isElsewhere ? `${to}${real.slice(from.length)}` : source;
}
