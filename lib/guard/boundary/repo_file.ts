import { AutoToolsError } from "../../contract/error_codes.ts";
import { isKeyContainer, isStore } from "./stores.ts";
import { decodedText } from "./decoded_text.ts";
import { isTemplate, speaksOfCredentials } from "./file_types.ts";
import { isPseudoTree, isSensitivePath } from "./sensitive.ts";
import { attempt } from "../../settings/attempt.ts";
import { readUpTo } from "../../settings/small_file.ts";

/** Refuses a file whose content, not its name, is that of a store of credentials. */
export class HoldsCredentials extends AutoToolsError {
  constructor(path: string) {
    super("E_REPO_ROOT", `"${path.slice(0, 200)}" holds credentials; refused`);
  }
}

/** Bytes: a larger file is named, not quoted. */
export const MAX_FILE_BYTES = 1024 * 1024;

/**
 * The text of one file below `root` (a real path) by its path relative to it; undefined where it is binary or over 1 MiB. Throws `AutoToolsError`
 * `E_REPO_ROOT` where the path leads out of the root or to no plain, unprivileged file, `HoldsCredentials` for a store of credentials, and the file
 * system's own error.
 */
export function readRepoText(root: string, path: string): string | undefined {
  const checked = checkRepoPath(root, path);
  using file = openChecked(root, checked);
  if (file.statSync().size > MAX_FILE_BYTES) return undefined;
  const bytes = readUpTo(file, Math.min(file.statSync().size, MAX_FILE_BYTES) + 1);
  if (bytes.length > MAX_FILE_BYTES) return undefined;
  const text = decodedText(bytes);
  // A link may be called anything.
  const mayHold = !speaksOfCredentials(checked.real) && !isTemplate(checked.real);
  if (mayHold && (text === undefined ? isKeyContainer(bytes) : isStore(text))) {
    throw new HoldsCredentials(path);
  }
  return text;
}

/** Checks a path by name, by where it really leads and by what stands there. Opens nothing, so a FIFO cannot hold it up. */
export function checkRepoPath(root: string, path: string) {
  const segments = path.split("/");
  if (path === "" || path.startsWith("/") || path.includes("\0")) {
    throw refused(path, "is not a path inside the repository");
  }
  if (segments.includes("..")) throw refused(path, "leads out of the repository");
  if (isSensitivePath(path)) throw refused(path, "has a sensitive name");
  const real = Deno.realPathSync(`${root}/${path}`);
  if (!real.startsWith(root === "/" ? root : `${root}/`)) throw refused(path, "leads out of the repository");
  if (isSensitivePath(real.slice(root.length + 1))) throw refused(path, "leads to a sensitive name");
  if (isPseudoTree(real)) throw refused(path, "is not on a file system");
  const stat = Deno.lstatSync(real);
  if (!stat.isFile) throw refused(path, "is not a plain file");
  if ((stat.nlink ?? 1) > 1 && isOtherNameOfSensitive(root, stat)) {
    throw refused(path, "is another name of a sensitive file");
  }
  return { path, real, id: identity(stat) };
}

/** A folder may be swapped there and back between two looks; whoever does would have to meet all of these. */
const LOOKS = 4;

/** Opens what was checked, and proves afterwards that it is the same. A swap between check and open is refused with `E_REPO_ROOT`. */
export function openChecked(root: string, { path, real, id }: ReturnType<typeof checkRepoPath>): Deno.FsFile {
  if (!Deno.lstatSync(real).isFile) throw refused(path, "changed while it was opened");
  const file = Deno.openSync(real, { read: true });
  try {
    const opened = file.statSync();
    let same = opened.isFile && identity(opened) === id && checkRepoPath(root, path).id === id;
    for (let looks = 0; same && looks < LOOKS; looks++) {
      same = Deno.realPathSync(`${root}/${path}`) === real && identity(Deno.lstatSync(real)) === id;
    }
    if (same && Deno.realPathSync(`${root}/${path}`) === real) return file;
    throw refused(path, "changed while it was opened");
  } catch (error) {
    file.close();
    throw error;
  }
}

function refused(path: string, why: string): AutoToolsError {
  return new AutoToolsError("E_REPO_ROOT", `"${path.slice(0, 200)}" ${why}; refused`);
}

/** Entries looked at, those near the root first. */
const MAX_ENTRIES = 50_000;
/** Git's own objects: nobody's secrets, and hard links by the thousand where a repository was cloned on one disk. */
const PASSED_OVER = new Set(["objects", "node_modules"]);

/** The sensitive files of a root that have several names; walked once a prompt, and only where a file has several. */
let sensitive: { root: string; at: number; ids: ReadonlySet<string> } | undefined;
/** ms after which a process that serves several prompts walks anew. */
const WALKED_MS = 3000;

/** Whether a file with several names is, by another of them below `root`, one that is never read. Git makes no hard links, but archives do. */
function isOtherNameOfSensitive(root: string, stat: Deno.FileInfo): boolean {
  const at = performance.now();
  if (sensitive?.root !== root || at - sensitive.at > WALKED_MS) {
    sensitive = { root, at, ids: new Set(sensitiveFiles(root)) };
  }
  return sensitive.ids.has(identity(stat));
}

function* sensitiveFiles(root: string): Generator<string> {
  const folders = [""];
  let seen = 0;
  for (const folder of folders) {
    for (const { name, isDirectory } of attempt(() => [...Deno.readDirSync(`${root}/${folder}`)]) ?? []) {
      if (++seen > MAX_ENTRIES) return;
      const path = `${folder}${name}`;
      if (isDirectory && !PASSED_OVER.has(name)) folders.push(`${path}/`);
      const stat = isSensitivePath(path) ? attempt(() => Deno.lstatSync(`${root}/${path}`)) : undefined;
      if (stat?.isFile === true && stat.nlink !== 1) yield identity(stat);
    }
  }
}

function identity({ dev, ino }: Pick<Deno.FileInfo, "dev" | "ino">): string {
  return `${dev}:${ino}`;
}
