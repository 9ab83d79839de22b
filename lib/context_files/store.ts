import { checkOwnFile } from "../settings/own_files.ts";
import { writeFileAtomic } from "../settings/write_file.ts";
import type { World } from "../settings/world.ts";
import {
  addEntry,
  type ContextRef,
  contextRoot,
  conversationPlaces,
  extensionOf,
  isTextFile,
  type ManifestEntry,
  namesIn,
  readEntries,
  safeName,
} from "./manifest.ts";
import { prune, removeIfThere } from "./retention.ts";

/** Files that are looked at to prune while a prompt waits; `codex-auto files prune` looks at all. */
const MAX_LOOKED_AT = 5000;

export interface Artifact {
  /** Our own folder below the user's data folder. */
  dataDir: string;
  /** Session of the client, or whatever else binds calls together. */
  conversation: string;
  toolCallId: string;
  /** The whole text, redacted already. */
  text: string;
  extension: "json" | "txt";
  /** What it holds, in a few words. */
  hint?: string;
  /** How long and how much is kept in all. */
  limits?: { ageMs: number; bytes: number };
}

/** What a tool gave that is no text: a picture, sound, a binary file. */
export interface BinaryArtifact extends Omit<Artifact, "text" | "extension"> {
  bytes: Uint8Array;
  mimeType: string;
}

/** A context file as it stands in the list of a conversation. */
export interface StoredArtifact extends ManifestEntry {
  conversation: string;
  path: string;
}

/**
 * Writes a text whole or not at all as a context file (0600), enters it into the conversation's manifest and lets go of what is too old or
 * too much. A second text of the same call replaces the first. Throws what the file system says.
 */
export function writeArtifact(artifact: Artifact, world: World): ContextRef & { path: string } {
  const { text, extension, ...where } = artifact;
  const places = conversationPlaces(artifact.dataDir, artifact.conversation);
  const kept = keep(where, new TextEncoder().encode(text), extension, world);
  removeIfThere(`${places.artifacts}/${kept.id}.${extension === "json" ? "txt" : "json"}`);
  return kept;
}

/** Writes what is no text, as `writeArtifact` does. */
export function writeAttachment(artifact: BinaryArtifact, world: World): ContextRef & { path: string } {
  const { bytes, mimeType, ...where } = artifact;
  return keep(where, bytes, extensionOf(mimeType), world);
}

function keep(
  artifact: Omit<Artifact, "text" | "extension">,
  bytes: Uint8Array,
  extension: string,
  world: World,
): ContextRef & { path: string } {
  const { dataDir, conversation, toolCallId, hint = "tool output", limits } = artifact;
  const places = conversationPlaces(dataDir, conversation);
  const id = safeName(toolCallId);
  const file = `${id}.${extension}`;
  const path = `${places.artifacts}/${file}`;
  writeFileAtomic(path, bytes);
  const byteSize = bytes.length;
  const createdAt = world.now().toISOString();
  addEntry(places, { id, kind: "artifact", hint, byteSize, file, createdAt });
  prune(dataDir, world, {
    keep: path,
    maxLookedAt: MAX_LOOKED_AT,
    ...(limits === undefined ? {} : { limits }),
  });
  return { id, kind: "artifact", hint, byteSize, path };
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

/** A context file of a conversation by its id; undefined where it has none. */
export function findArtifact(dataDir: string, conversation: string, id: string): StoredArtifact | undefined {
  return listArtifacts(dataDir, conversation).find((each) => each.id === safeName(id));
}

/** The whole text of a context file; undefined for one that holds no text. Throws `NotOurs`, or what the file system says. */
export function artifactText({ file, path }: StoredArtifact): string | undefined {
  return isTextFile(file) && checkOwnFile(path) !== undefined ? Deno.readTextFileSync(path) : undefined;
}

/** A piece of a text, counted in UTF-16 units. */
export interface Page {
  text: string;
  offset: number;
  totalChars: number;
  /** Where the next piece begins; absent at the end. */
  nextOffset?: number;
}

/**
 * The piece of a text from `offset`, about `limit` units long and never splitting a surrogate pair: an offset in the middle of one moves
 * to its beginning, an end in the middle of one moves before it, unless nothing would be left. Pages asked for side by side, each at the end
 * that was asked for the one before, meet as well.
 */
export function pageOf(text: string, offset: number, limit: number): Page {
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
