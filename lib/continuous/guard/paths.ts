import { posix } from "node:path";
import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import { attempt } from "../../settings/attempt.ts";

export interface GuardPlace {
  root: string;
  /** What no step may touch, wherever it stands: the user's folder, git's own, other worktrees. */
  repository: readonly string[];
  cwd: string;
  home: string;
  variable(name: string): string | undefined;
}

/** Files there are for the moment, and what is no file. */
const PASSING = /^(?:\/private)?(?:\/tmp|\/var\/tmp|\/var\/folders)\/|^\/dev\/(?:null|std\w+|tty|fd\/\d+)$/;
/** What a run has in its folder for itself. */
const OWN = /^\/(?:\.git|\.codex\/state)(?:\/|$)/;
/** What links lead on to other links at most. */
const MAX_LINKS = 40;

/** Whether a path lies in the folder, with all links followed, but for the path itself where it is deleted: who removes a link removes no file behind it. */
export function isInside(path: string, root: string, isDeleted = false): boolean {
  const real = realPath(path, isDeleted);
  return isWithin(real, root) && !(isDeleted && real === root) && !OWN.test(real.slice(root.length));
}

/** Whether a file may be written, or deleted: it lies in the folder, or is there for the moment. */
export function isWritable(path: string, { root, repository }: GuardPlace, isDeleted = false): boolean {
  return isInside(path, root, isDeleted) || isPassing(realPath(path, isDeleted), repository);
}

const isPassing = (real: string, repository: readonly string[]) =>
  PASSING.test(real) &&
  !repository.map((each) => realPath(each)).some((each) => isWithin(real, each) || isWithin(each, real));
const isWithin = (path: string, folder: string) => `${path}/`.startsWith(`${folder}/`);

/** The path with all links followed, also those that lead to nothing; without itself where it is deleted. */
export function realPath(path: string, isDeleted = false): string {
  let real = realFolder(path);
  for (let links = 0; !isDeleted && links < MAX_LINKS; links++) {
    const target = attempt(() => Deno.readLinkSync(real));
    if (target === undefined) break;
    real = realFolder(posix.resolve(posix.dirname(real), target));
  }
  return real;
}

/** The path with the links on its way followed, but not itself. */
function realFolder(path: string): string {
  const [name = "", ...above] = path.split("/").reverse();
  for (let rest = name, folders = above;; rest = `${folders[0]}/${rest}`, folders = folders.slice(1)) {
    const folder = folders.toReversed().join("/");
    const real = folder === "" ? "" : attempt(() => Deno.realPathSync(folder));
    if (real !== undefined) return `${real}/${rest}`.replace(/\/$/, "") || "/";
  }
}

/** Whether what is read there is nobody's but the user's: a store of credentials outside of the folder. */
export function isSecret(path: string, { root, repository }: GuardPlace): boolean {
  const real = realPath(path);
  return !isWithin(real, root) && !isPassing(real, repository) && isSensitivePath(real.slice(1));
}

/** The path that a word names, on its own or as the value of an option; undefined where it is none. */
export function pathIn(word: string, place: GuardPlace): string | undefined {
  const path = valueIn(word);
  return /^[~/]|^(?:\S*\/)?\.\.(?:\/|$)/.test(path) ? resolved(path, place) : undefined;
}

/** What may be a path in a word: the value of an option, what `curl` reads. */
export function valueIn(word: string): string {
  return word.replace(/^-[^=]*=|^@/, "");
}

export function resolved(word: string, { cwd, home }: GuardPlace): string {
  const path = word.replace(/^~(?=\/|$)/, home).replace(/^~/, "/home/");
  return posix.resolve(cwd, path);
}
