import { attempt } from "../../settings/attempt.ts";
import { isSensitivePath } from "./sensitive.ts";

/** Entries looked at, those near the root first. */
const MAX_ENTRIES = 50_000;
/** Git's own objects: nobody's secrets, and hard links by the thousand where a repository was cloned on one disk. */
const PASSED_OVER = new Set(["objects", "node_modules"]);

const known = new Map<string, ReadonlySet<string>>();

/**
 * Whether a file with several names is, by another of them below `root`, one that is never read. Git makes no hard links, but archives do. Names outside
 * the root cannot be known. The root is walked once in the life of a process, and only if there is such a file at all.
 */
export function isOtherNameOfSensitive(
  root: string,
  { dev, ino }: Pick<Deno.FileInfo, "dev" | "ino">,
): boolean {
  let sensitive = known.get(root);
  if (sensitive === undefined) known.set(root, sensitive = sensitiveFiles(root));
  return sensitive.has(`${dev}:${ino}`);
}

function sensitiveFiles(root: string): Set<string> {
  const found = new Set<string>();
  const folders = [""];
  let seen = 0;
  for (let folder = folders.shift(); folder !== undefined && seen < MAX_ENTRIES; folder = folders.shift()) {
    for (
      const { name, isDirectory, isFile } of attempt(() => [...Deno.readDirSync(`${root}/${folder}`)]) ?? []
    ) {
      if (++seen > MAX_ENTRIES) break;
      if (isDirectory && !PASSED_OVER.has(name)) folders.push(`${folder}${name}/`);
      else if (isFile && isSensitivePath(`${folder}${name}`)) {
        const stat = attempt(() => Deno.lstatSync(`${root}/${folder}${name}`));
        if ((stat?.nlink ?? 1) > 1) found.add(`${stat?.dev}:${stat?.ino}`);
      }
    }
  }
  return found;
}
