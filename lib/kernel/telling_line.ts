import { type FusedItem, oneLine } from "./fuse.ts";

/** Characters of a word that tells anything. */
const LEAST_WORD = 4;
/** A line that begins as comments do, and the words by which it must say more than code. */
const COMMENT = /^(?:\/\/|\/?\*|#(?![\w[])|--|;|"""|''')/;
const OF_COMMENT = 1.5;

/**
 * The one line of an item's snippet that stands for it, as `42: def login(user, password):`: the definition that it is titled by, else the first of those
 * with most words of the summary, code before comment. Undefined where there is no line that says anything.
 */
export function tellingLine({ title, summary, snippet }: FusedItem): string | undefined {
  if (!snippet) return undefined;
  const lines = snippet.text.split("\n").map((line) => oneLine(line.replace(/\p{Cc}/gu, " ")));
  const titled = title === "" ? -1 : lines.findIndex((line) => line.startsWith(title));
  const at = titled === -1 ? bestOf(lines, wordsOf(summary)) : titled;
  return at === undefined ? undefined : `${snippet.startLine + at}: ${lines[at] ?? ""}`;
}

function bestOf(lines: readonly string[], words: ReadonlySet<string>): number | undefined {
  let best: number | undefined;
  let most = -Infinity;
  for (const [at, line] of lines.entries()) {
    if (!/[\p{L}\p{N}_]{2}/u.test(line)) continue;
    const lower = line.toLowerCase();
    const had = [...words].filter((word) => lower.includes(word)).length;
    const worth = COMMENT.test(line) ? had - OF_COMMENT : had;
    if (worth <= most) continue;
    most = worth;
    best = at;
  }
  return best;
}

function wordsOf(text: string): Set<string> {
  return new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => word.length >= LEAST_WORD),
  );
}
