import table from "./data/wording.txt" with { type: "text" };
import { STACK_TRACE } from "./shapes.ts";

const KINDS = [
  "search",
  "debug",
  "impact",
  "refactor",
  "structure",
  "complexity",
  "history",
  "change",
] as const;

export type Kind = (typeof KINDS)[number];

/** A tier-2 tool that the prompt calls for, and the words that did. */
export interface TierTwoCall {
  tool: string;
  reason: string;
  /** The prompt asks for just this: where the tool may not run, its user is told. A word that only suits the tool (`bug`, `影响`) is everyday talk. */
  asked: boolean;
}

const TIER_TWO = {
  ci_call_chain: "asks who calls whom",
  ci_bug_locate: "asks for the cause of a failure",
  ci_impact: "asks what a change affects",
  ci_complexity: "asks how complex the code is",
  ci_hotspot: "asks where the code changes most",
};

/** Patterns of the table, made when they are first asked for: most prompts need few. */
const patterns = new Map<string, RegExp>();
let lines: Map<string, string> | undefined;

/** What the wording table has under a name, in a text whose Chinese is simplified. Throws `TypeError` for a name that it lacks. */
export function wording(name: string): RegExp {
  lines ??= new Map(table.split("\n").map((line) => [line.slice(0, line.indexOf(" ")), line]));
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    const line = lines.get(name);
    if (line === undefined) throw new TypeError(`No wording is called ${name}`);
    patterns.set(name, pattern = new RegExp(line.slice(name.length + 1), "i"));
  }
  return pattern;
}

/** Kinds of a prompt whose Chinese is simplified, in the order of the table; `["search"]` when nothing says more. */
export function kindsOf(text: string): Kind[] {
  const kinds = KINDS.filter((kind) => wording(kind).test(text));
  return kinds.length === 0 ? ["search"] : kinds;
}

/** Tier-2 tools the prompt calls for, in the order of the table. Whoever shows a stack trace need not say what it is. */
export function tierTwoOf(text: string, shapes: readonly string[]): TierTwoCall[] {
  return Object.entries(TIER_TWO).flatMap(([tool, reason]) => {
    const shown = tool === "ci_bug_locate" && shapes.includes(STACK_TRACE) ? STACK_TRACE : undefined;
    const asks = wording(`${tool}.asks`);
    const match = (asks.exec(text) ?? wording(`${tool}.suits`).exec(text))?.[0].trim() ?? shown;
    if (match === undefined) return [];
    return [{ tool, reason: `${reason} ("${match.slice(0, 40)}")`, asked: asks.test(text) }];
  });
}
