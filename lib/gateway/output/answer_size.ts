/**
 * Bytes of one answer of ours that reach a model whole: Codex cuts the middle out of more than about 50,000, Claude Code puts more than 50,000
 * UTF-16 units into a file. What counts is the answer as JSON, in UTF-8.
 */
export const MAX_ANSWER_BYTES = 40_000;

/** What is left of an answer that several texts share. Taken at once, so that calls side by side cannot take the same. */
export class AnswerRoom {
  #left: number;

  /** @param bytes of all texts together. */
  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Whether there was room for a text; it is taken then. */
  take(text: string): boolean {
    const bytes = answerBytes(text);
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}

/** Bytes that a value takes in an answer. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? "").length;
}

/** Bytes that a text takes in an answer, its quotes left out. */
export function answerBytes(text: string): number {
  return jsonBytes(text) - 2;
}

/** The longest beginning of a text that takes at most so many bytes in an answer. Characters stay whole. */
export function headOfAnswer(text: string, maxBytes: number): string {
  let bytes = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    bytes += characterBytes(code);
    if (bytes > maxBytes) return text.slice(0, at);
    at += code > 0xffff ? 2 : 1;
  }
  return text;
}

/** The longest end of a text that takes at most so many bytes in an answer. Characters stay whole. */
export function tailOfAnswer(text: string, maxBytes: number): string {
  let bytes = 0;
  let at = text.length;
  while (at > 0) {
    const pair = /[\uDC00-\uDFFF]/.test(text.charAt(at - 1)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 2));
    const start = at - (pair ? 2 : 1);
    bytes += characterBytes(text.codePointAt(start) ?? 0);
    if (bytes > maxBytes) return text.slice(at);
    at = start;
  }
  return text;
}

/** Of one character in JSON: some are escaped, and so are halves of pairs. */
function characterBytes(code: number): number {
  if (code === 0x22 || code === 0x5c || code === 0x0a || code === 0x0d || code === 0x09) return 2;
  if (code === 0x08 || code === 0x0c) return 2;
  if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff)) return 6;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
