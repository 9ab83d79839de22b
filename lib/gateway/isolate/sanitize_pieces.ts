import { sanitize, type Sanitized } from "../../guard/sanitize.ts";

/** UTF-16 units that are cleaned at once, about: the guard works on several copies, and a text may have a hundred megabytes. */
const PIECE = 1_000_000;
/** Units before the end of a piece in which a good place to cut is looked for. */
const REACH = 100_000;
const WORD_ENDS = [" ", "\t", ",", ";", "}", "]"];

/**
 * `sanitize` for a text of any length, piece by piece. Pieces end where a line or a word does, and never within a private key; how long one is cannot be
 * known before, so that nothing can be laid across a cut on purpose.
 */
export function sanitizePieces(text: string): Sanitized {
  if (text.length <= PIECE) return sanitize(text);
  const parts: string[] = [];
  const counts = new Map<string, number>();
  let filtered = 0;
  for (let at = 0; at < text.length;) {
    const end = cutAt(text, at, at + Math.floor(PIECE * (0.8 + Math.random() * 0.2)));
    const clean = sanitize(text.slice(at, end));
    parts.push(clean.text);
    for (const { kind, count } of clean.redactions) counts.set(kind, (counts.get(kind) ?? 0) + count);
    filtered += clean.filtered;
    at = end;
  }
  const redactions = [...counts].sort(([a], [b]) => a < b ? -1 : 1).map(([kind, count]) => ({ kind, count }));
  return { text: parts.join(""), redactions, filtered };
}

function cutAt(text: string, start: number, wanted: number): number {
  if (wanted >= text.length) return text.length;
  const window = text.slice(Math.max(start, wanted - REACH), wanted);
  const from = wanted - window.length;
  const key = window.lastIndexOf("-----BEGIN ");
  const isOpen = key > 0 && !window.includes("-----END ", key);
  const before = isOpen ? window.slice(0, key) : window;
  const line = before.lastIndexOf("\n");
  if (line >= 0) return from + line + 1;
  const word = Math.max(...WORD_ENDS.map((sign) => before.lastIndexOf(sign)));
  return word >= 0 ? from + word + 1 : wanted;
}
