/**
 * Bytes of one answer of ours that reach a model whole: Codex cuts the middle out of more than about 50,000, Claude Code puts more than 50,000
 * UTF-16 units into a file. What counts is the answer as JSON, in UTF-8.
 */
export const MAX_ANSWER_BYTES = 40_000;

/** Beyond these an output is kept as a file: UTF-16 units, and bytes. */
export const MAX_CHARS = 4000;
export const MAX_BYTES = 16 * 1024;

/** What is left of an answer that several texts share. Taken at once, so that calls side by side cannot take the same. */
export class AnswerRoom {
  constructor(private bytes: number) {}

  /** Whether there was room for a text; it is taken then. */
  take(text: string): boolean {
    const bytes = answerBytes(text);
    if (bytes > this.bytes) return false;
    this.bytes -= bytes;
    return true;
  }
}

/** Bytes that a value takes in an answer. */
export function jsonBytes(value: unknown): number {
  return byteLength(JSON.stringify(value) ?? "");
}

/** Bytes that a text takes in an answer, its quotes left out. */
export function answerBytes(text: string): number {
  return jsonBytes(text) - 2;
}

export const byteLength = (text: string) => new TextEncoder().encode(text).length;

/** The longest beginning of a text that takes at most so many bytes in an answer. Characters stay whole. */
export function headOfAnswer(text: string, maxBytes: number): string {
  return longest(text, maxBytes, (units) => text.slice(0, units).replace(/[\uD800-\uDBFF]$/, ""));
}

/** The longest end of a text that takes at most so many bytes in an answer. Characters stay whole. */
export function tailOfAnswer(text: string, maxBytes: number): string {
  const from = (units: number) => text.slice(text.length - units).replace(/^[\uDC00-\uDFFF]/, "");
  return longest(text, maxBytes, from);
}

/** A unit takes one byte at least, and what a longer part takes is never less. */
function longest(text: string, maxBytes: number, part: (units: number) => string): string {
  let least = 0;
  let most = Math.min(text.length, maxBytes);
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (answerBytes(part(middle)) <= maxBytes) least = middle;
    else most = middle - 1;
  }
  return part(least);
}
