import { carryOut, type Change, type FileChange, findFile, parentOf, withoutUs } from "./client_file.ts";
import type { HookEntry, HookEvent } from "./hook_file.ts";
import { addHook, hookEntries, removeHook, shellQuote, SHIM_NAME } from "./hook_file.ts";
import { isBare } from "./jsonc.ts";
import { SetupError } from "./setup_error.ts";
import SHIM from "./hooks/context-inject-global.sh" with { type: "text" };

/** Stands behind the name of a file of the user's that we change; the first original is kept until removal. */
const BACKUP_SUFFIX = ".auto-tools-backup";

/** Where one client keeps its hooks, and the entry it is given for the shim at a path. */
export interface ClientHooks {
  folder: string;
  /** The folders around it that may have to be made, the innermost first. */
  around: readonly string[];
  /** The hook file, or the plugin of a client that has plugins in the place of hooks. */
  fileName: string;
  /** Whether the client itself makes anything of a hook file with this text: what it cannot parse it skips, ours and everything else in it. */
  canRead(text: string): boolean;
  entry(shim: string): HookEntry;
  /** What the entry in the hook file answers; a plugin has none there. */
  events: readonly HookEvent[];
  /** Rules of the client's that stand in the hook file as well. */
  denied?: readonly string[];
  /** Files beside the shim that are all ours, as the first line of each says. */
  files?: Readonly<Record<string, string>>;
}

export function hookPaths({ folder, fileName }: ClientHooks): { file: string; shim: string } {
  return { file: `${folder}/${fileName}`, shim: `${folder}/hooks/${SHIM_NAME}` };
}

/** Installs the shim and our entry. Where all is in place nothing is touched. Throws `SetupError`. */
export function installHook(hooks: ClientHooks, binary: string): Change[] {
  const own = ownFiles(hooks, binary);
  const foreign = own.find(({ isForeign }) => isForeign);
  if (foreign !== undefined) {
    const why = "is not one that codex-auto wrote; move it away and run this again";
    throw new SetupError(foreign.file.path, why);
  }
  const changes = carryOut([...own, ...withEntry(hooks)], { folders: foldersOf(hooks, own) });
  return changes.length > 0 ? changes : [{ action: "already set up", path: hookPaths(hooks).file }];
}

/** Undoes `installHook`: our entry, the shim and the backup, and the folders of these in which nothing is left; a backup that may be the last copy stays. Gives nothing where nothing was. Throws `SetupError`. */
export function uninstallHook(hooks: ClientHooks): Change[] {
  const { file } = hookPaths(hooks);
  const own = ownFiles(hooks);
  const backup = findFile(file + BACKUP_SUFFIX);
  // A shim of the same name that we did not write is someone else's, and so is the entry that names it.
  const entry = own[0]?.isForeign ? [] : withoutEntry(hooks, backup.text);
  // Where our entry is, we have made the backup; it is spare once the file has the user's settings.
  const isSpare = backup.text === undefined ||
    entry.some(({ file: { text }, after }) =>
      after !== text && (after === backup.text || after && !isBare(after, []))
    );
  const changes = carryOut([
    ...entry,
    ...(isSpare ? [{ file: backup, after: undefined, mode: 0 }] : []),
    ...own.filter(({ isForeign }) => !isForeign).map((each) => ({ ...each, after: undefined })),
  ], { folders: foldersOf(hooks, own) });
  if (!isSpare) changes.push({ action: "kept", path: backup.path, note: "it may be the last copy" });
  return changes;
}

/** Files that are ours, all of them, the shim first. Another's in its place has not the line that says that it is ours. Throws `SetupError`. */
function ownFiles(hooks: ClientHooks, binary = ""): (FileChange & { isForeign: boolean })[] {
  const own = (path: string, after: string, mark: string, mode: number) => {
    const file = findFile(path);
    return { file, after, mode, isForeign: file.text?.includes(mark) === false };
  };
  return [
    own(hookPaths(hooks).shim, installedShim(binary), MARK, 0o755),
    ...Object.entries(hooks.files ?? {}).map(([name, text]) =>
      own(`${hooks.folder}/${name}`, text, text.slice(0, text.indexOf("\n")), 0o644)
    ),
  ];
}

function foldersOf({ folder, around }: ClientHooks, own: readonly FileChange[]): string[] {
  return [...own.map(({ file }) => parentOf(file.path)), folder, ...around];
}

/** What a client has of us: the text of its hook file, empty where it is missing; our entries; and the program that they start, undefined where there is no shim of ours. Throws `SetupError`. */
export function installedHook(hooks: ClientHooks) {
  const { file, shim } = hookPaths(hooks);
  const { text = "" } = findFile(file);
  const program = shimBinary(findFile(shim).text ?? "");
  if (hooks.events.length > 0) return { file, text, entries: hookEntries(text, file), program };
  const isOurs = text !== "" && !ownFiles(hooks).some(({ isForeign }) => isForeign);
  return { file, text, entries: isOurs ? [hooks.entry(shim)] : [], program };
}

function withEntry(hooks: ClientHooks): FileChange[] {
  if (hooks.events.length === 0) return [];
  const { file, shim } = hookPaths(hooks);
  const settings = findFile(file);
  const backup = findFile(file + BACKUP_SUFFIX);
  const after = addHook(settings.text ?? "", hooks.entry(shim), file, hooks.denied, hooks.events);
  const told = { action: "kept", note: "the original, until removal" } as const;
  const isFirst = settings.text !== undefined && settings.text !== after && backup.text === undefined;
  return [
    ...(isFirst ? [{ file: backup, after: settings.text, mode: settings.mode ?? 0o600, told }] : []),
    { file: settings, after },
  ];
}

function withoutEntry(hooks: ClientHooks, original: string | undefined): FileChange[] {
  const settings = findFile(hookPaths(hooks).file);
  if (settings.text === undefined || hooks.events.length === 0) return [];
  const text = removeHook(settings.text, original, settings.path, hooks.denied, hooks.events);
  return [withoutUs(settings, text, original, "{}\n")];
}

export { SHIM };

const MARK = "\n# Installed by codex-auto setup";

/** The shim as it is installed: with the program's absolute path. */
export function installedShim(binary: string): string {
  return SHIM.replace("\nbinary=''\n", () => `${MARK}.\nbinary=${shellQuote(binary)}\n`);
}

/** The program that a shim that we have installed starts, of whatever version; undefined where it names none. */
export function shimBinary(text: string): string | undefined {
  const quoted = text.includes(MARK) ? /\nbinary='([^]*?)'\n\n/.exec(text)?.[1] : undefined;
  return quoted?.replaceAll(`'\\''`, "'") || undefined;
}
