import { type ContextRef, extensionOf } from "../../context_files/manifest.ts";
import { writeArtifact } from "../../context_files/store.ts";
import { recover } from "../../settings/attempt.ts";
import { type Attachment, bytesOf } from "../../tools/mcp_result.ts";
import type { Gateway } from "../gateway.ts";
import type { AnswerRoom } from "./answer_size.ts";

export type AttachmentRef = ContextRef & { mimeType: string };

/** Parts of one output that are kept: each is a file, and takes a moment in which nobody else has a turn. */
const MAX_KEPT = 100;
/** Base64 units of a picture that a model is shown besides its being kept. */
const MAX_IMAGE = 2_000_000;

const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  "image/png": /^\x89PNG\r\n/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/gif": /^GIF8[79]a/,
  "image/webp": /^RIFF[^]{4}WEBP/,
};

export interface StoredCall {
  /** Becomes the file's name. */
  id: string;
  tool: string;
}

/** The conversation that an output is of, and what its answer has room for. */
export interface Presenter {
  gateway: Pick<Gateway, "dataDir" | "isolate" | "world"> & {
    settings: Pick<Gateway["settings"], "retention">;
  };
  /** When its signal ends, the answer is given, whatever is ready. */
  client: { conversation: string; signal: AbortSignal };
  room: AnswerRoom;
  /** Of a text that is given whole; UTF-16 units and bytes. */
  most?: { chars: number; bytes: number };
}

/** Throws what the file system says. */
export function keepOutput(
  { id, tool }: StoredCall,
  content: string | Uint8Array<ArrayBuffer>,
  extension: string,
  { gateway: { dataDir, settings: { retention: limits }, world }, client: { conversation } }: Presenter,
) {
  if (dataDir === undefined) throw new TypeError("neither XDG_DATA_HOME nor HOME is set");
  const artifact = { dataDir, conversation, toolCallId: id, hint: `output of ${tool}`, limits };
  return writeArtifact({ ...artifact, content, extension }, world);
}

/** Writes the parts of an output that are no text, and names as many as the answer has room for. */
export function keepAttachments(call: StoredCall, attachments: readonly Attachment[], presenter: Presenter) {
  const kept = attachments.slice(0, MAX_KEPT).map((each, at) =>
    keep({ ...call, id: `${call.id}-${at + 1}` }, each, presenter)
  );
  const named = kept.filter(({ note, ref }) => presenter.room.take(`${note}${JSON.stringify(ref ?? {})}`));
  const notes = named.map(({ note }) => note);
  const [unnamed, left] = [kept.length - named.length, attachments.length - kept.length];
  if (unnamed > 0) notes.push(`[${unnamed} more: this answer is full; context_list names what was kept]`);
  return {
    notes,
    refs: named.flatMap(({ ref }) => ref ?? []),
    limits: left > 0 ? [`${left} parts left out: of one output ${MAX_KEPT} are kept`] : [],
  };
}

function keep(
  call: StoredCall,
  { data, mimeType }: Attachment,
  presenter: Presenter,
): { note: string; ref?: AttachmentRef } {
  const type = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mimeType) ? mimeType : "application/octet-stream";
  return recover(
    () => {
      const { path, ...ref } = keepOutput(call, bytesOf(data), extensionOf(type), presenter);
      return { note: `[${type}, ${ref.byteSize} bytes: ${path}]`, ref: { ...ref, mimeType: type } };
    },
    Error,
    ({ message }) => ({ note: `[${type}: could not be kept: ${message.slice(0, 100)}]` }),
  );
}

/** Whether an attachment is a picture that a model can look at. One that is not what it says would make the model's API refuse the whole conversation. */
export function isShowable({ mimeType, data }: Attachment): boolean {
  const beginning = Object.hasOwn(BEGINNINGS, mimeType) ? BEGINNINGS[mimeType] : undefined;
  return data.length <= MAX_IMAGE && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data) &&
    beginning?.test(atob(data.slice(0, 32))) === true;
}
