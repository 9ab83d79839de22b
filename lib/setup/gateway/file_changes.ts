import type { Change } from "../change.ts";
import {
  findFile,
  isThere,
  makeFolders,
  removeEmptyFolders,
  removeFile,
  replaceFile,
  requireWritable,
  writeOwn,
} from "../replace_file.ts";
import { SetupError } from "../setup_error.ts";
import type { ClientGateway } from "./client_gateway.ts";
import { type Found, wholeText } from "./kept.ts";
import { MAX_CLIENT_BYTES } from "./move_rules.ts";

/** A text that is, or would be, replaced by another; undefined where there is no file. */
export interface FileChange {
  path: string;
  before: string | undefined;
  after: string | undefined;
  /** What is told of it, where that is more than what happens. */
  told?: Pick<Change, "action" | "note">;
}

/** Makes the changes, one after another; where the client's file cannot be written, those before it are taken back. */
export function carryOut(
  gateway: ClientGateway,
  { client }: Found,
  all: readonly FileChange[],
  dryRun: boolean,
): { changes: Change[]; files: FileChange[] } {
  const { file, folder, folders, record, servers } = gateway;
  const files = all.filter(({ before, after }) => before !== after);
  const shown = files.filter(({ path }) => path === file || path === servers);
  if (dryRun) return { changes: [], files: shown };
  if (files.some(({ path }) => path === file)) requireWritable(client);
  const made = files.some(({ path, after }) => path !== file && after !== undefined)
    ? makeFolders(folder)
    : [];
  if (isThere(folder)) Deno.chmodSync(folder, 0o700);
  const done: FileChange[] = [];
  try {
    for (const change of files) {
      const { path, after } = change;
      if (after === undefined) removeFile(path);
      else if (path === file) replaceFile(client, after);
      else writeOwn(path, after, 0o600);
      done.unshift(change);
    }
  } catch (error) {
    for (const { path, before } of done.some(({ path }) => path === file) ? [] : done) {
      if (before === undefined) removeFile(path);
      else writeOwn(path, before, 0o600);
    }
    removeEmptyFolders(made);
    throw error;
  }
  removeEmptyFolders(folders);
  const told = files.filter(({ path, after }) => path !== record || after === undefined);
  return { files: shown, changes: told.map(changeOf) };
}

function changeOf({ path, before, after, told }: FileChange): Change {
  const action = after === undefined ? "removed" : before === undefined ? "wrote" : "changed";
  return { action, path, ...told };
}

/** A file of ours as it is, damaged or not; undefined where it is missing, or cannot be read at all. */
export function readOwn(path: string): string | undefined {
  try {
    return wholeText(findFile(path, MAX_CLIENT_BYTES));
  } catch (error) {
    if (error instanceof SetupError) return undefined;
    throw error;
  }
}
