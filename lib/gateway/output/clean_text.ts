import { LIMITS } from "../../contract/limits.ts";
import { sanitize } from "../../guard/sanitize.ts";
import { ignoreError } from "../../settings/attempt.ts";
import type { Isolate } from "../isolate/isolate.ts";

/** UTF-16 units that are cleaned in our own thread: some ten milliseconds. Longer texts are cleaned in the isolate. */
const MAX_HERE = 32_000;
/** UTF-16 units of a piece, at most: the guard works on several copies, and a text may have a hundred megabytes. */
const PIECE = 1_000_000;
/** Units of the longest private key: as much is looked at on both sides of where a piece may end. */
const LONGEST_KEY = 20_000;
/** ms for one piece, which takes some hundred. */
const PIECE_MS = 20_000;

/** A text without secrets, orders to a model and hidden characters, and what was taken out in the words of [Limits]. What cannot be cleaned, or not before the signal, is left out, and it is said. */
export async function cleanText(text: string, isolate: Isolate, signal: AbortSignal) {
  const parts: string[] = [];
  let [secrets, filtered, lost] = [0, 0, 0];
  const cleaned = async (piece: string) =>
    piece.length <= MAX_HERE ? sanitize(piece) : signal.aborted
      ? undefined
      // It did not end in time, or the thread did not survive it.
      : await isolate.run("sanitize", piece, PIECE_MS).catch(ignoreError);
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = await pieceEnd(text, at, cleaned);
    const piece = text.slice(at, end);
    const clean = await cleaned(piece);
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

type Clean = (part: string) => Promise<{ text: string } | void>;

/** Where a piece ends: with a line or a word, where what stands around is the same whether it is cleaned together or apart, so that no secret and no order is cut in two. */
async function pieceEnd(text: string, at: number, cleaned: Clean): Promise<number> {
  if (text.length - at <= PIECE) return text.length;
  for (let start = at + PIECE - LONGEST_KEY; start > at + PIECE / 2; start -= LONGEST_KEY) {
    const last = text.slice(start, start + LONGEST_KEY);
    const end = start + (last.lastIndexOf("\n") + 1 || last.lastIndexOf(" ") + 1 || LONGEST_KEY);
    const sides = [text.slice(end - LONGEST_KEY, end), text.slice(end, end + LONGEST_KEY)];
    const [both, ...apart] = await Promise.all([sides.join(""), ...sides].map(cleaned));
    if (!both || both.text === apart.map((each) => each?.text).join("")) return end;
  }
  return at + PIECE;
}
