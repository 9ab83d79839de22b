import type { Finding } from "../contract/finding.ts";
import type { ToolContext } from "./codebase.ts";
import { findingAtPlace, rounded, weightOf } from "./excerpts/place.ts";
import type { SourceFile } from "./files/source_file.ts";
import type { Definition } from "./structure/definition.ts";
import { qualifiedName } from "./structure/enclosing.ts";

/** One function on the way to or from the symbol. */
export interface Step {
  file: SourceFile;
  line: number;
  symbol?: Definition;
  relation: string;
  depth: number;
  /** 0..1: whether the call means the one that was asked for. */
  sure: number;
}

/** Steps that are shown as one. */
export interface Shown extends Step {
  /** 1-based, of all the calls or overloads that are one step. */
  lines: number[];
}

/** A caller that may mean another's method of the name. */
export const DOUBTFUL = 0.6;

const CONFIDENCE = [0.95, 0.9, 0.65, 0.5];
/** What a function called is worth beside one that calls. */
const CALLED = 0.8;

/** Whether the symbol calls a step, and is not called by it. */
export function isCallee(step: Step | undefined): boolean {
  return step?.relation.startsWith("called by") === true;
}

/** Surest first, then by path and line: the same steps come in the same order. */
export function bestFirst(steps: readonly Shown[], definitions: number): Shown[] {
  const confidence = new Map(
    steps.map((step) => [step, rounded(confidenceOf(step, definitions) * weightOf(step.file.path))]),
  );
  return [...steps].sort((a, b) =>
    (confidence.get(b) ?? 0) - (confidence.get(a) ?? 0) || compare(a.file.path, b.file.path) ||
    a.line - b.line
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Both ways have room: callers are not crowded out by what is called, nor the other way round. */
export function balanced(steps: readonly Shown[], limit: number): Shown[] {
  const rest = steps.filter((step) => !isCallee(step));
  const room = Math.max(Math.floor(limit / 3), limit - rest.length);
  const callees = steps.filter(isCallee).slice(0, room);
  const shown = new Set([...rest.slice(0, limit - callees.length), ...callees]);
  return [...steps.filter((each) => shown.has(each)), ...steps.filter((each) => !shown.has(each))];
}

/**
 * One step a function and depth, with all the lines on which it calls; what stands outside of functions is one step a file. A call tells more than a
 * mention. Overloads of one function are one definition.
 */
export function distinct(steps: readonly Step[]): Shown[] {
  const found = new Map<string, Shown>();
  for (const step of steps) {
    const { file, symbol, depth, relation, sure, line } = step;
    // An overload that calls another.
    if (symbol !== undefined && relation === `calls ${qualifiedName(symbol)}`) continue;
    const where = symbol === undefined ? relation : depth === 0 ? qualifiedName(symbol) : symbol.line;
    const key = `${file.path}\0${where}\0${relation.startsWith("called")}`;
    const known = found.get(key);
    if (known === undefined || depth < known.depth || (depth === known.depth && isBetter(step, known))) {
      found.set(key, { ...step, lines: [...known?.relation === relation ? known.lines : [], line] });
    } else if (known.relation === relation && sure >= known.sure) known.lines.push(line);
  }
  return [...found.values()];
}

function isBetter(step: Step, known: Step): boolean {
  const calls = ({ relation }: Step) => Number(relation.startsWith("calls"));
  return step.sure > known.sure || (step.sure === known.sure && calls(step) > calls(known));
}

const MAX_LINES = 3;

/** `line 3`, `lines 3, 8, 21 and 4 more` */
function linesOf(all: readonly number[]): string {
  const lines = [...new Set(all)].sort((a, b) => a - b);
  const more = lines.length - MAX_LINES;
  return `${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, MAX_LINES).join(", ")}${
    more > 0 ? ` and ${more} more` : ""
  }`;
}

/** Of a place in production code; definitions beyond three make everything else less sure. */
function confidenceOf({ depth, relation, sure }: Step, definitions: number): number {
  const ambiguous = depth > 0 && definitions > 3 ? 0.8 : 1;
  const called = relation.startsWith("called") ? CALLED : 1;
  return (CONFIDENCE[depth] ?? 0.4) * ambiguous * called * sure;
}

/** A step as a finding of `tool`. `definitions`: how many the request may mean. */
export function stepFinding(tool: string, step: Shown, definitions: number, context: ToolContext): Finding {
  const { file, line, lines, symbol, relation, depth, sure } = step;
  const where = symbol === undefined ? "top level" : qualifiedName(symbol);
  const doubt = sure <= DOUBTFUL && !relation.startsWith("declares") ? "; by its name alone" : "";
  return findingAtPlace(tool, {
    file,
    line,
    ...(symbol && { symbol }),
    summary: /^(?:calls|refers|declares)/.test(relation)
      ? `${where} ${relation} (${linesOf(lines)})${doubt}`
      : `${where}: ${relation}${depth === 0 && lines.length > 1 ? ` (${linesOf(lines)})` : ""}${doubt}`,
    confidence: confidenceOf(step, definitions),
  }, context);
}
