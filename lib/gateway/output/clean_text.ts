import { AutoToolsError } from "../../contract/error_codes.ts";
import { LIMITS } from "../../contract/limits.ts";
import { sanitize, type Sanitized } from "../../guard/sanitize.ts";
import type { Isolate } from "../isolate/isolate.ts";
import { textPieces } from "./text_pieces.ts";

/** UTF-16 units that are cleaned in our own thread: some ten milliseconds. Longer texts are cleaned apart. */
const MAX_HERE = 32_000;
/** ms for a piece of a million units at most: five seconds on a busy machine. */
const PIECE_MS = 60_000;
/** Pieces that may fail: beyond, the rest is not tried, since each costs a minute. */
const MAX_FAILED = 3;

export interface CleanText {
  text: string;
  /** What was taken out, in the words of [Limits]. */
  limits: string[];
}

/**
 * A text without secrets, orders to a model and hidden characters. Long ones are cleaned piece by piece, so that others get their turn in between; a piece that
 * cannot be cleaned is left out, which is said in its place.
 */
export async function cleanText(text: string, isolate: Isolate): Promise<CleanText> {
  const parts: string[] = [];
  let secrets = 0;
  let filtered = 0;
  let failed = 0;
  let lost = 0;
  for (const piece of text.length <= MAX_HERE ? [text] : textPieces(text)) {
    const clean = piece.length <= MAX_HERE
      ? sanitize(piece)
      : failed < MAX_FAILED
      ? await cleanApart(piece, isolate)
      : undefined;
    if (clean === undefined) {
      failed++;
      lost += piece.length;
      parts.push(`[${piece.length} characters left out: they could not be made safe]\n`);
      continue;
    }
    parts.push(clean.text);
    filtered += clean.filtered;
    secrets += clean.redactions.reduce((sum, { count }) => sum + count, 0);
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

/** Undefined where it does not end in time, or the thread does not survive it. */
async function cleanApart(text: string, isolate: Isolate): Promise<Sanitized | undefined> {
  try {
    return await isolate.run("sanitize", { text }, PIECE_MS);
  } catch (error) {
    if (error instanceof AutoToolsError) return undefined;
    throw error;
  }
}
