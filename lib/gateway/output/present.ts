import type { ContextRef } from "../../context_files/manifest.ts";
import { fenced } from "../../guard/injection/fence.ts";
import { recover } from "../../settings/attempt.ts";
import { isStrictJson } from "../../settings/json.ts";
import type { ReadResult } from "../../tools/mcp_result.ts";
import { byteLength, headOfAnswer, MAX_BYTES, MAX_CHARS, tailOfAnswer } from "./answer_size.ts";
import { cleanText } from "./clean_text.ts";
import { isShowable, keepAttachments, keepOutput, type Presenter, type StoredCall } from "./kept_output.ts";

/** UTF-16 units of a text that is parsed to see whether it is JSON. */
const MAX_PARSED = 8_000_000;

/** Lines, and bytes, of the beginning and of the end of a long text that are shown. */
const SHOWN_LINES = 40;
const SHOWN_BYTES = 2048;
/** Error lines that are shown, and bytes of each. */
const MAX_ERRORS = 10;
const MAX_ERROR_LINE = 200;
/** In a longer line the word proves nothing: it is data, or a whole page in one line. */
const MAX_LINE = 2000;
const ERROR = /error|fail|exception|panic|fatal|traceback|错误|失败|异常/i;

/** An output whose limits have no place beside it. */
export function withLimits({ text, limits }: { text: string; limits: string[] }): string {
  return [text, ...limits.map((limit) => `[Limits] ${limit.replace("[Limits] ", "")}`)].join("\n");
}

/** Makes an output fit: clean, and whole where it is short. A long one is written as a context file, and a summary takes its place. */
export async function present(call: StoredCall, result: ReadResult, presenter: Presenter) {
  const clean = await cleanText(result.text, presenter.gateway.isolate, presenter.client.signal);
  const { text, ...ref } = textPart(call, clean.text, presenter);
  const { notes, refs, limits } = keepAttachments(call, result.attachments, presenter);
  return {
    ...ref,
    text: [text, ...notes].filter((part) => part !== "").join("\n"),
    attachments: refs,
    images: result.attachments.filter(isShowable),
    limits: [...clean.limits, ...limits],
  };
}

function textPart(call: StoredCall, text: string, presenter: Presenter): { text: string; ref?: ContextRef } {
  const { room, most = { chars: MAX_CHARS, bytes: MAX_BYTES } } = presenter;
  if (text.length <= most.chars && byteLength(text) <= most.bytes && room.take(text)) return { text };
  // Of a text that would take long to parse the beginning decides.
  const isJson = /^\s{0,100}[[{]/.test(text) && (text.length > MAX_PARSED || isStrictJson(text));
  const kept = () => {
    const { path: _, ...ref } = keepOutput(call, text, isJson ? "json" : "txt", presenter);
    const summary = summaryText(call, text, isJson, ref);
    const brief =
      `${text.length} characters, kept whole: this answer is full. context_read {"id":"${ref.id}"}`;
    return { text: room.take(summary) ? summary : brief, ref };
  };
  return recover(kept, Error, ({ message }) => ({
    text: `${summaryText(call, text, isJson)}\nThe rest could not be kept: ${message.slice(0, 200)}`,
  }));
}

/** What stands for a long output: its size, what it begins and ends with, its first error lines, and how to read on where it was kept. */
function summaryText(call: StoredCall, text: string, isJson: boolean, ref?: ContextRef): string {
  const lines = text.replace(/\n$/, "").split("\n");
  const errors = lines.flatMap((line, at) =>
    line.length <= MAX_LINE && ERROR.test(line) ? [`${at + 1}: ${line.trim()}`] : []
  );
  const shown = errors.slice(0, MAX_ERRORS).map((line) => headOfAnswer(line, MAX_ERROR_LINE));
  const more = errors.length > shown.length ? ` (${shown.length} of ${errors.length})` : "";
  const head = headOfAnswer(lines.slice(0, SHOWN_LINES).join("\n"), SHOWN_BYTES);
  const tail = tailOfAnswer(lines.slice(-SHOWN_LINES).join("\n"), SHOWN_BYTES);
  const quoted = [
    "--- head",
    head,
    ...(errors.length === 0 ? [] : [`--- error lines${more}`, ...shown]),
    "--- tail",
    tail,
  ];
  const kind = isJson ? "JSON" : "text";
  const size = `${text.length} characters, ${byteLength(text)} bytes, ${lines.length} lines, ${kind}`;
  const kept = ref === undefined ? "" : `, kept whole as ${ref.id}`;
  // The id was drawn after the output was there, so the output cannot end the fence.
  const output = fenced(quoted.join("\n"), "tool-output", call.id);
  const shownText = `Output of ${call.tool}, call ${call.id}: ${size}${kept}.\n${output}`;
  if (ref === undefined) return shownText;
  const id = `"id":"${ref.id}"`;
  return `${shownText}\nRead on: context_read {${id},"offset":${head.length}}, ` +
    `context_grep {${id},"pattern":"…"}, context_tail {${id},"lines":100}`;
}
