import { attempt } from "../settings/attempt.ts";
import { sha256Hex } from "../settings/sha256.ts";
import { checkOwnFolder, makeOwnFolder, readOwnFile } from "../settings/own_files.ts";
import { whileLocked } from "../settings/while_locked.ts";
import { writeFileAtomic } from "../settings/write_file.ts";

const SAFE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const TYPE = /^\w+\/(png|jpeg|gif|webp|svg|pdf|mpeg|wav)\b/;

export type ConversationPlaces = ReturnType<typeof conversationPlaces>;

/** Folder of all conversations. `dataDir` is our own folder below the user's data folder. */
export function contextRoot(dataDir: string): string {
  return `${dataDir}/context`;
}

export function conversationPlaces(dataDir: string, conversation: string) {
  const folder = `${contextRoot(dataDir)}/${safeName(conversation)}`;
  return { folder, artifacts: `${folder}/artifacts/tool`, manifest: `${folder}/manifest.json` };
}

/** An id as a file name: itself where it is a harmless name, else a hash of it, so that no id can name another place. */
export function safeName(id: string): string {
  return SAFE_NAME.test(id) ? id : `h-${sha256Hex(id).slice(0, 32)}`;
}

export function extensionOf(mimeType: string): string {
  return TYPE.exec(mimeType)?.[1] ?? "bin";
}

export function isTextFile(file: string): boolean {
  return /\.(?:json|txt)$/.test(file);
}

/** Names a context file to a model or a person; readable in its conversation. */
export interface ContextRef {
  id: string;
  kind: "artifact";
  /** What it holds, in a few words. */
  hint: string;
  byteSize: number;
}

export interface ManifestEntry extends ContextRef {
  /** File name below `artifacts/tool`. */
  file: string;
  /** RFC 3339. */
  createdAt: string;
}

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

/** The artifacts of a conversation whose files are still there, oldest first. Throws `NotOurs`. */
export function readEntries(places: ConversationPlaces): ManifestEntry[] {
  const text = readOwnFile(places.manifest, MAX_MANIFEST_BYTES);
  // A manifest is written whole: only a stranger's can be damaged, and that names nothing.
  const entries: unknown = attempt(() => JSON.parse(text ?? "{}").entries);
  const files = new Set(namesIn(places.artifacts));
  return Array.isArray(entries) ? entries.filter((entry) => files.has(entry?.file)) : [];
}

/** Names in a folder of ours, sorted; none where there is no folder. Throws `NotOurs`. */
export function namesIn(folder: string): string[] {
  if (!checkOwnFolder(folder)) return [];
  // One that is removed meanwhile has none either.
  return attempt(
    () => Array.from(Deno.readDirSync(folder), ({ name }) => name).sort(),
    Deno.errors.NotFound,
  ) ?? [];
}
