export const REDACTED = "<redacted>";

/** A secret in a text, and what stands in its place: `<redacted>` unless said otherwise. */
export interface Span {
  start: number;
  end: number;
  kind: string;
  label?: string;
}

/** A text without its secrets, which come in order and apart. Line breaks stay. */
export function replaced(text: string, spans: Iterable<Span>, note: (kind: string) => void): string {
  let out = "";
  let from = 0;
  for (const { start, end, kind, label = REDACTED } of spans) {
    out += text.slice(from, start) + label + lineBreaks(text.slice(start, end));
    from = end;
    note(kind);
  }
  return from === 0 ? text : out + text.slice(from);
}

function lineBreaks(text: string): string {
  return text.replace(/[^\n]+/g, "");
}
