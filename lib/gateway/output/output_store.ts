import type { ContextRef } from "../../context_files/manifest.ts";
import { writeArtifact, writeAttachment } from "../../context_files/store.ts";
import type { World } from "../../settings/world.ts";

type Kept = ContextRef & { path: string };

/** Where the outputs of a conversation are kept. Throws what the file system says. */
export interface OutputStore {
  keepText(call: StoredCall, text: string, isJson: boolean): Kept;
  keepBytes(call: StoredCall, bytes: Uint8Array, mimeType: string): Kept;
}

export interface StoredCall {
  /** Becomes the file's name. */
  id: string;
  tool: string;
}

/** What it needs of a gateway. Without a folder every try to keep something says so. */
interface Keeping {
  dataDir: string | undefined;
  retention: { ageMs: number; bytes: number };
  world: World;
}

export function outputStore({ dataDir, retention, world }: Keeping, conversation: string): OutputStore {
  function placeOf({ id, tool }: StoredCall) {
    if (dataDir === undefined) throw new TypeError("neither XDG_DATA_HOME nor HOME is set");
    return { dataDir, conversation, toolCallId: id, hint: `output of ${tool}`, limits: retention };
  }
  return {
    keepText: (call, text, isJson) =>
      writeArtifact({ ...placeOf(call), text, extension: isJson ? "json" : "txt" }, world),
    keepBytes: (call, bytes, mimeType) => writeAttachment({ ...placeOf(call), bytes, mimeType }, world),
  };
}
