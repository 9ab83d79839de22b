import { callees, callsOf } from "../structure/callees.ts";
import { balanced, bestFirst, distinct, DOUBTFUL, isCallee, type Step, stepFinding } from "../call_steps.ts";
import type { BuiltInTool, ToolContext } from "../codebase.ts";
import { defaultCalls } from "../default_calls.ts";
import { isCallable, qualifiedName } from "../structure/enclosing.ts";
import { type Defined, definitionsMeant, Hierarchy, isDeclaration } from "../structure/hierarchy.ts";
import { isTest } from "../files/languages.ts";
import { LIBRARY } from "../structure/library_methods.ts";
import type { Lookup } from "../lookup/lookup.ts";
import { withLookup } from "../lookup/with_lookup.ts";
import { mention } from "../structure/mention.ts";
import { reach } from "../structure/reach.ts";
import type { Ties } from "../structure/ties.ts";
import { type AskedSymbol, symbolsAsked } from "../query/symbols_asked.ts";
import { countArgument } from "../tool_args.ts";
import { counted, timeLeft, toolOutput, toolRequest } from "../tool_request.ts";
import { filesLeftOut, type Usage, usages } from "../structure/usages.ts";

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
/** A function whose callers are looked for, and what its calling leads to: `, which calls total`. */
interface Target extends Defined {
  way: string;
  sure: number;
}

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
      relation: `${isDeclaration({ file, definition }) ? "declares" : "defines"} ${definition.name}`,
      depth: 0,
      sure: 1,
    }));
    if (direction !== "callees") steps.push(...await chain.callers(symbols, definitions, depth));
    if (direction !== "callers") {
      await chain.learnCallees(definitions);
      steps.push(...chain.callees(definitions, Math.min(depth, 2)));
    }
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
        .map((step) => stepFinding(NAME, step, meant, context)),
      limit: request.limit,
      data: { symbols: symbols.map(({ name }) => name), callers, callees: called },
      limits: [
        ...lookup.indexed || direction === "callers" || definitions.length === 0
          ? []
          : [`${NAME}: no index yet; what is called in files that were not read may be missing`],
        ...chain.complete ? [] : [`${NAME}: search cut off; callers may be missing`],
        ...chain.leftOut === 0 ? [] : [
          `${NAME}: ${
            counted(chain.leftOut, "file")
          } of ${chain.named} that name ${names} not read; callers may be missing`,
        ],
      ],
    });
  });
};

class Chain {
  complete = true;
  /** Files that have the names asked for, and those of them that there was no room to read. */
  named = 0;
  leftOut = 0;
  readonly #ties: Ties;
  #direct: Usage[] = [];

  constructor(readonly lookup: Lookup, readonly context: ToolContext) {
    this.#ties = { hierarchy: new Hierarchy(lookup), imports: (file) => lookup.imports(file) };
  }

  /** Finds the symbols; gives their definitions, those of the named container alone where it has one. */
  async start(symbols: readonly AskedSymbol[]): Promise<Defined[]> {
    this.#direct = await this.#usagesOf(symbols.flatMap(calledNames), true);
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

  /** Without an index: reads the files that define what functions call, and the types they call it on. */
  async learnCallees(from: readonly Defined[]): Promise<void> {
    if (this.lookup.indexed) return;
    const names = from.filter(({ definition }) => isCallable(definition)).slice(0, MAX_FOLLOWED)
      .flatMap(({ file, definition }) => callsOf(file, definition))
      .flatMap(({ name, receiver = "" }) => /^[A-Z]/.test(receiver) ? [receiver, name] : [name])
      .filter((name) => !LIBRARY.test(name) && this.lookup.definers(name).length === 0);
    await this.lookup.learn([...new Set(names)]);
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

  async #usagesOf(names: readonly string[], asked = false): Promise<Usage[]> {
    const { found, files, complete } = await this.lookup.naming(names);
    if (asked) {
      this.named = files;
      this.leftOut = filesLeftOut(found, files);
    }
    const used = usages(names, found, (path) => this.lookup.read(path), this.context.deadline);
    if (!complete || timeLeft(this.context) === 0) this.complete = false;
    return used;
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

/** Without names that too many call; where that is only the tests, they alone are left out. */
function notTooCommon(found: readonly Usage[]): Usage[] {
  const counted = (usages: readonly Usage[]) => {
    const counts = new Map<string, number>();
    for (const { name, kind } of usages) if (kind === "calls") counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  };
  const all = counted(found);
  const untested = counted(found.filter(({ file }) => !isTest(file.path)));
  return found.filter(({ name, file }) =>
    ((isTest(file.path) ? all : untested).get(name) ?? 0) <= MAX_CALLERS
  );
}
