import { callersOf } from "../calls/callers.ts";
import { type CodeIndex, type Defined, withCodeIndex } from "../calls/code_index.ts";
import { resolve } from "../calls/resolve.ts";
import { type Step, stepFindings } from "../calls/steps.ts";
import { symbolsMeant } from "../calls/symbols_meant.ts";
import type { BuiltInTool } from "../codebase.ts";
import { isTest } from "../files/languages.ts";
import { symbolsAsked } from "../query/symbols_asked.ts";
import { isCallable } from "../structure/enclosing.ts";
import { countArgument } from "../tool_args.ts";
import { counted, toolOutput, toolRequest } from "../tool_request.ts";

const NAME = "ci_call_chain";
const MAX_DEPTH = 3;
/** Levels of what is called: below these it is the library. */
const MAX_CALLED_DEPTH = 2;
const DEFAULT_LIMIT = 12;
/** Functions followed from one level to the next, and the least sureness of one that is. */
const MAX_FOLLOWED = 6;
const FOLLOWED = 0.6;

/** `{query, symbol?, depth?, direction?: callers|callees}` → who calls a function or method and what it calls, over at most three levels. */
export const tool: BuiltInTool = async (args, context) => {
  const request = toolRequest(args, DEFAULT_LIMIT);
  const depth = Math.min(MAX_DEPTH, countArgument(args, "depth", MAX_DEPTH));
  const direction = args["direction"];
  const symbols = symbolsAsked(request);
  if (symbols.length === 0) {
    const summary = "the request names no function or method";
    return toolOutput({ summary, findings: [], limit: request.limit });
  }
  return await withCodeIndex(NAME, context, (index) => {
    const definitions = symbols.flatMap((symbol) => symbolsMeant(symbol, index));
    const up = direction === "callees" ? nothing : callers(definitions, depth, index, context.deadline);
    const down = direction === "callers"
      ? []
      : callees(definitions, Math.min(depth, MAX_CALLED_DEPTH), index, context.deadline);
    const defines = definitions.map(({ file, definition }): Step => ({
      file,
      line: definition.line,
      symbol: definition,
      way: "defines",
      says: `defines ${definition.name}`,
      depth: 0,
      sure: 1,
    }));
    const findings = stepFindings(NAME, [...defines, ...up.steps, ...down], request.limit, context);
    const names = symbols.map(({ name }) => name).join(", ");
    const count = (steps: readonly Step[]) =>
      new Set(steps.map(({ file, symbol }) => `${file.path}:${symbol?.line}`)).size;
    const [above, below] = [count(up.steps), count(down)];
    return toolOutput({
      summary: findings.length === 0
        ? `${names}: no definition and no call found`
        : `${names}: ${counted(count(defines), "definition")}, ${counted(above, "caller")}, ${
          counted(below, "callee")
        } found`,
      findings,
      limit: request.limit,
      data: { symbols: symbols.map(({ name }) => name), callers: above, callees: below },
      limits: [
        ...index.limits,
        ...up.cutOff || performance.now() > context.deadline
          ? ["cut off by time; callers may be missing"]
          : [],
        ...up.left > 0
          ? [`${counted(up.left, "file")} that name ${names} not read; callers may be missing`]
          : [],
      ].map((limit) => `${NAME}: ${limit}`),
    });
  });
};

interface Callers {
  steps: Step[];
  left: number;
  cutOff: boolean;
}

const nothing: Callers = { steps: [], left: 0, cutOff: false };

/** Who calls the definitions, who calls those, and so on. */
function callers(from: readonly Defined[], depth: number, index: CodeIndex, deadline: number): Callers {
  const found: Callers = { steps: [], left: 0, cutOff: false };
  const seen = new Set(from.map(({ definition }) => definition));
  let level = from.map((each) => ({ ...each, way: "", sure: 1 }));
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const next: typeof level = [];
    for (const target of level) {
      const { callers, left, cutOff } = callersOf(target, index, deadline);
      if (at === 1) found.left += left;
      found.cutOff ||= cutOff;
      for (const { file, line, symbol, name, sure } of callers) {
        const says = `calls ${name}${target.way}`;
        found.steps.push({ file, line, symbol, way: "calls", says, depth: at, sure: sure * target.sure });
        if (symbol === undefined || !isCallable(symbol) || seen.has(symbol)) continue;
        seen.add(symbol);
        if (sure >= FOLLOWED && !isTest(file.path)) {
          next.push({ file, definition: symbol, way: `, which ${says}`, sure: sure * target.sure });
        }
      }
    }
    level = next.sort((a, b) => b.sure - a.sure).slice(0, MAX_FOLLOWED);
  }
  return found;
}

/** What the definitions call, what that calls, and so on. */
function callees(from: readonly Defined[], depth: number, index: CodeIndex, deadline: number): Step[] {
  const steps: Step[] = [];
  const seen = new Set(from.map(({ definition }) => definition));
  let level = from.filter(({ definition }) => isCallable(definition)).slice(0, MAX_FOLLOWED);
  for (let at = 1; at <= depth; at++) {
    const next: Defined[] = [];
    for (const { file, definition: caller } of level) {
      const calls = file.calls.filter(({ line }) => caller.line <= line && line <= caller.endLine);
      for (const call of calls) {
        if (performance.now() > deadline) return steps;
        for (const target of resolve({ call, file, caller }, index)) {
          if (target.sure < FOLLOWED || seen.has(target.definition)) continue;
          seen.add(target.definition);
          const { file: home, definition, sure } = target;
          const says = `called by ${caller.name} at ${file.path}:${call.line}`;
          steps.push({
            file: home,
            line: definition.line,
            symbol: definition,
            way: "called",
            says,
            depth: at,
            sure,
          });
          if (isCallable(definition)) next.push(target);
        }
      }
    }
    level = next.slice(0, MAX_FOLLOWED);
  }
  return steps;
}
