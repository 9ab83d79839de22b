import { createHash } from "node:crypto";

const SAFE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
/** File name endings of what is no text. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "application/pdf": "pdf",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
};

/** Where the context files of one conversation are. */
export interface ConversationPlaces {
  folder: string;
  artifacts: string;
  manifest: string;
}

/** Folder of all conversations. `dataDir` is our own folder below the user's data folder. */
export function contextRoot(dataDir: string): string {
  return `${dataDir}/context`;
}

export function conversationPlaces(dataDir: string, conversation: string): ConversationPlaces {
  const folder = `${contextRoot(dataDir)}/${safeName(conversation)}`;
  return {
    folder,
    artifacts: `${folder}/artifacts/tool`,
    manifest: `${folder}/manifest.json`,
  };
}

/** An id as a file name: itself where it is a harmless name, else a hash of it, so that no id can name another place. */
export function safeName(id: string): string {
  return SAFE_NAME.test(id) ? id : `h-${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;
}

/** The ending that a file of this media type has. */
export function extensionOf(mimeType: string): string {
  return EXTENSIONS[mimeType] ?? "bin";
}

/** Whether an artifact's file holds text that can be paged through. */
export function isTextFile(file: string): boolean {
  return /\.(?:json|txt)$/.test(file);
}
