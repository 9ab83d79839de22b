import type { Finding } from "../../contract/finding.ts";
import { callees } from "../structure/callees.ts";
import type { BuiltInTool, ToolContext } from "../codebase.ts";
import { defaultCalls } from "../default_calls.ts";
import type { Definition } from "../structure/definition.ts";
import { isCallable, qualifiedName } from "../structure/enclosing.ts";
import { type Defined, definitionsMeant, Hierarchy } from "../structure/hierarchy.ts";
import { findingAtPlace, rounded, weightOf } from "../excerpts/place.ts";
import { isTest } from "../files/languages.ts";
import type { Lookup } from "../lookup/lookup.ts";
import { withLookup } from "../lookup/with_lookup.ts";
import { mention } from "../structure/mention.ts";
import { reach } from "../structure/reach.ts";
import type { Ties } from "../structure/ties.ts";
import type { SourceFile } from "../files/source_file.ts";
import { type AskedSymbol, symbolsAsked } from "../query/symbols_asked.ts";
import { countArgument } from "../tool_args.ts";
import { counted, timeLeft, toolOutput, toolRequest } from "../tool_request.ts";
import { type Usage, usages } from "../structure/usages.ts";

const NAME = "ci_call_chain";
const MAX_DEPTH = 3;
const DEFAULT_LIMIT = 12;
/** Functions followed from one level to the next. */
const MAX_FOLLOWED = 6;
/** Callers of one name beyond which it is too common to say anything. */
const MAX_CALLERS = 60;
/** Names that many things have: without a type around them, following them leads astray. */
const COMMON =
  /^(?:main|init|new|run|get|set|call|test|setup|setUp|apply|handle|invoke|execute|update|next|map|each)$/;
/** Names of constructors: they are called by their type's name. */
const CONSTRUCTOR = /^(?:__init__|__new__|constructor|initialize|__construct|init)$/;
/** Least sureness of a caller that is shown, and of one whose callers are asked for. */
const LEAST = 0.3;
const FOLLOWED = 0.6;
/** A method that stands in for the one called, beside that one. */
const OVERRIDING = 0.8;
/** A caller that may mean another's method of the name. */
const DOUBTFUL = 0.6;

/** One function on the way to or from the symbol. */
interface Step {
  file: SourceFile;
  line: number;
  symbol?: Definition;
  relation: string;
  depth: number;
  /** 0..1: whether the call means the one that was asked for. */
  sure: number;
}

/** Steps that are shown as one. */
interface Shown extends Step {
  /** 1-based, of all the calls or overloads that are one step. */
  lines: number[];
}

/** A function whose callers are looked for, and what its calling leads to: `, which calls total`. */
interface Target extends Defined {
  way: string;
  sure: number;
}

const CONFIDENCE = [0.95, 0.9, 0.65, 0.5];
/** What a function called is worth beside one that calls. */
const CALLED = 0.8;

/** Who calls a function or method and what it calls, over at most three levels. */
export const tool: BuiltInTool = async (args, context) => {
  const request = toolRequest(args, DEFAULT_LIMIT);
  const depth = Math.min(MAX_DEPTH, countArgument(args, "depth", MAX_DEPTH));
  const direction = args["direction"];
  const symbols = symbolsAsked(request);
  if (symbols.length === 0) {
    return toolOutput({
      summary: "the request names no function or method",
      findings: [],
      limit: request.limit,
    });
  }
  return await withLookup(context, async (lookup) => {
    const chain = new Chain(lookup, context);
    const definitions = await chain.start(symbols);
    const steps: Step[] = definitions.map(({ file, definition }) => ({
      file,
      line: definition.line,
      symbol: definition,
      relation: `defines ${definition.name}`,
      depth: 0,
      sure: 1,
    }));
    if (direction !== "callees") steps.push(...await chain.callers(symbols, definitions, depth));
    if (direction !== "callers") steps.push(...chain.callees(definitions, Math.min(depth, 2)));
    const shown = distinct(steps);
    const meant = shown.filter(({ depth }) => depth === 0).length;
    const callers = shown.filter(({ relation }) => relation.startsWith("calls")).length;
    const called = shown.filter(isCallee).length;
    const names = symbols.map(({ name }) => name).join(", ");
    return toolOutput({
      summary: shown.length === 0
        ? `${names}: no definition and no call found`
        : `${names}: ${counted(meant, "definition")}, ${counted(callers, "caller")}, ${
          counted(called, "callee")
        } found`,
      // One more than is shown says that there are more.
      findings: balanced(bestFirst(shown, meant), request.limit).slice(0, request.limit + 1)
        .map((step) => found(step, meant, context)),
      limit: request.limit,
      data: { symbols: symbols.map(({ name }) => name), callers, callees: called },
      limits: chain.complete ? [] : [`${NAME}: search cut off; callers may be missing`],
    });
  });
};

