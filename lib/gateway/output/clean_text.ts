import { LIMITS } from "../../contract/limits.ts";
import { sanitize } from "../../guard/sanitize.ts";
import { ignoreError } from "../../settings/attempt.ts";
import type { Isolate } from "../isolate/isolate.ts";

/** UTF-16 units that are cleaned in our own thread: some ten milliseconds. Longer texts are cleaned in the isolate. */
const MAX_HERE = 32_000;
/** UTF-16 units of a piece, at most: the guard works on several copies, and a text may have a hundred megabytes. */
const PIECE = 1_000_000;
/** Units of the longest private key. */
const LONGEST_KEY = 20_000;
/** ms for one piece, which takes some hundred. */
const PIECE_MS = 20_000;

/** A text without secrets, orders to a model and hidden characters, and what was taken out in the words of [Limits]. What cannot be cleaned, or not before the signal, is left out, and it is said. */
export async function cleanText(text: string, isolate: Isolate, signal: AbortSignal) {
  const parts: string[] = [];
  let [secrets, filtered, lost] = [0, 0, 0];
  for (const piece of text.length <= MAX_HERE ? [text] : textPieces(text)) {
    const clean = piece.length <= MAX_HERE ? sanitize(piece) : signal.aborted
      ? undefined
      // It did not end in time, or the thread did not survive it.
      : await isolate.run("sanitize", piece, PIECE_MS).catch(ignoreError);
    filtered += clean?.filtered ?? 0;
    secrets += clean?.redactions.reduce((sum, { count }) => sum + count, 0) ?? 0;
    lost += clean === undefined ? piece.length : 0;
    parts.push(clean?.text ?? `[${piece.length} characters left out: they could not be made safe]\n`);
  }
  return {
    text: parts.join(""),
    limits: [
      ...(filtered > 0 ? [LIMITS.injectionFiltered] : []),
      ...(secrets > 0 ? [`${secrets} secret${secrets === 1 ? "" : "s"} redacted`] : []),
      ...(lost > 0 ? [`${lost} characters left out, which could not be made safe`] : []),
    ],
  };
}

/** Pieces end where a line or a word does, and never within a private key. */
function* textPieces(text: string): Generator<string, void> {
  for (let at = 0; at < text.length;) {
    const piece = text.slice(at, at + PIECE);
    const key = piece.lastIndexOf("-----BEGIN ");
    const isCut = key > PIECE - LONGEST_KEY && !piece.includes("-----END ", key);
    const end = isCut ? key : piece.lastIndexOf("\n") + 1 || piece.lastIndexOf(" ") + 1 || piece.length;
    const given = at + PIECE < text.length ? piece.slice(0, end) : piece;
    yield given;
    at += given.length;
  }
}
