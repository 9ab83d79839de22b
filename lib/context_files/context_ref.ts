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