class Chain {
  complete = true;
  readonly #ties: Ties;
  #direct: Usage[] = [];

  constructor(readonly lookup: Lookup, readonly context: ToolContext) {
    this.#ties = { hierarchy: new Hierarchy(lookup), imports: (file) => lookup.imports(file) };
  }

  /** Finds the symbols; gives their definitions, those of the named container alone where it has one. */
  async start(symbols: readonly AskedSymbol[]): Promise<Defined[]> {
    this.#direct = await this.#usagesOf(symbols.flatMap(calledNames));
    return symbols.flatMap((symbol) => definitionsMeant(symbol, this.#ties.hierarchy));
  }

  async callers(symbols: readonly AskedSymbol[], from: readonly Defined[], depth: number): Promise<Step[]> {
    const steps: Step[] = [];
    const seen = new Set(from.map(({ definition }) => definition));
    let targets: Target[] = from.map((each) => ({ ...each, way: "", sure: 1 }));
    let found = [...this.#direct, ...await defaultCalls(from, this.lookup, this.context.deadline)];
    for (let at = 1; at <= depth; at++) {
      const next: Target[] = [];
      for (const usage of found) {
        if (timeLeft(this.context) === 0) {
          this.complete = false;
          break;
        }
        const step = this.#callerStep(usage, targets, symbols, at);
        if (step === undefined) continue;
        steps.push(step);
        const { symbol, file, relation, sure } = step;
        if (symbol === undefined || !isCallable(symbol) || seen.has(symbol) || sure < FOLLOWED) continue;
        if (symbol.container === undefined && COMMON.test(symbol.name)) continue;
        seen.add(symbol);
        next.push({ file, definition: symbol, way: `, which ${relation}`, sure });
      }
      if (at === depth || timeLeft(this.context) === 0) break;
      targets = next.sort((a, b) =>
        b.sure - a.sure || Number(isTest(a.file.path)) - Number(isTest(b.file.path))
      ).filter(({ file }) => !isTest(file.path)).slice(0, MAX_FOLLOWED);
      if (targets.length === 0) break;
      found = await this.#usagesOf([
        ...new Set(targets.flatMap(({ definition }) => calledNames(definition))),
      ]);
      found = [...notTooCommon(found), ...await defaultCalls(targets, this.lookup, this.context.deadline)];
    }
    return steps;
  }

  callees(from: readonly Defined[], depth: number): Step[] {
    const steps: Step[] = [];
    const seen = new Set(from.map(({ definition }) => definition));
    let level = from.filter(({ definition }) => isCallable(definition)).slice(0, MAX_FOLLOWED);
    for (let at = 1; at <= depth; at++) {
      const next: Defined[] = [];
      for (const caller of level) {
        if (timeLeft(this.context) === 0) return steps;
        for (const callee of callees(caller, this.#ties, (path) => this.lookup.read(path))) {
          const { file, definition, call, sure, overrides } = callee;
          if (seen.has(definition)) continue;
          seen.add(definition);
          const where = `${caller.definition.name} at ${caller.file.path}:${call.line}`;
          steps.push({
            file,
            line: definition.line,
            symbol: definition,
            relation: `called by ${where}${
              overrides === undefined ? "" : `, where it overrides ${overrides}`
            }`,
            depth: at,
            sure: overrides === undefined ? sure : sure * OVERRIDING,
          });
          next.push(callee);
        }
      }
      level = next.filter(({ definition }) => isCallable(definition)).slice(0, MAX_FOLLOWED);
    }
    return steps;
  }

  /** What a usage is to the functions looked for; undefined where it means another's. */
  #callerStep(
    { name, kind, file, line, symbol, receiver, alias }: Usage,
    targets: readonly Target[],
    symbols: readonly AskedSymbol[],
    depth: number,
  ): Step | undefined {
    if (kind !== "calls" && !(kind === "uses" && depth === 1)) return undefined;
    const meant = targets.filter(({ definition }) => calledNames(definition).includes(name));
    const place = { file, line, ...(symbol && { symbol }), depth };
    if (kind === "uses") {
      const likely = Math.max(
        ...meant.map((target) => mention({ name, file, line, ...symbol && { symbol } }, target, this.#ties)),
        meant.length === 0 ? 1 : 0,
      );
      if (likely < LEAST) return undefined;
      const holder = symbols.find((each) => each.name === name)?.container;
      // A header only says that there is one.
      const inHeader = /\.h\w*$/.test(file.path);
      const sure = file.text.includes(holder ?? "") && !inHeader ? likely : likely * DOUBTFUL;
      const declares = inHeader && symbol === undefined &&
        meant.some(({ definition }) => isCallable(definition));
      return { ...place, relation: `${declares ? "declares" : "refers to"} ${name}`, sure };
    }
    // Nothing of the name is defined here: then all its calls are of one from elsewhere.
    if (meant.length === 0) return depth === 1 ? { ...place, relation: `calls ${name}`, sure: 1 } : undefined;
    const site = { call: { name, line, ...(receiver !== undefined && { receiver }) }, file };
    const caller = symbol !== undefined && isCallable(symbol) ? { caller: symbol } : {};
    let best: { target: Target; sure: number; through?: string } | undefined;
    for (const target of withoutOverloads(meant)) {
      const reached = reach({ ...site, ...caller }, target, this.#ties);
      if (reached.sure > (best?.sure ?? 0)) best = { target, ...reached };
    }
    if (best === undefined || best.sure < (depth === 1 ? LEAST : FOLLOWED)) return undefined;
    if (symbol === best.target.definition && name === symbol.name && file === best.target.file) {
      return undefined;
    }
    const through = best.through === undefined ? "" : `, through ${best.through}`;
    // An overload or a namesake on the way is told apart by its type.
    const { definition, way } = best.target;
    const by = alias === undefined ? "" : `, imported as ${alias}`;
    const called = symbol?.name === name || way.startsWith(`, which calls ${name}`)
      ? qualifiedName(definition)
      : name;
    return { ...place, relation: `calls ${called}${by}${way}${through}`, sure: best.sure * best.target.sure };
  }

  async #usagesOf(names: readonly string[], only?: "calls"): Promise<Usage[]> {
    const { found, complete } = await this.lookup.naming(names, only);
    if (!complete) this.complete = false;
    return usages(names, found, (path) => this.lookup.read(path), this.context.deadline);
  }
}

/** What stands where it is called: its name, or the type's where it makes one. */
function calledNames({ name, container }: AskedSymbol): string[] {
  return container !== undefined && CONSTRUCTOR.test(name) ? [name, container] : [name];
}

/** The functions of one name and file are called alike. */
function withoutOverloads(targets: readonly Target[]): Target[] {
  const found = new Map<string, Target>();
  for (const target of targets) {
    const key = `${target.file.path}\0${qualifiedName(target.definition)}\0${target.way}`;
    if (!found.has(key)) found.set(key, target);
  }
  return [...found.values()];
}

function notTooCommon(found: readonly Usage[]): Usage[] {
  const counts = new Map<string, number>();
  for (const { name, kind } of found) if (kind === "calls") counts.set(name, (counts.get(name) ?? 0) + 1);
  return found.filter(({ name }) => (counts.get(name) ?? 0) <= MAX_CALLERS);
}

function isCallee(step: Step | undefined): boolean {
  return step?.relation.startsWith("called by") === true;
}

/** Surest first, then by path and line: the same steps come in the same order. */
function bestFirst(steps: readonly Shown[], definitions: number): Shown[] {
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
function balanced(steps: readonly Shown[], limit: number): Shown[] {
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
function distinct(steps: readonly Step[]): Shown[] {
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

function found(step: Shown, definitions: number, context: ToolContext): Finding {
  const { file, line, lines, symbol, relation, depth, sure } = step;
  const where = symbol === undefined ? "top level" : qualifiedName(symbol);
  const doubt = sure <= DOUBTFUL && !relation.startsWith("declares") ? "; by its name alone" : "";
  return findingAtPlace(NAME, {
    file,
    line,
    ...(symbol && { symbol }),
    summary: /^(?:calls|refers|declares)/.test(relation)
      ? `${where} ${relation} (${linesOf(lines)})${doubt}`
      : `${where}: ${relation}${depth === 0 && lines.length > 1 ? ` (${linesOf(lines)})` : ""}${doubt}`,
    confidence: confidenceOf(step, definitions),
  }, context);
}
