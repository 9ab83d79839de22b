import type { ContextRef } from "../../context_files/manifest.ts";
import { fenced } from "../../guard/injection/fence.ts";
import { headOfAnswer, tailOfAnswer } from "./answer_size.ts";
import type { StoredCall } from "./output_store.ts";

/** Lines, and bytes, of the beginning and of the end of a text that are shown. */
const MAX_LINES = 40;
const MAX_BYTES = 2048;
const MAX_ERROR_LINES = 10;
/** Bytes of an error line that are shown. */
const MAX_ERROR_LINE = 200;
/** In a longer line the word proves nothing: it is data, or a whole page in one line. */
const MAX_LINE = 2000;
const ERROR = /error|fail|exception|panic|fatal|traceback|错误|失败|异常/i;

/** What stands for a long output: its size, what it begins and ends with, its first error lines, and how to read on where it was kept. */
export function summaryText(call: StoredCall, text: string, isJson: boolean, ref?: ContextRef): string {
  const lines = text.replace(/\n$/, "").split("\n");
  const errors = lines.flatMap((line, at) =>
    line.length <= MAX_LINE && ERROR.test(line) ? [`${at + 1}: ${line.trim()}`] : []
  );
  const shown = errors.slice(0, MAX_ERROR_LINES).map((line) => headOfAnswer(line, MAX_ERROR_LINE));
  const more = errors.length > shown.length ? ` (${shown.length} of ${errors.length})` : "";
  const head = headOfAnswer(lines.slice(0, MAX_LINES).join("\n"), MAX_BYTES);
  const quoted = [
    "--- head",
    head,
    ...(errors.length === 0 ? [] : [`--- error lines${more}`, ...shown]),
    "--- tail",
    tailOfAnswer(lines.slice(-MAX_LINES).join("\n"), MAX_BYTES),
  ].join("\n");
  const size = `${text.length} characters, ${byteLength(text)} bytes, ${lines.length} lines, ${
    isJson ? "JSON" : "text"
  }`;
  // The id was drawn after the output was there, so the output cannot end the fence.
  const body = fenced(quoted, "tool-output", call.id);
  if (ref === undefined) return `Output of ${call.tool}, call ${call.id}: ${size}.\n${body}`;
  const id = `"id":"${ref.id}"`;
  return [
    `Output of ${call.tool}, call ${call.id}: ${size}, kept whole as ${ref.id}.`,
    body,
    `Read on: context_read {${id},"offset":${head.length}}, context_grep {${id},"pattern":"…"}, context_tail {${id},"lines":100}`,
  ].join("\n");
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
