import { type HookEntry, SHIM_NAME } from "./hook_entry.ts";
import { addHook, removeHook } from "./hook_file.ts";
import { carryOut, type Change, type FileChange, textOf } from "./file_changes.ts";
import {
  findFile,
  type FoundFile,
  makeFolders,
  removeEmptyFolders,
  requireWritable,
} from "./replace_file.ts";
import { installRules, type OwnRules, removeRules } from "./own_rules.ts";
import { installedShim, shimBinary, shimFolders } from "./shim.ts";
import { SetupError } from "./setup_error.ts";

/** Stands behind the name of a file of the user's that we change; the first original is kept until removal. */
export const BACKUP_SUFFIX = ".auto-tools-backup";

/** Where one client keeps its hooks, and the entry it is given for the shim at a path. */
export interface ClientHooks {
  client: string;
  /** The client's own folder, absolute. */
  folder: string;
  /** Name of the hook file in it. */
  fileName: string;
  /** Whether the client itself makes anything of a hook file with this text: what it cannot parse it skips, ours and everything else in it. */
  canRead(text: string): boolean;
  entry(shim: string): HookEntry;
  /** Rules of the client's that stand in the hook file as well. */
  denied?: readonly string[];
  /** A file with such rules that is all ours. */
  rules?: OwnRules;
}

/** The paths that belong to an installation. */
export function hookPaths({ folder, fileName }: ClientHooks): { file: string; shim: string } {
  return { file: `${folder}/${fileName}`, shim: `${folder}/hooks/${SHIM_NAME}` };
}

/**
 * Installs the shim and our entry. Everything is read and thought through before the first byte is written, the shim stands before the
 * entry names it, and each file is written whole. Where all is in place nothing is touched. Throws `SetupError`.
 */
export function installHook(hooks: ClientHooks, binary: string): Change[] {
  const { file, shim } = hookPaths(hooks);
  const settings = findFile(file);
  const present = findFile(shim);
  const text = addHook(textOf(settings) ?? "", hooks.entry(shim), file, hooks.denied);
  const folders = present.kind === "found" ? shimFolders(present.text) : [];
  const theirs = folders === undefined ? keep(present, "what stood there before, until removal") : [];
  if (folders === undefined && theirs.length === 0) {
    throw new SetupError(
      shim + BACKUP_SUFFIX,
      "is in the way, an earlier original is kept there; move it away and run this again",
    );
  }
  if (text !== textOf(settings)) requireWritable(settings);
  const made = makeFolders(`${hooks.folder}/hooks`);
  try {
    const done = carryOut([
      ...theirs,
      {
        file: present,
        after: installedShim(binary, [...folders ?? [], ...made]),
        mode: 0o755,
        told: { action: "wrote" },
      },
      ...(text === textOf(settings) ? [] : keep(settings, "the original, until removal")),
      { file: settings, after: text },
    ]);
    const rules = hooks.rules === undefined ? [] : installRules(hooks.rules);
    const changes = [...made.map((path): Change => ({ action: "made", path })), ...done, ...rules];
    return changes.length > 0 ? changes : [{ action: "already set up", path: file }];
  } catch (error) {
    removeEmptyFolders(made);
    throw error;
  }
}

/** Undoes `installHook`: our entry, the shim, the backups and the folders made. Gives nothing where nothing was. Throws `SetupError`. */
export function uninstallHook(hooks: ClientHooks): Change[] {
  const { file, shim } = hookPaths(hooks);
  const settings = findFile(file);
  const backup = findFile(file + BACKUP_SUFFIX);
  const theirs = findFile(shim + BACKUP_SUFFIX);
  const present = findFile(shim);
  const folders = present.kind === "found" ? shimFolders(present.text) : undefined;
  const isLastCopy = settings.kind === "missing" && backup.kind === "found";

  // A shim of the same name that we did not write is someone else's, and so is the entry that names it.
  const ours = present.kind === "missing" || folders !== undefined;
  const isRestored = ours && theirs.kind === "found";
  const changes = carryOut([
    ...(ours ? withoutEntry(settings, textOf(backup), isRestored, hooks.denied) : []),
    ...(isLastCopy ? [] : [{ file: backup, after: undefined, mode: 0 }]),
    ...(isRestored
      ? [{ file: present, after: theirs.text, mode: theirs.mode, told: { action: "restored" } } as const]
      : folders === undefined
      ? []
      : [{ file: present, after: undefined, mode: 0 }]),
    ...(isRestored ? [{ file: theirs, after: undefined, mode: 0, told: null }] : []),
  ]);
  if (isLastCopy) changes.push({ action: "kept", path: backup.path, note: `${file} itself is gone` });
  if (hooks.rules !== undefined) changes.push(...removeRules(hooks.rules));
  const made = (folders ?? []).filter((folder) => shim.startsWith(`${folder}/`));
  return [...changes, ...removeEmptyFolders(made).map((path): Change => ({ action: "removed", path }))];
}

/** The text of the client's hook file, empty where it is missing. Throws `SetupError`. */
export function hookFileText(hooks: ClientHooks): string {
  return textOf(findFile(hookPaths(hooks).file)) ?? "";
}

/** The program that the installed hook starts; undefined where there is no hook of ours. Throws `SetupError`. */
export function hookProgram(hooks: ClientHooks): string | undefined {
  const present = findFile(hookPaths(hooks).shim);
  return present.kind === "found" && shimFolders(present.text) !== undefined
    ? shimBinary(present.text)
    : undefined;
}

/** Keeps a file as it is beside it; nothing where an earlier original is kept there already. */
function keep(file: FoundFile, note: string): FileChange[] {
  const backup = findFile(file.path + BACKUP_SUFFIX);
  return file.kind === "missing" || backup.kind === "found"
    ? []
    : [{ file: backup, after: file.text, mode: file.mode, told: { action: "kept", note } }];
}

function withoutEntry(
  settings: FoundFile,
  original: string | undefined,
  standAgain: boolean,
  denied: readonly string[] | undefined,
): FileChange[] {
  if (settings.kind === "missing") return [];
  const { found, text } = removeHook(settings.text, original, settings.path, standAgain, denied);
  if (!found) return [];
  // A link of the user's must not be left leading nowhere.
  const after = text ?? (Deno.lstatSync(settings.path).isSymlink ? "{}\n" : undefined);
  const asBefore = after !== undefined && after === original;
  return [{
    file: settings,
    after,
    ...(asBefore ? { told: { action: "changed", note: "as it was before" } } as const : {}),
  }];
}
