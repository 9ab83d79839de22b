import { type CodeIndex, type Defined, withCodeIndex } from "../calls/code_index.ts";
import { resolve, symbolsMeant } from "../calls/resolve.ts";
import { callersOf, type Related, related, type Step, walk } from "../calls/uses.ts";
import type { Place } from "../excerpts/place.ts";
import { isTest } from "../files/languages.ts";
import { symbolsAsked } from "../query/names.ts";
import { isCallable, qualifiedName } from "../structure/definition.ts";
import { countArgument, counted, placeTool } from "../tool_request.ts";

const DEFAULT_LIMIT = 12;
const MAX_DEPTH = 3;
/** Levels of what is called: below these it is the library. */
const MAX_CALLED_DEPTH = 2;
/** Functions followed from one level to the next, and the least sureness of one that is. */
const MAX_FOLLOWED = 6;
const FOLLOWED = 0.6;
/** Confidence by depth. */
const CONFIDENCE = [0.95, 0.9, 0.65, 0.5];
/** What a function called is worth beside one that calls. */
const CALLED = 0.8;
const MAX_LINES = 3;

/** `{query, symbol?, depth?, direction?: callers|callees}` → who calls a function or method and what it calls, over at most three levels. */
export const tool = placeTool("ci_call_chain", DEFAULT_LIMIT, (request, context, args) => {
  const most = Math.min(MAX_DEPTH, countArgument(args, "depth", MAX_DEPTH));
  const symbols = symbolsAsked(request);
  if (symbols.length === 0) return { summary: "the request names no function or method" };
  return withCodeIndex(context, (index) => {
    const asked = symbols.flatMap((symbol) => symbolsMeant(symbol, index));
    const { direction } = args;
    const how = { width: MAX_FOLLOWED, leadsOn };
    const up = direction === "callees"
      ? []
      : walk(asked, { ...how, depth: most }, (at) => callersOf(at, index));
    const functions = asked.filter(({ definition }) => isCallable(definition)).slice(0, MAX_FOLLOWED);
    const down = direction === "callers"
      ? []
      : walk(functions, { ...how, depth: Math.min(most, MAX_CALLED_DEPTH) }, (at) => calleesOf(at, index));
    const defined = asked.map((it) => ({ ...related(it, `defines ${it.definition.name}`, 1), depth: 0 }));
    const defines = placesOf(defined, ({ where, says }) => `${where}: ${says}`);
    const callers = placesOf(up, ({ where, says, lines }) => `${where} ${says} (${lines})`);
    const callees = placesOf(down, ({ where, says }) => `${where}: ${says}`, CALLED);
    const names = symbols.map(({ name }) => name).join(", ");
    const all = [...defines, ...callers, ...callees];
    const found = [
      counted(defines.length, "definition"),
      counted(callers.length, "caller"),
      counted(callees.length, "callee"),
    ].join(", ");
    return {
      summary: `${names}: ${all.length === 0 ? "no definition and no call" : found} found`,
      places: all,
      reserved: (place) => callees.includes(place),
      limits: index.limits("callers"),
    };
  });
});

/** Whether a function on the way is followed further. */
function leadsOn({ file, symbol, sure }: Related): boolean {
  return symbol !== undefined && isCallable(symbol) && sure >= FOLLOWED && !isTest(file.path);
}

function calleesOf({ file, definition: caller }: Defined, index: CodeIndex): Related[] {
  const calls = file.calls.filter(({ line }) => caller.line <= line && line <= caller.endLine);
  return calls.flatMap((call) =>
    index.isOver() ? [] : resolve({ call, file, caller }, index).filter(({ sure }) => sure >= FOLLOWED)
      .map((target) => related(target, `called by ${caller.name} at ${file.path}:${call.line}`, target.sure))
  );
}

/** One place a function, at its nearest and surest step, with all lines that say the same. */
function placesOf(
  steps: readonly Step[],
  summary: (said: { where: string; says: string; lines: string }) => string,
  weight = 1,
): Place[] {
  const groups = Map.groupBy(
    steps,
    ({ file, symbol }) => `${file.path}\0${symbol === undefined ? "" : qualifiedName(symbol)}`,
  );
  return [...groups.values()].map((group) => {
    const best = group.reduce((a, b) =>
      b.depth < a.depth || (b.depth === a.depth && b.sure > a.sure) ? b : a
    );
    const { file, line, symbol, says, depth, sure } = best;
    const where = symbol === undefined ? "top level" : qualifiedName(symbol);
    const lines = linesOf(group.filter((each) => each.says === says).map((each) => each.line));
    const doubt = sure <= FOLLOWED ? "; by its name alone" : "";
    return {
      file,
      line,
      ...(symbol && { symbol }),
      summary: `${summary({ where, says, lines })}${doubt}`,
      confidence: (CONFIDENCE[depth] ?? 0) * sure * weight,
    };
  });
}

/** `line 3`, `lines 3, 8, 21 and 4 more` */
function linesOf(all: readonly number[]): string {
  const lines = [...new Set(all)].sort((a, b) => a - b);
  const more = lines.length - MAX_LINES;
  return `${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, MAX_LINES).join(", ")}${
    more > 0 ? ` and ${more} more` : ""
  }`;
}
