import type { ContextRef } from "../../context_files/context_ref.ts";
import { fenced } from "../../guard/injection/fence.ts";
import { inTime } from "../../settings/in_time.ts";
import { isStrictJson } from "../../settings/strict_json.ts";
import type { Isolate } from "../isolate/isolate.ts";
import type { AnswerRoom } from "./answer_size.ts";
import { type CleanText, cleanText } from "./clean_text.ts";
import { digestOf } from "./digest.ts";
import { type AttachmentRef, keepAttachments } from "./keep_attachments.ts";
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
  attachments: AttachmentRef[];
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
  const main = clean === undefined
    ? promised(call, result.text, cleaning, store, pending)
    : { ...textPart(call, clean.text, result.isStructured, room, store), limits: clean.limits };
  const { notes, refs, limits } = keepAttachments(call, result.attachments, room, store);
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
  store: OutputStore,
  pending: PendingOutputs,
): Pick<Presented, "text" | "ref" | "limits"> {
  pending.add(call.id, cleaning.then((clean) => store.keepText(call, clean.text, looksJson(clean.text))));
  const byteSize = byteLength(text);
  const says =
    `Output of ${call.tool}, call ${call.id}: ${byteSize} bytes, still being made safe. context_read {"id":"${call.id}"} waits for it.`;
  const ref = { id: call.id, kind: "artifact" as const, hint: `output of ${call.tool}`, byteSize };
  return { text: says, ref, limits: [] };
}

function textPart(
  call: StoredCall,
  text: string,
  isStructured: boolean,
  room: AnswerRoom,
  store: OutputStore,
): Pick<Presented, "text" | "ref"> {
  const whole = isStructured ? withoutBlanks(text) : text;
  if (whole.length <= MAX_CHARS && byteLength(whole) <= MAX_BYTES && room.take(whole)) return { text: whole };
  const isJson = looksJson(text);
  try {
    const { path: _, ...ref } = store.keepText(call, text, isJson);
    const summary = summaryOf(call, text, isJson, ref);
    return { text: room.take(summary) ? summary : briefOf(text, ref), ref };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const lost = `The rest could not be kept: ${error.message.slice(0, 200)}`;
    return { text: [summaryOf(call, text, isJson), lost].join("\n") };
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
  const quoted = [
    "--- head",
    head,
    ...(errors === 0 ? [] : [
      `--- error lines${errors > errorLines.length ? ` (${errorLines.length} of ${errors})` : ""}`,
      ...errorLines,
    ]),
    "--- tail",
    tail,
  ];
  return [
    `Output of ${call.tool}, call ${call.id}: ${size}${
      ref === undefined ? "" : `, kept whole as ${ref.id}`
    }.`,
    // The id was drawn after the output was there.
    fenced(quoted.join("\n"), "tool-output", call.id),
    ...(ref === undefined ? [] : [
      `Read on: context_read {"id":"${ref.id}","offset":${head.length}}, context_grep {"id":"${ref.id}","pattern":"…"}, context_tail {"id":"${ref.id}","lines":100}`,
    ]),
  ].join("\n");
}

/** For an answer that is full. */
function briefOf(text: string, { id }: ContextRef): string {
  return `${text.length} characters, kept whole: this answer is full. context_read {"id":"${id}"}`;
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
