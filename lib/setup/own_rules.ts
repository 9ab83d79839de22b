import type { Change } from "./file_changes.ts";
import { findFile, makeFolders, removeEmptyFolders, removeFile, writeOwn } from "./replace_file.ts";

/** A file of rules that is all ours, in a folder of the client's. */
export interface OwnRules {
  folder: string;
  fileName: string;
  text: string;
}

/** Stands at the top of a file that we have written. */
const OURS = "# Written by codex-auto setup, and taken away by codex-auto setup remove.\n";
/** Stands below it where the folder was made for it. */
const FOLDER_TOO = "# So is this folder.\n";

/** Writes the file where it is not there, or is ours and another; one of somebody else's stays. Throws `SetupError`. */
export function installRules({ folder, fileName, text }: OwnRules): Change[] {
  const file = findFile(`${folder}/${fileName}`);
  const isThere = file.kind === "found";
  if (isThere && (!file.text.startsWith(OURS) || file.text.endsWith(text))) return [];
  const made = makeFolders(folder);
  const madeBefore = isThere && file.text.startsWith(OURS + FOLDER_TOO);
  writeOwn(file.path, OURS + (made.length > 0 || madeBefore ? FOLDER_TOO : "") + text, 0o644);
  return [...made.map((path): Change => ({ action: "made", path })), { action: "wrote", path: file.path }];
}

/** Undoes `installRules`. Throws `SetupError`. */
export function removeRules({ folder, fileName }: OwnRules): Change[] {
  const file = findFile(`${folder}/${fileName}`);
  if (file.kind === "missing" || !file.text.startsWith(OURS)) return [];
  removeFile(file.path);
  const folders = file.text.startsWith(OURS + FOLDER_TOO) ? removeEmptyFolders([folder]) : [];
  return [file.path, ...folders].map((path): Change => ({ action: "removed", path }));
}
