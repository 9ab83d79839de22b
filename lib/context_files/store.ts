import { checkOwnFile } from "../settings/own_files.ts";
import { writeFileAtomic } from "../settings/write_file.ts";
import type { World } from "../settings/world.ts";
import type { ContextRef, ManifestEntry } from "./manifest.ts";
import { addEntry, contextRoot, conversationPlaces, isTextFile } from "./manifest.ts";
import { namesIn, readEntries, safeName } from "./manifest.ts";
import { prune, removeIfThere, type Retention } from "./retention.ts";

/** Files that are looked at to prune while a prompt waits; `codex-auto files prune` looks at all. */
const MAX_LOOKED_AT = 5000;

export interface Artifact {
  dataDir: string;
  /** Session of the client, or whatever else binds calls together. */
  conversation: string;
  toolCallId: string;
  /** The whole text, redacted already, or what is no text: a picture, sound, a binary file. */
  content: string | Uint8Array;
  /** `json` or `txt` for a text, else `extensionOf` its type. */
  extension: string;
  hint: string;
  limits: Retention;
}

export interface StoredArtifact extends ManifestEntry {
  conversation: string;
  path: string;
}

/** Writes an output whole or not at all (0600), enters it into the manifest and lets go of what is too old or too much. A second text of the same call replaces the first. Throws what the file system says. */
export function writeArtifact(
  { dataDir, conversation, toolCallId, content, extension, hint, limits }: Artifact,
  world: World,
): ContextRef & { path: string } {
  const places = conversationPlaces(dataDir, conversation);
  const id = safeName(toolCallId);
  const path = `${places.artifacts}/${id}.${extension}`;
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  writeFileAtomic(path, bytes);
  const ref = { id, kind: "artifact", hint, byteSize: bytes.length } as const;
  addEntry(places, { ...ref, file: `${id}.${extension}`, createdAt: world.now().toISOString() });
  for (const other of ["json", "txt"]) {
    if (other !== extension && isTextFile(path)) removeIfThere(`${places.artifacts}/${id}.${other}`);
  }
  prune(dataDir, world, limits, path, MAX_LOOKED_AT);
  return { ...ref, path };
}

/** The context files of one conversation, or of all, oldest first in each. */
export function listArtifacts(dataDir: string, conversation?: string): StoredArtifact[] {
  const names = conversation === undefined ? namesIn(contextRoot(dataDir)) : [safeName(conversation)];
  return names.flatMap((name) => {
    const places = conversationPlaces(dataDir, name);
    return readEntries(places).map((entry) => ({
      ...entry,
      conversation: name,
      path: `${places.artifacts}/${entry.file}`,
    }));
  });
}

export function findArtifact(dataDir: string, conversation: string, id: string): StoredArtifact | undefined {
  return listArtifacts(dataDir, conversation).find((each) => each.id === safeName(id));
}

/** The whole text of a context file; undefined for one that holds no text. Throws `NotOurs`, or what the file system says. */
export function artifactText({ file, path }: StoredArtifact): string | undefined {
  return isTextFile(file) && checkOwnFile(path) !== undefined ? Deno.readTextFileSync(path) : undefined;
}

/** The piece of a text from `offset`, about `limit` UTF-16 units long, that splits no surrogate pair. Pages asked for side by side, each at the end asked for the one before, meet as well. `nextOffset`: absent at the end. */
export function pageOf(text: string, offset: number, limit: number) {
  const totalChars = text.length;
  const wanted = Math.min(Math.max(0, Math.trunc(offset)), totalChars);
  const start = splitsPair(text, wanted) ? wanted - 1 : wanted;
  let end = Math.min(totalChars, wanted + Math.max(1, Math.trunc(limit)));
  if (splitsPair(text, end)) end = end - 1 > start ? end - 1 : end + 1;
  return {
    text: text.slice(start, end),
    offset: start,
    totalChars,
    ...(end < totalChars ? { nextOffset: end } : {}),
  };
}

function splitsPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF]$/.test(text.charAt(at - 1)) && /^[\uDC00-\uDFFF]$/.test(text.charAt(at));
}
