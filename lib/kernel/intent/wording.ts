import { madeWhenAsked } from "../../guard/rule_table.ts";
import table from "./data/wording.txt" with { type: "text" };

/** Kinds of work, which call for tools that are configured so. */
const KINDS = "search debug impact refactor structure complexity history change".split(" ");

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

const patterns = new Map(
  table.split("\n").map((line) => {
    const [name = ""] = line.split(" ", 1);
    const written = line.slice(name.length + 1);
    return [name, written.startsWith("/") ? written : `/${written}/i`];
  }),
);

/** What the wording table has under a name, in a text whose Chinese is simplified. Throws `TypeError` for a name that it lacks. */
export const wording = madeWhenAsked((name) => patterns.get(name));

/** Kinds of a prompt whose Chinese is simplified, in the order of the table; `["search"]` when nothing says more. */
export function kindsOf(text: string): string[] {
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

const STACK_TRACE = "stack trace";
const SHAPE = "shape:";

export function shapesIn(text: string): string[] {
  const names = [...patterns.keys()].filter((name) => name.startsWith(SHAPE) && wording(name).test(text));
  return names.map((name) => name.slice(SHAPE.length).replaceAll("_", " "));
}
