import { writeFileAtomic } from "../settings/write_file.ts";
import type { World } from "../settings/world.ts";
import type { ContextRef, ManifestEntry } from "./context_ref.ts";
import { contextRoot, conversationPlaces, safeName } from "./layout.ts";
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
  const { dataDir, conversation, toolCallId, text, extension, hint = "tool output" } = artifact;
  const places = conversationPlaces(dataDir, conversation);
  const id = safeName(toolCallId);
  const file = `${id}.${extension}`;
  const path = `${places.artifacts}/${file}`;
  writeFileAtomic(path, text);
  removeIfThere(`${places.artifacts}/${id}.${extension === "json" ? "txt" : "json"}`);
  const byteSize = new TextEncoder().encode(text).length;
  addEntry(
    places,
    { id, kind: "artifact", hint, byteSize, file, createdAt: world.now().toISOString() },
    world,
  );
  prune(dataDir, world, { keep: path, maxLookedAt: MAX_LOOKED_AT });
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

/** A page of a context file; undefined where the conversation has none of that id. */
export function readArtifact(
  dataDir: string,
  conversation: string,
  id: string,
  offset: number,
  limit: number,
): Page | undefined {
  const entry = listArtifacts(dataDir, conversation).find((each) => each.id === safeName(id));
  return entry === undefined ? undefined : pageOf(Deno.readTextFileSync(entry.path), offset, limit);
}
