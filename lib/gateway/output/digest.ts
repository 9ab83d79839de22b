/** Lines, and bytes, of the beginning and of the end of a text that are shown. */
const MAX_LINES = 40;
const MAX_BYTES = 2048;
const MAX_ERROR_LINES = 10;
/** UTF-16 units of an error line that are shown. */
const MAX_ERROR_LINE = 200;
const ERROR = /error|fail|exception|panic|fatal|traceback|错误|失败|异常/i;

export interface Digest {
  lines: number;
  head: string;
  tail: string;
  /** `12: text`, the first ten. */
  errorLines: string[];
  errors: number;
}

/** What a long text begins and ends with, and its lines that speak of errors. Characters stay whole. */
export function digestOf(text: string): Digest {
  const lines = text.split("\n");
  // What ends the last line begins no other.
  if (lines.at(-1) === "") lines.pop();
  const errorLines: string[] = [];
  let errors = 0;
  for (const [at, line] of lines.entries()) {
    // In a long line the word proves nothing: it is data, or a whole page in one line.
    if (line.length > 2000 || !ERROR.test(line)) continue;
    if (++errors <= MAX_ERROR_LINES) errorLines.push(`${at + 1}: ${headOf(line.trim(), MAX_ERROR_LINE)}`);
  }
  return {
    lines: lines.length,
    head: headOf(lines.slice(0, MAX_LINES).join("\n"), MAX_BYTES),
    tail: tailOf(lines.slice(-MAX_LINES).join("\n"), MAX_BYTES),
    errorLines,
    errors,
  };
}

/** The longest beginning of a text that has at most so many bytes of UTF-8. */
export function headOf(text: string, maxBytes: number): string {
  const bytes = new Uint8Array(maxBytes);
  const { read } = new TextEncoder().encodeInto(text, bytes);
  return text.slice(0, read);
}

/** The longest end of a text that has at most so many bytes of UTF-8. */
export function tailOf(text: string, maxBytes: number): string {
  const end = text.slice(-maxBytes);
  const bytes = new TextEncoder().encode(end);
  if (bytes.length <= maxBytes) return end.replace(/^[\uDC00-\uDFFF]/, "");
  let from = bytes.length - maxBytes;
  while (((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  return new TextDecoder().decode(bytes.subarray(from));
}
