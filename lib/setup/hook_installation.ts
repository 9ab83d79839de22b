import { type HookEntry, SHIM_NAME } from "./hook_entry.ts";
import { addHook, removeHook } from "./hook_file.ts";
import {
  findFile,
  type FoundFile,
  makeFolders,
  removeEmptyFolders,
  removeFile,
  rename,
  replaceFile,
  requireWritable,
  writeOwn,
} from "./replace_file.ts";
import type { Change } from "./change.ts";
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
  const text = textOf(settings);
  const next = addHook(text ?? "", hooks.entry(shim), file, hooks.denied);
  if (next !== text) requireWritable(settings);
  if (present.kind === "found" && shimFolders(present.text) === undefined) {
    requireAbsent(shim + BACKUP_SUFFIX);
  }
  const folders = makeFolders(`${hooks.folder}/hooks`);
  try {
    const changes: Change[] = folders.map((path) => ({ action: "made", path }));
    changes.push(...installShim(present, binary, folders));
    if (next !== text) changes.push(...changeSettings(settings, next));
    if (hooks.rules !== undefined) changes.push(...installRules(hooks.rules));
    return changes.length > 0 ? changes : [{ action: "already set up", path: file }];
  } catch (error) {
    removeEmptyFolders(folders);
    throw error;
  }
}

/** Undoes `installHook`: our entry, the shim, the backups and the folders made. Gives nothing where nothing was. Throws `SetupError`. */
export function uninstallHook(hooks: ClientHooks): Change[] {
  const { file, shim } = hookPaths(hooks);
  const settings = findFile(file);
  const backup = findFile(file + BACKUP_SUFFIX);
  const theirShim = findFile(shim + BACKUP_SUFFIX);
  const present = findFile(shim);
  const folders = present.kind === "found" ? shimFolders(present.text) : undefined;

  // A shim of the same name that we did not write is someone else's, and so is the entry that names it.
  const ours = present.kind === "missing" || folders !== undefined;
  const changes = settings.kind === "found" && ours
    ? removeEntry(settings, textOf(backup), theirShim.kind === "found", hooks.denied)
    : [];
  if (backup.kind === "found") {
    const lastCopy = settings.kind === "missing";
    changes.push(
      lastCopy ? { action: "kept", path: backup.path, note: `${file} itself is gone` } : removed(backup.path),
    );
  }
  if (folders !== undefined) changes.push(removed(shim));
  if (theirShim.kind === "found" && ours) {
    changes.push(restored(theirShim.path, shim));
  }
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

function requireAbsent(backup: string): void {
  if (findFile(backup).kind === "missing") return;
  throw new SetupError(
    backup,
    "is in the way, an earlier original is kept there; move it away and run this again",
  );
}

function installShim(present: FoundFile, binary: string, made: string[]): Change[] {
  const folders = present.kind === "found" ? shimFolders(present.text) : [];
  const text = installedShim(binary, [...folders ?? [], ...made]);
  if (present.kind === "found" && present.text === text && (present.mode & 0o100) !== 0) return [];
  const changes: Change[] = [];
  if (folders === undefined) {
    const backup = present.path + BACKUP_SUFFIX;
    rename(present.path, backup);
    changes.push({ action: "kept", path: backup, note: "what stood there before, until removal" });
  }
  writeOwn(present.path, text, 0o755);
  return [...changes, { action: "wrote", path: present.path }];
}

function changeSettings(settings: FoundFile, next: string): Change[] {
  if (settings.kind === "missing") {
    replaceFile(settings, next);
    return [{ action: "wrote", path: settings.path }];
  }
  const changes: Change[] = [];
  const backup = settings.path + BACKUP_SUFFIX;
  if (findFile(backup).kind === "missing") {
    writeOwn(backup, settings.text, settings.mode);
    changes.push({ action: "kept", path: backup, note: "the original, until removal" });
  }
  replaceFile(settings, next);
  return [...changes, { action: "changed", path: settings.path }];
}

function removeEntry(
  settings: FoundFile & { kind: "found" },
  original: string | undefined,
  standAgain: boolean,
  denied: readonly string[] | undefined,
): Change[] {
  const { found, text } = removeHook(settings.text, original, settings.path, standAgain, denied);
  if (!found) return [];
  requireWritable(settings);
  // A link of the user's must not be left leading nowhere.
  const isLink = Deno.lstatSync(settings.path).isSymlink;
  if (text === undefined && !isLink) return [removed(settings.path)];
  replaceFile(settings, text ?? "{}\n");
  return [{
    action: "changed",
    path: settings.path,
    ...(text === original ? { note: "as it was before" } : {}),
  }];
}

function removed(path: string): Change {
  removeFile(path);
  return { action: "removed", path };
}

function restored(from: string, path: string): Change {
  rename(from, path);
  return { action: "restored", path };
}

function textOf(file: FoundFile): string | undefined {
  return file.kind === "found" ? file.text : undefined;
}
