import { checkOwnFile } from "../settings/own_files.ts";
import { writeFileAtomic } from "../settings/write_file.ts";
import type { World } from "../settings/world.ts";
import type { ContextRef, ManifestEntry } from "./context_ref.ts";
import { contextRoot, conversationPlaces, extensionOf, isTextFile, safeName } from "./layout.ts";
import { addEntry, namesIn, readEntries } from "./manifest.ts";
import { type Page, pageOf } from "./page.ts";
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
  addEntry(
    places,
    { id, kind: "artifact", hint, byteSize, file, createdAt: world.now().toISOString() },
    world,
  );
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

/** A page of a context file; undefined where the conversation has none of that id, or it holds no text. */
export function readArtifact(
  dataDir: string,
  conversation: string,
  id: string,
  offset: number,
  limit: number,
): Page | undefined {
  const entry = findArtifact(dataDir, conversation, id);
  const text = entry === undefined ? undefined : artifactText(entry);
  return text === undefined ? undefined : pageOf(text, offset, limit);
}
