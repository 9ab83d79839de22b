import { findFile, requireWritable } from "./client_file.ts";
import { carryOut, type Change, type FileChange } from "./file_changes.ts";
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
export const BACKUP_SUFFIX = ".auto-tools-backup";

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
  rules?: { path: string; text: string };
}

/** Stands at the top of a file of rules that we have written. */
const OURS = "# Written by codex-auto setup, and taken away by codex-auto setup remove.\n";

export function hookPaths({ folder, fileName }: ClientHooks): { file: string; shim: string } {
  return { file: `${folder}/${fileName}`, shim: `${folder}/hooks/${SHIM_NAME}` };
}

/** Installs the shim and our entry. Where all is in place nothing is touched. Throws `SetupError`. */
export function installHook(hooks: ClientHooks, binary: string): Change[] {
  const { file, shim } = hookPaths(hooks);
  const settings = findFile(file);
  const backup = findFile(file + BACKUP_SUFFIX);
  const present = findFile(shim);
  const text = hooks.plugin ??
    addHook(settings.text ?? "", hooks.entry(shim), file, hooks.denied, hooks.events);
  const isTheirs = present.text !== undefined && !isInstalledShim(present.text);
  if (isTheirs || isForeignPlugin(hooks, settings.text)) {
    const path = isTheirs ? shim : file;
    throw new SetupError(path, "is not one that codex-auto wrote; move it away and run this again");
  }
  const kept = { action: "kept", note: "the original, until removal" } as const;
  const isFirst = hooks.plugin === undefined && settings.text !== undefined && settings.text !== text &&
    backup.text === undefined;
  if (settings.text !== text) requireWritable(settings);
  const changes = carryOut([
    { file: present, after: installedShim(binary), mode: 0o755, told: { action: "wrote" } },
    ...(isFirst ? [{ file: backup, after: settings.text, mode: settings.mode ?? 0o600, told: kept }] : []),
    { file: settings, after: text, ...(hooks.plugin === undefined ? {} : { mode: 0o644 }) },
    ...ownRules(hooks, true),
  ], { folders: foldersOf(hooks) });
  return changes.length > 0 ? changes : [{ action: "already set up", path: file }];
}

/** Undoes `installHook`: our entry, the shim and the backup, and the folders of these in which nothing is left. Gives nothing where nothing was. Throws `SetupError`. */
export function uninstallHook(hooks: ClientHooks): Change[] {
  const { file, shim } = hookPaths(hooks);
  const settings = findFile(file);
  const backup = findFile(file + BACKUP_SUFFIX);
  const present = findFile(shim);
  const isOurs = present.text !== undefined && isInstalledShim(present.text);
  const isLastCopy = settings.text === undefined && backup.text !== undefined;

  const changes = carryOut([
    // A shim of the same name that we did not write is someone else's, and so is the entry that names it.
    ...(isOurs || present.text === undefined ? withoutEntry(hooks, backup.text) : []),
    ...(isLastCopy ? [] : [{ file: backup, after: undefined, mode: 0 }]),
    ...(isOurs ? [{ file: present, after: undefined, mode: 0 }] : []),
    ...ownRules(hooks, false),
  ], { folders: foldersOf(hooks) });
  if (isLastCopy) changes.push({ action: "kept", path: backup.path, note: `${file} itself is gone` });
  return changes;
}

function foldersOf({ folder }: ClientHooks): string[] {
  return [...["hooks", "rules", "plugins"].map((name) => `${folder}/${name}`), folder];
}

/** The text of the client's hook file, empty where it is missing. Throws `SetupError`. */
export function hookFileText(hooks: ClientHooks): string {
  return findFile(hookPaths(hooks).file).text ?? "";
}

/** Our entries, as they are installed. Throws `SetupError`. */
export function installedEntries(hooks: ClientHooks): unknown[] {
  const { file, shim } = hookPaths(hooks);
  const text = hookFileText(hooks);
  if (hooks.plugin === undefined) return hookEntries(text, file);
  return text === "" || isForeignPlugin(hooks, text) ? [] : [hooks.entry(shim)];
}

/** Whether a text is somebody else's where our plugin belongs, which says whose it is in its first line. */
function isForeignPlugin({ plugin }: ClientHooks, text: string | undefined): boolean {
  const [mark = ""] = plugin?.split("\n") ?? [];
  return plugin !== undefined && text !== undefined && !text.startsWith(mark);
}

/** The program that the installed hook starts; undefined where there is no hook of ours. Throws `SetupError`. */
export function hookProgram(hooks: ClientHooks): string | undefined {
  const { text } = findFile(hookPaths(hooks).shim);
  return text !== undefined && isInstalledShim(text) ? shimBinary(text) : undefined;
}

/** Writes the file of rules, or takes it away; one of somebody else's stays. */
function ownRules({ rules }: ClientHooks, isWanted: boolean): FileChange[] {
  if (rules === undefined) return [];
  const file = findFile(rules.path);
  const after = isWanted ? OURS + rules.text : undefined;
  return file.text?.startsWith(OURS) === false ? [] : [{ file, after, mode: 0o644 }];
}

function withoutEntry(hooks: ClientHooks, original: string | undefined): FileChange[] {
  const settings = findFile(hookPaths(hooks).file);
  if (settings.text === undefined || isForeignPlugin(hooks, settings.text)) return [];
  if (hooks.plugin !== undefined) return [{ file: settings, after: undefined, mode: 0 }];
  const { found, text } = removeHook(settings.text, original, settings.path, hooks.denied, hooks.events);
  if (!found) return [];
  // A link of the user's must not be left leading nowhere.
  const after = text ?? (settings.isLink ? "{}\n" : undefined);
  const isAsBefore = after !== undefined && after === original;
  const told = { action: "changed", note: "as it was before" } as const;
  return [{ file: settings, after, ...(isAsBefore ? { told } : {}) }];
}

export { SHIM };

const MARK = "# Installed by codex-auto setup";

/** The shim as it is installed: with the program's absolute path. */
export function installedShim(binary: string): string {
  return SHIM.replace("\nbinary=''\n", () => `\n${MARK}.\nbinary=${shellQuote(binary)}\n`);
}

/** Whether a text is a shim that we have installed, of whatever version. */
export function isInstalledShim(text: string): boolean {
  return text.includes(`\n${MARK}`);
}

/** The program that an installed shim starts, for telling people; undefined where it names none. */
export function shimBinary(text: string): string | undefined {
  const quoted = /\nbinary='([^]*?)'\n\n/.exec(text)?.[1];
  return quoted === undefined || quoted === "" ? undefined : quoted.replaceAll(`'\\''`, "'");
}
