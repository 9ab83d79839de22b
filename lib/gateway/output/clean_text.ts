import { LIMITS } from "../../contract/limits.ts";
import { sanitize } from "../../guard/sanitize.ts";
import type { Isolate } from "../isolate/isolate.ts";

/** UTF-16 units that are cleaned in our own thread: some ten milliseconds. Longer texts are cleaned apart. */
const MAX_HERE = 32_000;
/** ms for a text: a busy machine takes ten seconds for a megabyte. */
const MS_PER_UNIT = 0.01;
const LEAST_MS = 10_000;

export interface CleanText {
  text: string;
  /** What was taken out, in the words of [Limits]. */
  limits: string[];
}

/** A text without secrets, orders to a model and hidden characters. Throws `AutoToolsError` `E_TIMEOUT` where that does not end. */
export async function cleanText(text: string, isolate: Isolate): Promise<CleanText> {
  const clean = text.length <= MAX_HERE
    ? sanitize(text)
    : await isolate.run("sanitize", { text }, Math.max(LEAST_MS, text.length * MS_PER_UNIT));
  const secrets = clean.redactions.reduce((sum, { count }) => sum + count, 0);
  return {
    text: clean.text,
    limits: [
      ...(clean.filtered > 0 ? [LIMITS.injectionFiltered] : []),
      ...(secrets > 0 ? [`${secrets} secret${secrets === 1 ? "" : "s"} redacted`] : []),
    ],
  };
}
