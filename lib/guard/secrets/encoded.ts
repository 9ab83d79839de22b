import { type Span, spliced } from "../span.ts";

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

/** A string as JSON writes it. None of its quotes begins a search that another has made in vain. */
// deno-lint-ignore no-control-regex
const STRING = /(?<!\\)"[^"\\\0-\x1f]*(?:\\[^\0-\x1f][^"\\\0-\x1f]*)*"/g;
/** Stands for the backslash of other escapes, such as `\u003c`. */
const OTHER = "\uf8ff";

/** A text whose strings with lines or quotes in them, as servers answer, are cleaned as what they stand for; `clean` keeps the number of lines. */
export function unescaped(text: string, clean: (within: string) => string): string {
  if (!/\\[n"]/.test(text) || text.includes(OTHER)) return text;
  const strings = [...text.matchAll(STRING)].filter(([string]) => /\\[n"]/.test(string)).map(
    ({ 0: string, index }) => {
      const within: string = JSON.parse(
        string.replace(/\\([nrt"\\])?/g, (all, known) => known ? all : OTHER),
      );
      return { start: index, end: index + string.length, within };
    },
  );
  // A line between two, so that neither goes on in the other.
  const lines = clean(strings.map(({ within }) => within).join("\n---\n")).split("\n").values();
  return spliced(text, strings, (written, { within }) => {
    const kept = `${within}\n`.split("\n").map(() => lines.next().value).slice(0, -1).join("\n");
    return kept === within ? written : JSON.stringify(kept).replaceAll(OTHER, "\\");
  });
}
