import { attempt } from "../settings/attempt.ts";
import { checkOwnFolder, makeOwnFolder, readOwnFile } from "../settings/own_files.ts";
import { standing } from "../settings/small_file.ts";
import { whileLocked } from "../settings/while_locked.ts";
import { writeFileAtomic } from "../settings/write_file.ts";
import { artifactId, type ConversationPlaces } from "./layout.ts";

/** Names a context file to a model or a person; readable in its conversation. */
export interface ContextRef {
  id: string;
  kind: "artifact";
  /** What it holds, in a few words. */
  hint: string;
  byteSize: number;
}

/** One entry of a conversation's `manifest.json`. */
export interface ManifestEntry extends ContextRef {
  /** File name below `artifacts/tool`. */
  file: string;
  /** RFC 3339. */
  createdAt: string;
}

/** Hint of a file whose entry was lost. */
const NO_HINT = "tool output";
/** Bytes of a manifest that are read: hundreds of thousands of entries. */
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

/** Adds an entry, in the place of one with the same id, and drops those whose file is gone. Safe with other writers at the same time. */
export function addEntry(places: ConversationPlaces, entry: ManifestEntry): void {
  makeOwnFolder(places.folder);
  whileLocked(places.folder, () => {
    const entries = [...readEntries(places).filter(({ id }) => id !== entry.id), entry];
    writeFileAtomic(places.manifest, `${JSON.stringify({ version: 1, entries }, null, 2)}\n`);
  });
}

/**
 * The artifacts of a conversation, oldest first. The files are the truth: an entry without its file is left out, and a file without an
 * entry (its writer died in between) is listed with what the file itself tells.
 */
export function readEntries(places: ConversationPlaces): ManifestEntry[] {
  const recorded = recordedEntries(places.manifest);
  return filesIn(places.artifacts).flatMap(({ file, byteSize, modified }): ManifestEntry[] => {
    const id = artifactId(file);
    if (id === undefined) return [];
    const found = {
      id,
      kind: "artifact",
      hint: NO_HINT,
      byteSize,
      file,
      createdAt: modified.toISOString(),
    } as const;
    return [recorded.find((entry) => entry.file === file) ?? found];
  }).sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id));
}

export interface FoundFile {
  file: string;
  byteSize: number;
  modified: Date;
}

/** The regular files in a folder of ours, temporary ones included; none where there is no folder. Throws `NotOurs`. */
export function filesIn(folder: string): FoundFile[] {
  return namesIn(folder).flatMap((file) => {
    const { isFile, size, mtime } = standing(`${folder}/${file}`) ?? { isFile: false, size: 0, mtime: null };
    return isFile ? [{ file, byteSize: size, modified: mtime ?? new Date(0) }] : [];
  });
}

/** Names in a folder of ours, sorted; none where there is no folder. Throws `NotOurs`. */
export function namesIn(folder: string): string[] {
  try {
    return checkOwnFolder(folder) ? Array.from(Deno.readDirSync(folder), ({ name }) => name).sort() : [];
  } catch (error) {
    // Removed meanwhile.
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** What our own file says; of a damaged one nothing: the files themselves are listed. */
function recordedEntries(manifest: string): ManifestEntry[] {
  const text = readOwnFile(manifest, MAX_MANIFEST_BYTES);
  const entries: unknown = attempt(() => JSON.parse(text ?? "{}").entries);
  return Array.isArray(entries) ? entries : [];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
