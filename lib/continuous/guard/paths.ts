import { posix } from "node:path";
import { excludeMatcher } from "../../guard/boundary/exclude.ts";
import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import { attempt } from "../../settings/attempt.ts";

export interface GuardPlace {
  root: string;
  /** What no step may touch, wherever it stands: the user's folder, git's own, other worktrees. */
  repository: readonly string[];
  /** How commands begin that the user allows. */
  rules: readonly string[];
  cwd: string;
  home: string;
  variable(name: string): string | undefined;
}

/** Files there are for the moment, and what is no file. */
const PASSING = /^(?:\/private)?(?:\/tmp|\/var\/tmp|\/var\/folders)\/|^\/dev\/(?:null|std\w+|tty|fd\/\d+)$/;
/** What a run has in its folder for itself. */
const OWN = /^\/(?:\.git|\.codex\/state)(?:\/|$)/;
/** What links lead on to other links at most and characters of a path, as of kernels, and what a pattern names. */
const [MAX_LINKS, MAX_PATH, MAX_FILES] = [40, 4096, 1000];

/** Whether a path lies in the folder, with all links followed, but for the path itself where it is deleted: who removes a link removes no file behind it. */
export function isInside(path: string, { root }: GuardPlace, isDeleted = false): boolean {
  const real = realPath(path, isDeleted);
  return isWithin(real, root) && !(isDeleted && real === root) && !OWN.test(real.slice(root.length));
}

/** Whether a file may be written, or deleted: it lies in the folder, or is there for the moment. */
export function isWritable(path: string, place: GuardPlace, isDeleted = false): boolean {
  return isInside(path, place, isDeleted) || isPassing(realPath(path, isDeleted), place);
}

/** Whether what works in a folder works neither in that of the run nor in one of the moment. */
export const isOutside = (folder: string, place: GuardPlace) => !isWritable(`${folder}/x`, place);

/** Whether a real path is of the user's repository, or holds it. */
export const isOfRepository = (real: string, { repository }: GuardPlace) =>
  repository.map((each) => realPath(each)).some((each) => isWithin(real, each) || isWithin(each, real));

const isPassing = (real: string, place: GuardPlace) => PASSING.test(real) && !isOfRepository(real, place);
const isWithin = (path: string, folder: string) => `${path}/`.startsWith(`${folder}/`);

/** The path as the kernel walks it, with all links followed, also those that lead to nothing; but not itself where it is deleted. */
export function realPath(path: string, isDeleted = false, links = { left: MAX_LINKS }): string {
  if (path.length > MAX_PATH) return path;
  const above = posix.dirname(path);
  const folder = attempt(() => Deno.realPathSync(above)) ??
    (above === "/" ? above : realPath(above, false, links));
  const real = posix.join(folder, posix.basename(path));
  const target = isDeleted || links.left-- <= 0 ? undefined : attempt(() => Deno.readLinkSync(real));
  if (target === undefined) return real;
  return realPath(posix.isAbsolute(target) ? target : `${folder}/${target}`, false, links);
}

/** Whether what is read there is nobody's but the user's: a store of credentials outside of the folder, or, where all of it is, a folder that has one. */
export function isSecret(path: string, place: GuardPlace & { until?: number }, isWhole = false): boolean {
  return matched(path, place.until).some((each) => {
    const real = realPath(each);
    if (isWithin(real, place.root) || isPassing(real, place)) return false;
    if (isWhole && isWithin(place.home, real)) return true;
    return [real, ...isWhole ? filesIn(real) : []].some((file) => isSensitivePath(file.slice(1)));
  });
}

const filesIn = (folder: string) =>
  attempt(() => Array.from(Deno.readDirSync(folder || "/"), ({ name }) => `${folder}/${name}`)) ?? [];

/** What the patterns in a path name now, as far as there is time. */
function matched(path: string, until = Infinity): string[] {
  return path.split("/").slice(1).reduce<string[]>((found, part) => {
    if (performance.now() > until) return [];
    if (!/[*?[]/.test(part)) return found.map((each) => `${each}/${part}`);
    const fits = excludeMatcher([part]);
    const isNamed = (name: string) => fits(name) && (part.startsWith(".") || !name.startsWith("."));
    return found.slice(0, MAX_FILES).flatMap(filesIn).filter((file) => isNamed(posix.basename(file)));
  }, [""]);
}

/** The path that a word names, on its own or as the value of an option; undefined where it is none. */
export function pathIn(word: string, place: GuardPlace): string | undefined {
  const path = valueIn(word);
  return /^(?!\/+\/$)[~/]|^(?:\S*\/)?\.\.(?:\/|$)/.test(path) ? resolved(path, place) : undefined;
}

/** What may be a path in a word: the value of an option, what `curl` reads. */
export const valueIn = (word: string) => word.replace(/^-[^=]*=|^@/, "");

/** Where a word leads. What stands before a `..` may be a link, which the kernel follows and some programs fold: the worse of both counts. */
export function resolved(word: string, place: GuardPlace): string {
  const path = word.replace(/^~(?=\/|$)/, place.home).replace(/^~/, "/home/");
  const folded = posix.resolve(place.cwd, path);
  const end = /^.*(?<=^|\/)\.\.(?=\/|$)/s.exec(path)?.[0].length;
  if (end === undefined) return folded;
  const left = posix.isAbsolute(path) ? path.slice(0, end) : `${place.cwd}/${path.slice(0, end)}`;
  const walked = posix.join(realPath(left), path.slice(end));
  return [walked, folded].find((each) => !isWritable(each, place)) ?? walked;
}
