/** First and last line, from 1. */
export type Lines = [first: number, last: number];

/** One hunk of `git diff -U0`: so many lines from `line` on became so many others. Where none were there, `line` is the one before. */
export interface Hunk {
  line: number;
  lines: number;
  added: number;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/gm;

/** The hunks of a diff of one file, in order. */
export function hunks(diff: string): Hunk[] {
  return [...diff.matchAll(HUNK)].map(([, line = "0", lines = "1", added = "1"]) => ({
    line: Number(line),
    lines: Number(lines),
    added: Number(added),
  }));
}

/**
 * Where the lines that one diff changes stood in another version. `change` and `back` both begin at the version before the change; `back` leads from it to
 * the other version. What that one does not have is left out; what is added between two lines is both of them.
 */
export function changedLines(change: readonly Hunk[], back: readonly Hunk[]): Lines[] {
  return change.flatMap(({ line, lines }): Lines[] => {
    const touched = lines === 0 ? [line, line + 1] : Array.from({ length: lines }, (_, at) => line + at);
    const there = touched.flatMap((each) => lineThere(each, back) ?? []);
    return there.length === 0 ? [] : [[Math.min(...there), Math.max(...there)]];
  });
}

/** The number that a line has in the other version; undefined where it is not there, or before the first. */
function lineThere(line: number, back: readonly Hunk[]): number | undefined {
  let shift = 0;
  for (const hunk of back) {
    const end = hunk.lines === 0 ? hunk.line : hunk.line + hunk.lines - 1;
    if (hunk.lines > 0 && line >= hunk.line && line <= end) return undefined;
    if (line <= end) break;
    shift += hunk.added - hunk.lines;
  }
  return line < 1 ? undefined : line + shift;
}
