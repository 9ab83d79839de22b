export const REDACTED = "<redacted>";

/** A secret in a text, and what stands in its place: `<redacted>` unless said otherwise. */
export interface Span {
  start: number;
  end: number;
  kind: string;
  label?: string;
}

export type Place = Pick<Span, "start" | "end">;

/** Places that touch as one, in order. */
export function joined(places: Place[]): Place[] {
  const apart: Place[] = [];
  for (const place of places.sort((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || place.start > last.end) apart.push(place);
    else last.end = Math.max(last.end, place.end);
  }
  return apart;
}

/** A text with something else in the place of some of it, which comes in order and apart. */
export function spliced<S extends Place>(
  text: string,
  spans: Iterable<S>,
  instead: (cut: string, span: S) => string,
): string {
  let out = "";
  let from = 0;
  for (const span of spans) {
    out += text.slice(from, span.start) + instead(text.slice(span.start, span.end), span);
    from = span.end;
  }
  return from === 0 ? text : out + text.slice(from);
}

/** A text without its secrets. Line breaks stay. */
export function replaced(text: string, spans: Iterable<Span>, note: (kind: string) => void): string {
  return spliced(text, spans, (cut, { kind, label = REDACTED }) => {
    note(kind);
    return label + cut.replace(/[^\n]+/g, "");
  });
}
