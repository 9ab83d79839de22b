import type { Finding } from "../../contract/finding.ts";
import type { ToolContext } from "../codebase.ts";
import { findingAtPlace, inOrder } from "../excerpts/place.ts";
import type { SourceFile } from "../files/source_file.ts";
import type { Definition } from "../structure/definition.ts";
import { qualifiedName } from "../structure/enclosing.ts";

/** One function on the way to or from the symbol asked for. */
export interface Step {
  file: SourceFile;
  line: number;
  symbol?: Definition | undefined;
  way: "defines" | "calls" | "called";
  /** `calls priceOf`, `called by total at src/cart.ts:6`. */
  says: string;
  depth: number;
  /** 0..1: whether the call means the one that was asked for. */
  sure: number;
}

/** Confidence by depth. */
const CONFIDENCE = [0.95, 0.9, 0.65, 0.5];
/** What a function called is worth beside one that calls. */
const CALLED = 0.8;
/** Sureness up to which a name is all there is. */
const DOUBTFUL = 0.6;
const MAX_LINES = 3;

/** Steps as findings of `tool`, best first: one a function, with all lines on which it calls. A third of `limit` is kept for what is called. */
export function stepFindings(
  tool: string,
  steps: readonly Step[],
  limit: number,
  context: ToolContext,
): Finding[] {
  const found = new Map<Finding, Step>();
  for (const group of grouped(steps)) {
    const best = group.reduce((a, b) =>
      b.depth < a.depth || (b.depth === a.depth && b.sure > a.sure) ? b : a
    );
    const same = group.filter(({ says }) => says === best.says).map(({ line }) => line);
    found.set(finding(tool, best, same, context), best);
  }
  const ordered = inOrder([...found.keys()]);
  const called = ordered.filter((each) => found.get(each)?.way === "called");
  const rest = ordered.filter((each) => !called.includes(each));
  const room = Math.max(Math.floor(limit / 3), limit - rest.length);
  const shown = new Set([...rest.slice(0, limit - Math.min(called.length, room)), ...called.slice(0, room)]);
  return [...ordered.filter((each) => shown.has(each)), ...ordered.filter((each) => !shown.has(each))];
}

function grouped(steps: readonly Step[]): Step[][] {
  const groups = new Map<string, Step[]>();
  for (const step of steps) {
    const where = step.symbol === undefined ? step.says : qualifiedName(step.symbol);
    const key = `${step.file.path}\0${where}\0${step.way === "called"}`;
    groups.set(key, [...groups.get(key) ?? [], step]);
  }
  return [...groups.values()];
}

function finding(tool: string, step: Step, lines: number[], context: ToolContext): Finding {
  const { file, line, symbol, says, way, depth, sure } = step;
  const where = symbol === undefined ? "top level" : qualifiedName(symbol);
  const at = way === "calls" || lines.length > 1 && way === "defines" ? ` (${linesOf(lines)})` : "";
  return findingAtPlace(tool, {
    file,
    line,
    ...(symbol && { symbol }),
    summary: `${where}${way === "calls" ? "" : ":"} ${says}${at}${
      sure <= DOUBTFUL ? "; by its name alone" : ""
    }`,
    confidence: (CONFIDENCE[depth] ?? 0.4) * sure * (way === "called" ? CALLED : 1),
  }, context);
}

/** `line 3`, `lines 3, 8, 21 and 4 more` */
function linesOf(all: readonly number[]): string {
  const lines = [...new Set(all)].sort((a, b) => a - b);
  const more = lines.length - MAX_LINES;
  return `${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, MAX_LINES).join(", ")}${
    more > 0 ? ` and ${more} more` : ""
  }`;
}
