/** Bytes of an answer, as JSON in UTF-8, that reach a model whole: Codex cuts more than about 50,000, Claude Code puts more than 50,000 UTF-16 units into a file. */
export const MAX_ANSWER_BYTES = 40_000;

/** Beyond these an output is kept as a file: UTF-16 units, and bytes. */
export const MAX_CHARS = 4000;
export const MAX_BYTES = 16 * 1024;

/** What is left of an answer that several parts share. Taken at once, so that calls side by side cannot take the same. */
export class AnswerRoom {
  constructor(private bytes: number) {}

  /** Takes the room of a text, or of another JSON value, if there is enough. */
  take(part: unknown): boolean {
    const bytes = typeof part === "string" ? answerBytes(part) : jsonBytes(part);
    if (bytes > this.bytes) return false;
    this.bytes -= bytes;
    return true;
  }
}

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
  return fitting(Array.from(text.slice(0, maxBytes + 1)), maxBytes).join("");
}

/** The longest end of a text that takes at most so many bytes in an answer. Characters stay whole. */
export function tailOfAnswer(text: string, maxBytes: number): string {
  const last = text.slice(Math.max(0, text.length - maxBytes - 1));
  return fitting(Array.from(last).reverse(), maxBytes).reverse().join("");
}

/** As many characters as take so many bytes; each takes one at least. */
function fitting(characters: readonly string[], maxBytes: number): string[] {
  let left = maxBytes;
  const end = characters.findIndex((character) => (left -= answerBytes(character)) < 0);
  return characters.slice(0, end < 0 ? undefined : end);
}
