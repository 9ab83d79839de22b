import type { ContextRef } from "../../context_files/manifest.ts";
import { inTime } from "../../settings/in_time.ts";
import { isStrictJson } from "../../settings/strict_json.ts";
import type { Isolate } from "../isolate/isolate.ts";
import type { AnswerRoom } from "./answer_size.ts";
import { type Attachment, type AttachmentRef, isShowable, keepAttachments } from "./attachments.ts";
import { type CleanText, cleanText } from "./clean_text.ts";
import type { OutputStore, StoredCall } from "./output_store.ts";
import type { ReadResult } from "./read_result.ts";
import { byteLength, summaryText } from "./summary_text.ts";

/** Beyond these an output is kept as a file. */
const MAX_CHARS = 4000;
const MAX_BYTES = 16 * 1024;
/** UTF-16 units of JSON over many lines that may have few without its blanks. */
const MAX_INDENTED = 10 * MAX_CHARS;
/** UTF-16 units of a text that is parsed to see whether it is JSON. */
const MAX_PARSED = 8_000_000;
/** ms after which the answer is given before a long output has been made safe; it can be read when it is. */
const PATIENCE_MS = 15_000;

/** What a model is given of an output. */
export interface Presented {
  text: string;
  ref?: ContextRef;
  /** Other parts of the output: pictures, sound, binary resources. */
  attachments: AttachmentRef[];
  /** Pictures that the model may look at. */
  images: Attachment[];
  limits: string[];
}

/** Outputs that are still being made safe after their batch has ended, by id: why one could not be kept, empty where it was. */
export type PendingOutputs = Map<string, Promise<string>>;

/** What outputs are made fit with. */
export interface Presenter {
  /** What is left of the answer. */
  room: AnswerRoom;
  store: OutputStore;
  isolate: Isolate;
  pending: PendingOutputs;
  /** When it ends, the answer is given, whatever is ready. */
  signal: AbortSignal;
}

type TextPart = Pick<Presented, "text" | "ref" | "limits">;

/** Makes an output fit: clean, and whole where it is short. A long one is written as a context file, and a summary takes its place. */
export async function present(
  call: StoredCall,
  result: ReadResult,
  presenter: Presenter,
): Promise<Presented> {
  const cleaning = cleanText(result.text, presenter.isolate);
  const clean = await inTime(unlessEnded(cleaning, presenter.signal), PATIENCE_MS);
  const main = clean === undefined
    ? promised(call, result.text, cleaning, presenter)
    : textPart(call, clean, result.isStructured, presenter);
  const { notes, refs, limits } = keepAttachments(call, result.attachments, presenter.room, presenter.store);
  return {
    ...main,
    text: [main.text, ...notes].filter((part) => part !== "").join("\n"),
    attachments: refs,
    images: result.attachments.filter(isShowable),
    limits: [...main.limits, ...limits],
  };
}

/** For a text that is not clean yet: it is kept when it is. */
function promised(
  call: StoredCall,
  text: string,
  cleaning: Promise<CleanText>,
  { store, pending }: Presenter,
): TextPart {
  const kept = cleaning.then(({ text: clean }) => {
    store.keepText(call, clean, looksJson(clean));
    pending.delete(call.id);
    return "";
  });
  pending.set(call.id, kept.catch((error) => error instanceof Error ? error.message : String(error)));
  const byteSize = byteLength(text);
  return {
    text:
      `Output of ${call.tool}, call ${call.id}: ${byteSize} bytes, still being made safe. context_read {"id":"${call.id}"} waits for it.`,
    ref: { id: call.id, kind: "artifact", hint: `output of ${call.tool}`, byteSize },
    limits: [],
  };
}

function textPart(
  call: StoredCall,
  { text, limits }: CleanText,
  isStructured: boolean,
  { room, store }: Presenter,
): TextPart {
  const whole = isStructured ? withoutBlanks(text) : text;
  if (whole.length <= MAX_CHARS && byteLength(whole) <= MAX_BYTES && room.take(whole)) {
    return { text: whole, limits };
  }
  const isJson = looksJson(text);
  try {
    const { path: _, ...ref } = store.keepText(call, text, isJson);
    const summary = summaryText(call, text, isJson, ref);
    const brief =
      `${text.length} characters, kept whole: this answer is full. context_read {"id":"${ref.id}"}`;
    return { text: room.take(summary) ? summary : brief, ref, limits };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const lost = `The rest could not be kept: ${error.message.slice(0, 200)}`;
    return { text: `${summaryText(call, text, isJson)}\n${lost}`, limits };
  }
}

/** The value of a promise; undefined where the signal comes first. What is as good as ready wins over a signal that was there before. */
async function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const ended = Promise.withResolvers<undefined>();
  const end = () => setTimeout(ended.resolve, 0);
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/** The same JSON as short as it can be; what is long anyway, or is no JSON any more once it is clean, stays as it is. */
function withoutBlanks(text: string): string {
  return text.length <= MAX_INDENTED && isStrictJson(text) ? JSON.stringify(JSON.parse(text)) : text;
}

/** Of a text that would take long to parse the beginning decides. */
function looksJson(text: string): boolean {
  if (text.length > MAX_PARSED) return /^\s{0,100}(?:\{\s{0,100}"|\[\s{0,100}[{["\d])/.test(text);
  return /^\s{0,100}[[{]/.test(text) && isStrictJson(text);
}
