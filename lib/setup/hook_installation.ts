import { findFile } from "./client_file.ts";
import { carryOut, type Change, type FileChange, withoutUs } from "./file_changes.ts";
import {
  addHook,
  hookEntries,
  type HookEntry,
  type HookEvent,
  removeHook,
  shellQuote,
  SHIM_NAME,
} from "./hook_file.ts";
import { SetupError } from "./setup_error.ts";
import SHIM from "./hooks/context-inject-global.sh" with { type: "text" };

/** Stands behind the name of a file of the user's that we change; the first original is kept until removal. */
const BACKUP_SUFFIX = ".auto-tools-backup";

/** Where one client keeps its hooks, and the entry it is given for the shim at a path. */
export interface ClientHooks {
  client: string;
  folder: string;
  fileName: string;
  /** Whether the client itself makes anything of a hook file with this text: what it cannot parse it skips, ours and everything else in it. */
  canRead(text: string): boolean;
  entry(shim: string): HookEntry;
  /** What the entry answers, where that is more than prompts. */
  events?: readonly HookEvent[];
  /** Rules of the client's that stand in the hook file as well. */
  denied?: readonly string[];
  /** What the file is, all of it, in a client that has plugins in the place of hooks. */
  plugin?: string;
  /** A file with such rules that is all ours. */
  rules?: { fileName: string; text: string };
}

/** Stands at the top of a file of rules that we have written. */
const OURS = "# Written by codex-auto setup, and taken away by codex-auto setup remove.\n";

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
  const changes = carryOut([...own, ...withEntry(hooks)], { folders: foldersOf(hooks) });
  return changes.length > 0 ? changes : [{ action: "already set up", path: hookPaths(hooks).file }];
}

/** Undoes `installHook`: our entry, the shim and the backup, and the folders of these in which nothing is left. Gives nothing where nothing was. Throws `SetupError`. */
export function uninstallHook(hooks: ClientHooks): Change[] {
  const { file } = hookPaths(hooks);
  const own = ownFiles(hooks);
  const backup = findFile(file + BACKUP_SUFFIX);
  const isLastCopy = backup.text !== undefined && findFile(file).text === undefined;
  const changes = carryOut([
    // A shim of the same name that we did not write is someone else's, and so is the entry that names it.
    ...(own[0]?.isForeign ? [] : withoutEntry(hooks, backup.text)),
    ...(isLastCopy ? [] : [{ file: backup, after: undefined, mode: 0 }]),
    ...own.filter(({ isForeign }) => !isForeign).map((each) => ({ ...each, after: undefined })),
  ], { folders: foldersOf(hooks) });
  if (isLastCopy) changes.push({ action: "kept", path: backup.path, note: `${file} itself is gone` });
  return changes;
}

function foldersOf({ folder }: ClientHooks): string[] {
  return [...["hooks", "rules", "plugins"].map((name) => `${folder}/${name}`), folder];
}

/** Files that are ours, all of them, the shim first. Another's in its place has not the line that says that it is ours. Throws `SetupError`. */
function ownFiles(hooks: ClientHooks, binary = ""): (FileChange & { isForeign: boolean })[] {
  const { folder, plugin, rules } = hooks;
  const paths = hookPaths(hooks);
  return [
    { path: paths.shim, after: installedShim(binary), mark: MARK, mode: 0o755 },
    ...(plugin === undefined ? [] : [{ path: paths.file, after: plugin, mark: firstLine(plugin) }]),
    ...(rules === undefined
      ? []
      : [{ path: `${folder}/${rules.fileName}`, after: OURS + rules.text, mark: OURS }]),
  ].map(({ path, mark, mode = 0o644, ...each }) => {
    const file = findFile(path);
    return { ...each, file, mode, isForeign: file.text?.includes(mark) === false };
  });
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf("\n") + 1);
}

/** What a client has of us: the text of its hook file, empty where it is missing; our entries; and the program that they start, undefined where there is no shim of ours. Throws `SetupError`. */
export function installedHook(
  hooks: ClientHooks,
): { file: string; text: string; entries: unknown[]; program: string | undefined } {
  const { file, shim } = hookPaths(hooks);
  const { text = "" } = findFile(file);
  const program = shimBinary(findFile(shim).text ?? "");
  if (hooks.plugin === undefined) return { file, text, entries: hookEntries(text, file), program };
  const isOurs = text.includes(firstLine(hooks.plugin));
  return { file, text, entries: isOurs ? [hooks.entry(shim)] : [], program };
}

function withEntry(hooks: ClientHooks): FileChange[] {
  if (hooks.plugin !== undefined) return [];
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
  if (settings.text === undefined || hooks.plugin !== undefined) return [];
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
