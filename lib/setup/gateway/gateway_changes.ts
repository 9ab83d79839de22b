import { whileLocked } from "../../settings/while_locked.ts";
import { findFile, isThere, leaveFolder, parentOf, removeIfEmpty } from "../client_file.ts";
import { carryOut, type Change, type FileChange } from "../file_changes.ts";
import type { ClientGateway } from "./client_gateway.ts";

/** What came of a plan. */
export interface Outcome {
  /** Names of servers that come from the original, since the file of servers was gone. */
  recovered: readonly string[];
  changes: Change[];
  /** What is to be different in the client's file and the file of servers. */
  files: FileChange[];
}

/** A change of a file of ours, for its owner alone. */
export function ownChange(path: string, after: string, told: FileChange["told"]): FileChange {
  return { file: findFile(path), after, mode: 0o600, ...(told === undefined ? {} : { told }) };
}

/**
 * The end of all that is ours, with what a killed process has left. The original goes first: without it, what the client's file lacks by then is not missing.
 */
export function ownRemovals({ folder, original, servers }: ClientGateway): FileChange[] {
  const names = isThere(folder) ? Array.from(Deno.readDirSync(folder), ({ name }) => name) : [];
  const broken = names.filter((name) => name.endsWith(".tmp")).map((name) => `${folder}/${name}`);
  return [original, servers, ...broken]
    .map((path) => ({ file: { path, target: path }, after: undefined, mode: 0o600 }));
}

/** Makes the changes of a plan; none in a dry run. */
export function makeChanges(
  { file, servers, folder, folders }: ClientGateway,
  dryRun: boolean,
  all: readonly FileChange[],
): Pick<Outcome, "changes" | "files"> {
  const files = all.filter(({ file: { path, text }, after }) =>
    [file, servers].includes(path) && text !== after
  );
  if (dryRun) return { changes: [], files };
  try {
    if (isThere(folder)) Deno.chmodSync(folder, 0o700);
    return { changes: carryOut(all), files };
  } finally {
    for (const each of folders.toReversed()) removeIfEmpty(each, true);
    removeIfEmpty(parentOf(file));
    const [outermost = ""] = folders;
    if (!isThere(outermost)) leaveFolder(parentOf(outermost));
  }
}

/** Two moves at once could take each other's files for left-overs. */
export function alone<T>({ stable }: ClientGateway, dryRun: boolean, act: () => T): T {
  return dryRun ? act() : whileLocked(stable, act);
}
