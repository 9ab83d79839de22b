import { carryOut, type Change, type FileChange } from "./file_changes.ts";
import { type HookEntry, SHIM_NAME } from "./hook_entry.ts";
import { addHook, removeHook } from "./hook_file.ts";
import {
  findFile,
  type FoundFile,
  makeFolders,
  removeEmptyFolders,
  requireWritable,
  textOf,
} from "./replace_file.ts";
import { SetupError } from "./setup_error.ts";
import { installedShim, shimBinary, shimFolders } from "./shim.ts";

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
  rules?: { path: string; text: string };
}

/** Stands at the top of a file of rules that we have written. */
const OURS = "# Written by codex-auto setup, and taken away by codex-auto setup remove.\n";

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
  const { rules } = hooks;
  const settings = findFile(file);
  const present = findFile(shim);
  const text = addHook(textOf(settings) ?? "", hooks.entry(shim), file, hooks.denied);
  const known = present.kind === "found" ? shimFolders(present.text) : [];
  if (known === undefined) {
    throw new SetupError(shim, "is not one that codex-auto wrote; move it away and run this again");
  }
  if (text !== textOf(settings)) requireWritable(settings);
  const made = foldersOf(hooks).flatMap(makeFolders);
  try {
    const done = carryOut([
      {
        file: present,
        after: installedShim(binary, [...known, ...made]),
        mode: 0o755,
        told: { action: "wrote" },
      },
      ...(text === textOf(settings) ? [] : keep(settings)),
      { file: settings, after: text },
      ...(rules === undefined ? [] : ownRules(rules.path, OURS + rules.text)),
    ]);
    const changes = [...made.map((path): Change => ({ action: "made", path })), ...done];
    return changes.length > 0 ? changes : [{ action: "already set up", path: file }];
  } catch (error) {
    removeEmptyFolders(made);
    throw error;
  }
}

/** Undoes `installHook`: our entry, the shim, the backup and the folders made. Gives nothing where nothing was. Throws `SetupError`. */
export function uninstallHook(hooks: ClientHooks): Change[] {
  const { file, shim } = hookPaths(hooks);
  const settings = findFile(file);
  const backup = findFile(file + BACKUP_SUFFIX);
  const present = findFile(shim);
  const known = present.kind === "found" ? shimFolders(present.text) : undefined;
  const isLastCopy = settings.kind === "missing" && backup.kind === "found";

  // A shim of the same name that we did not write is someone else's, and so is the entry that names it.
  const isOurs = present.kind === "missing" || known !== undefined;
  const changes = carryOut([
    ...(isOurs ? withoutEntry(settings, textOf(backup), hooks.denied) : []),
    ...(isLastCopy ? [] : [{ file: backup, after: undefined, mode: 0 }]),
    ...(known === undefined ? [] : [{ file: present, after: undefined, mode: 0 }]),
    ...(hooks.rules === undefined ? [] : ownRules(hooks.rules.path, undefined)),
  ]);
  if (isLastCopy) changes.push({ action: "kept", path: backup.path, note: `${file} itself is gone` });
  const made = (known ?? []).filter((folder) =>
    foldersOf(hooks).some((each) => `${each}/`.startsWith(`${folder}/`))
  );
  return [...changes, ...removeEmptyFolders(made).map((path): Change => ({ action: "removed", path }))];
}

/** Writes a file of rules, or takes it away; one of somebody else's stays. */
function ownRules(path: string, after: string | undefined): FileChange[] {
  const file = findFile(path);
  return textOf(file)?.startsWith(OURS) === false ? [] : [{ file, after, mode: 0o644 }];
}

/** The folders that an installation needs. */
function foldersOf({ folder, rules }: ClientHooks): string[] {
  return [
    `${folder}/hooks`,
    ...(rules === undefined ? [] : [rules.path.slice(0, rules.path.lastIndexOf("/"))]),
  ];
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
function keep(file: FoundFile): FileChange[] {
  const backup = findFile(file.path + BACKUP_SUFFIX);
  if (file.kind === "missing" || backup.kind === "found") return [];
  const told = { action: "kept", note: "the original, until removal" } as const;
  return [{ file: backup, after: file.text, mode: file.mode, told }];
}

function withoutEntry(
  settings: FoundFile,
  original: string | undefined,
  denied: readonly string[] | undefined,
): FileChange[] {
  if (settings.kind === "missing") return [];
  const { found, text } = removeHook(settings.text, original, settings.path, denied);
  if (!found) return [];
  // A link of the user's must not be left leading nowhere.
  const after = text ?? (Deno.lstatSync(settings.path).isSymlink ? "{}\n" : undefined);
  const asBefore = after !== undefined && after === original;
  const told = { action: "changed", note: "as it was before" } as const;
  return [{ file: settings, after, ...(asBefore ? { told } : {}) }];
}
