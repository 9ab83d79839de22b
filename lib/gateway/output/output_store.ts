import type { ContextRef } from "../../context_files/context_ref.ts";
import { writeArtifact, writeAttachment } from "../../context_files/store.ts";
import type { World } from "../../settings/world.ts";

/** Where the outputs of a conversation are kept. */
export interface OutputStore {
  conversation: string;
  /** Throws what the file system says. */
  keepText(call: StoredCall, text: string, isJson: boolean): ContextRef & { path: string };
  keepBytes(call: StoredCall, bytes: Uint8Array, mimeType: string): ContextRef & { path: string };
}

export interface StoredCall {
  /** Becomes the file's name. */
  id: string;
  /** The tool, for the hint. */
  tool: string;
}

/** Undefined folder: nothing can be kept, and every try says so. */
export function outputStore(
  dataDir: string | undefined,
  conversation: string,
  limits: { ageMs: number; bytes: number },
  world: World,
): OutputStore {
  function folder(): string {
    if (dataDir !== undefined) return dataDir;
    throw new TypeError("neither XDG_DATA_HOME nor HOME is set");
  }
  const of = ({ id, tool }: StoredCall) => ({
    dataDir: folder(),
    conversation,
    toolCallId: id,
    hint: `output of ${tool}`,
    limits,
  });
  return {
    conversation,
    keepText: (call, text, isJson) =>
      writeArtifact({ ...of(call), text, extension: isJson ? "json" : "txt" }, world),
    keepBytes: (call, bytes, mimeType) => writeAttachment({ ...of(call), bytes, mimeType }, world),
  };
}
