import type { ContextRef } from "../../context_files/context_ref.ts";
import type { Isolate } from "../isolate/isolate.ts";
import { cleanText } from "./clean_text.ts";
import { digestOf } from "./digest.ts";
import type { OutputStore, StoredCall } from "./output_store.ts";
import type { Attachment, ReadResult } from "./read_blocks.ts";

/** Beyond these an output is kept as a file. */
const MAX_CHARS = 4000;
const MAX_BYTES = 16 * 1024;

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

/** Base64 units of a picture that is shown besides being kept. */
const MAX_IMAGE = 2_000_000;

/**
 * Makes an output fit: clean, and whole where it is short. A long one is written as a context file, and its place is taken by what it begins and
 * ends with, its error lines, and how to read on. Throws `AutoToolsError` where it cannot be cleaned.
 *
 * @param room UTF-16 units that are left for a text to stand whole.
 */
export async function present(
  call: StoredCall,
  result: ReadResult,
  room: number,
  store: OutputStore,
  isolate: Isolate,
): Promise<Presented> {
  const { text, limits } = await cleanText(result.text, isolate);
  const images = result.attachments.filter(({ mimeType, data }) =>
    /^image\/(?:png|jpeg|gif|webp)$/.test(mimeType) && data.length <= MAX_IMAGE
  );
  const kept = result.attachments.map((attachment, at) => keepAttachment(call, attachment, at, store));
  const notes = kept.map(({ note }) => note);
  const whole = {
    attachments: kept.flatMap(({ ref }) => ref === undefined ? [] : [ref]),
    images,
    limits,
  };
  const short = text.length <= Math.min(MAX_CHARS, room) && byteLength(text) <= MAX_BYTES;
  if (short) return { text: [text, ...notes].filter((part) => part !== "").join("\n"), ...whole };
  const isJson = looksJson(text);
  try {
    const { path: _, ...ref } = store.keepText(call, text, isJson);
    return { text: [summaryOf(call, text, isJson, ref), ...notes].join("\n"), ref, ...whole };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const lost = `The rest could not be kept: ${error.message.slice(0, 200)}`;
    return { text: [summaryOf(call, text, isJson), lost, ...notes].join("\n"), ...whole };
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

function keepAttachment(
  call: StoredCall,
  { data, mimeType, what }: Attachment,
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
    return { note: `[${what.slice(0, 100)}, ${type}: could not be kept: ${error.message.slice(0, 100)}]` };
  }
}

function looksJson(text: string): boolean {
  if (!/^\s{0,100}[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
