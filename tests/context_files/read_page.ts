import { artifactText, findArtifact, pageOf } from "../../lib/context_files/store.ts";

/** A page of a context file; undefined where the conversation has none of that id, or it holds no text. */
export function readPage(
  dataDir: string,
  conversation: string,
  id: string,
  offset: number,
  limit: number,
) {
  const entry = findArtifact(dataDir, conversation, id);
  const text = entry && artifactText(entry);
  return text === undefined ? undefined : pageOf(text, offset, limit);
}
