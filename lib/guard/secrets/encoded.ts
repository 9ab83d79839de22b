import { type Place, type Span, spliced } from "../span.ts";

/** Runs of base64, plain or for URLs. Not `{24,}`, for which V8's stack does not suffice where a run is millions long. */
const BASE64 = /(?<![\w+/-])[A-Za-z0-9+/_-]{24}[A-Za-z0-9+/_-]*(?![\w+/-])={0,2}/g;

/** Characters whose meaning tells whether the rest may be text. */
const SAMPLE = 24;
// deno-lint-ignore no-control-regex
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;
/** One of every few encoded runs is long; this many characters of each are enough to judge it. */
const MAX_DECODED = 200_000;
/** Bad ones in one text, after which all that is encoded in it counts as bad: to judge each would take more time than such a text deserves. */
const MAX_BAD = 1000;
const UTF8 = new TextDecoder();

export function* encoded(text: string, isBad: (decoded: string) => boolean): Generator<Span> {
  const runs: (Span & { decoded: string })[] = [];
  for (const { 0: run, index } of text.matchAll(BASE64)) {
    const decoded = fromBase64(run);
    if (decoded === undefined || CONTROL.test(decoded)) continue;
    runs.push({ start: index, end: index + run.length, kind: "encoded", decoded });
  }
  // As a rule nothing in a text is bad, and then it is judged once.
  if (runs.length === 0 || !isBad(runs.map(({ decoded }) => decoded).join("\n"))) return;
  let bad = 0;
  for (const run of runs) {
    if (bad < MAX_BAD && !isBad(run.decoded)) continue;
    bad++;
    yield run;
  }
}

function fromBase64(encoded: string): string | undefined {
  const plain = encoded.slice(0, MAX_DECODED).replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  if (CONTROL.test(atob(plain.slice(0, SAMPLE)))) return undefined;
  const bytes = atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain);
  if (/^[\0-\x7f]*$/.test(bytes)) return bytes;
  // A decoder that throws takes ten times as long; what stands in the place of bytes that are no UTF-8 somebody may have written.
  const text = UTF8.decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
  return text.includes("\ufffd") && !bytes.includes("\xef\xbf\xbd") ? undefined : text;
}

/** Stands for the backslash of other escapes, such as `\u003c`. */
const OTHER = "\uf8ff";

/** A text whose strings with lines or quotes in them, as servers answer, are cleaned as what they stand for; `clean` keeps the number of lines. */
export function unescaped(text: string, clean: (within: string) => string): string {
  if (!/\\[n"]/.test(text)) return text;
  const strings = [...stringsIn(text)].map((place) => {
    const string = text.slice(place.start, place.end);
    const readable = string.replace(/\\([nrt"\\])?/g, (all, known) => known ? all : OTHER);
    return { ...place, within: String(JSON.parse(readable)) };
  });
  // A line between two, so that neither goes on in the other.
  const lines = clean(strings.map(({ within }) => within).join("\n---\n")).split("\n").values();
  return spliced(text, strings, (written, { within }) => {
    const kept = `${within}\n`.split("\n").map(() => lines.next().value).slice(0, -1).join("\n");
    return kept === within ? written : JSON.stringify(kept).replaceAll(OTHER, "\\");
  });
}

/** Strings as JSON writes them that have such an escape. Sign by sign: for one pattern of millions of escapes V8's stack does not suffice. */
function* stringsIn(text: string): Generator<Place> {
  let [start, isTelling] = [-1, false];
  for (const { 0: sign, index } of text.matchAll(/"|\\\P{Cc}|\p{Cc}/gu)) {
    if (sign === "\\n" || sign === '\\"') isTelling = true;
    else if (sign === '"' && start < 0) [start, isTelling] = [index, false];
    else if (sign.length === 1) {
      const end = index + 1;
      if (sign === '"' && isTelling && !text.slice(start, end).includes(OTHER)) yield { start, end };
      start = -1;
    }
  }
}
