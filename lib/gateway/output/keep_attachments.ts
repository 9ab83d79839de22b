import type { ContextRef } from "../../context_files/context_ref.ts";
import type { AnswerRoom } from "./answer_size.ts";
import type { OutputStore, StoredCall } from "./output_store.ts";
import type { Attachment } from "./read_blocks.ts";

/** Parts of one output that are kept: each is a file, and takes a moment in which nobody else has a turn. */
const MAX_KEPT = 100;

export type AttachmentRef = ContextRef & { mimeType: string };

export interface KeptAttachments {
  /** A line for each that has room in the answer, and one for all that have none. */
  notes: string[];
  refs: AttachmentRef[];
  /** What was not kept, in the words of [Limits]. */
  limits: string[];
}

/** Writes the parts of an output that are no text, and names as many as the answer has room for. */
export function keepAttachments(
  call: StoredCall,
  attachments: readonly Attachment[],
  room: AnswerRoom,
  store: OutputStore,
): KeptAttachments {
  const kept = attachments.slice(0, MAX_KEPT).map((attachment, at) => keep(call, attachment, at, store));
  const named = kept.filter(({ note, ref }) => room.take(`${note}${JSON.stringify(ref ?? {})}`));
  const unnamed = kept.length - named.length;
  const left = attachments.length - kept.length;
  return {
    notes: [
      ...named.map(({ note }) => note),
      ...(unnamed > 0 ? [`[${unnamed} more: this answer is full; context_list names what was kept]`] : []),
    ],
    refs: named.flatMap(({ ref }) => ref === undefined ? [] : [ref]),
    limits: left > 0 ? [`${left} parts left out: of one output ${MAX_KEPT} are kept`] : [],
  };
}

function keep(
  call: StoredCall,
  { data, mimeType }: Attachment,
  at: number,
  store: OutputStore,
): { note: string; ref?: AttachmentRef } {
  const type = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mimeType) ? mimeType : "application/octet-stream";
  try {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const { path, ...ref } = store.keepBytes({ ...call, id: `${call.id}-${at + 1}` }, bytes, type);
    return { note: `[${type}, ${ref.byteSize} bytes: ${path}]`, ref: { ...ref, mimeType: type } };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { note: `[${type}: could not be kept: ${error.message.slice(0, 100)}]` };
  }
}
