import type { ContextRef } from "../../context_files/manifest.ts";
import { writeArtifact, writeAttachment } from "../../context_files/store.ts";
import type { Gateway } from "../gateway.ts";

export interface StoredCall {
  /** Becomes the file's name. */
  id: string;
  tool: string;
}

/** Where the outputs of a conversation are kept. Throws what the file system says. */
export interface OutputStore {
  keepText(call: StoredCall, text: string, isJson: boolean): ContextRef & { path: string };
  keepBytes(call: StoredCall, bytes: Uint8Array, mimeType: string): ContextRef & { path: string };
}

/** Without a folder every try to keep something says so. */
export function outputStore(
  { dataDir, retention, world }: Pick<Gateway, "dataDir" | "retention" | "world">,
  conversation: string,
): OutputStore {
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
