import type { ContextRef } from "../../context_files/context_ref.ts";
import { inTime } from "../../settings/in_time.ts";
import { isStrictJson } from "../../settings/strict_json.ts";
import type { Isolate } from "../isolate/isolate.ts";
import type { AnswerRoom } from "./answer_size.ts";
import { cleanText } from "./clean_text.ts";
import { digestOf } from "./digest.ts";
import type { OutputStore, StoredCall } from "./output_store.ts";
import { isShowable } from "./picture.ts";
import type { PendingOutputs } from "./pending_outputs.ts";
import type { Attachment, ReadResult } from "./read_blocks.ts";

/** Beyond these an output is kept as a file. */
const MAX_CHARS = 4000;
const MAX_BYTES = 16 * 1024;

/** UTF-16 units of JSON over many lines that may have few without its blanks. */
const MAX_INDENTED = 10 * MAX_CHARS;

/** What a model is given of an output. */
export interface Presented {
  text: string;
  ref?: ContextRef;
  /** Other parts of the output: pictures, sound, binary resources. */
  attachments: (ContextRef & { mimeType: string })[];
  /** Pictures that the model may look at. */
  images: Attachment[];
  limits: string[];
}

/** UTF-16 units of a text that is parsed to see whether it is JSON. */
const MAX_PARSED = 8_000_000;

/** ms after which the answer is given before a long output has been made safe; it can be read when it is. */
const PATIENCE_MS = 15_000;

/** What outputs are made fit with. */
export interface Presenter {
  store: OutputStore;
  isolate: Isolate;
  pending: PendingOutputs;
  /** When it ends, the answer is given, whatever is ready. */
  signal: AbortSignal;
}

/**
 * Makes an output fit: clean, and whole where it is short. A long one is written as a context file, and its place is taken by what it begins and
 * ends with, its error lines, and how to read on.
 *
 * @param room what is left of the answer.
 */
export async function present(
  call: StoredCall,
  result: ReadResult,
  room: AnswerRoom,
  { store, isolate, pending, signal }: Presenter,
): Promise<Presented> {
  const cleaning = cleanText(result.text, isolate);
  const clean = await inTime(unlessEnded(cleaning, signal), PATIENCE_MS);
  const images = result.attachments.filter(isShowable);
  const kept = result.attachments.map((attachment, at) => keepAttachment(call, attachment, at, store));
  const notes = kept.map(({ note }) => note);
  const attachments = kept.flatMap(({ ref }) => ref === undefined ? [] : [ref]);
  if (clean === undefined) {
    pending.add(call.id, cleaning.then(({ text }) => store.keepText(call, text, looksJson(text))));
    const byteSize = byteLength(result.text);
    const text =
      `Output of ${call.tool}, call ${call.id}: ${byteSize} bytes, still being made safe. context_read {"id":"${call.id}"} waits for it.`;
    const ref = { id: call.id, kind: "artifact" as const, hint: `output of ${call.tool}`, byteSize };
    return { text: [text, ...notes].join("\n"), ref, attachments, images, limits: [] };
  }
  const { text, limits } = clean;
  const rest = { attachments, images, limits };
  const whole = result.isStructured ? withoutBlanks(text) : text;
  if (whole.length <= MAX_CHARS && byteLength(whole) <= MAX_BYTES && room.take(whole)) {
    return { text: [whole, ...notes].filter((part) => part !== "").join("\n"), ...rest };
  }
  const isJson = looksJson(text);
  try {
    const { path: _, ...ref } = store.keepText(call, text, isJson);
    const summary = summaryOf(call, text, isJson, ref);
    const shown = room.take(summary) ? summary : briefOf(text, ref);
    return { text: [shown, ...notes].join("\n"), ref, ...rest };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const lost = `The rest could not be kept: ${error.message.slice(0, 200)}`;
    return { text: [summaryOf(call, text, isJson), lost, ...notes].join("\n"), ...rest };
  }
}

/** The value of a promise; undefined where the signal comes first. What is as good as ready wins over a signal that was there before. */
async function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const ended = Promise.withResolvers<undefined>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    timer = setTimeout(() => ended.resolve(undefined), 0);
  };
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener("abort", end);
    clearTimeout(timer);
  }
}

function summaryOf(call: StoredCall, text: string, isJson: boolean, ref?: ContextRef): string {
  const { lines, head, tail, errorLines, errors } = digestOf(text);
  const size = `${text.length} characters, ${byteLength(text)} bytes, ${lines} lines, ${
    isJson ? "JSON" : "text"
  }`;
  return [
    `Output of ${call.tool}, call ${call.id}: ${size}${
      ref === undefined ? "" : `, kept whole as ${ref.id}`
    }.`,
    "--- head",
    head,
    ...(errors === 0 ? [] : [
      `--- error lines${errors > errorLines.length ? ` (${errorLines.length} of ${errors})` : ""}`,
      ...errorLines,
    ]),
    "--- tail",
    tail,
    "---",
    ...(ref === undefined ? [] : [
      `Read on: context_read {"id":"${ref.id}","offset":${head.length}}, context_grep {"id":"${ref.id}","pattern":"…"}, context_tail {"id":"${ref.id}","lines":100}`,
    ]),
  ].join("\n");
}

/** For an answer that is full. */
function briefOf(text: string, { id }: ContextRef): string {
  return `${text.length} characters, kept whole: this answer is full. context_read {"id":"${id}"}`;
}

function keepAttachment(
  call: StoredCall,
  { data, mimeType }: Attachment,
  at: number,
  store: OutputStore,
): { note: string; ref?: ContextRef & { mimeType: string } } {
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

/** The same JSON as short as it can be; what is long anyway, or is no JSON any more once it is clean, stays as it is. */
function withoutBlanks(text: string): string {
  return text.length <= MAX_INDENTED && isStrictJson(text) ? JSON.stringify(JSON.parse(text)) : text;
}

/** Of a text that would take long to parse the beginning decides. */
function looksJson(text: string): boolean {
  if (!/^\s{0,100}[[{]/.test(text)) return false;
  if (text.length > MAX_PARSED) return /^\s{0,100}(?:\{\s{0,100}"|\[\s{0,100}[{["\d])/.test(text);
  return isStrictJson(text);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
