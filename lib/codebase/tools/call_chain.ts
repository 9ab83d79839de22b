import type { Finding } from "../../contract/finding.ts";
import { callees } from "../structure/callees.ts";
import type { BuiltInTool, ToolContext } from "../codebase.ts";
import type { Definition } from "../structure/definition.ts";
import { isCallable, qualifiedName } from "../structure/enclosing.ts";
import { type FileIndex, fileIndex } from "../imports/file_index.ts";
import { findingAtPlace, inOrder } from "../excerpts/place.ts";
import { references } from "../structure/references.ts";
import { type RepoFiles, repoFiles } from "../files/repo_files.ts";
import { type SourceFile, sourceReader } from "../files/source_file.ts";
import { type AskedSymbol, symbolsAsked } from "../query/symbols_asked.ts";
import { countArgument } from "../tool_args.ts";
import { counted, timeLeft, toolOutput, toolRequest } from "../tool_request.ts";
import { type Usage, usages } from "../structure/usages.ts";

const NAME = "ci_call_chain";
const MAX_DEPTH = 3;
const DEFAULT_LIMIT = 12;
/** Names followed from one level to the next. */
const MAX_FOLLOWED = 6;
/** Callers of one name beyond which it is too common to say anything. */
const MAX_CALLERS = 60;
/** Names that many things have: following them leads astray. */
const COMMON =
  /^(?:main|init|__init__|constructor|new|run|get|set|call|test|setup|setUp|apply|handle|invoke|execute|update|next|map|each)$/;
/** Part of the time left that one git grep may take. */
const GREP_SHARE = 0.5;

/** One function on the way to or from the symbol; `toward` is the one it calls, or is called by. */
interface Step {
  file: SourceFile;
  line: number;
  symbol?: Definition;
  relation: string;
  depth: number;
  /** The class asked for is not named in the file: the call may mean another's method. */
  doubtful?: boolean;
}

const CONFIDENCE = [0.95, 0.9, 0.65, 0.5];

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
  const files = repoFiles(context);
  const chain = new Chain(files, context);
  const definitions = await chain.start(symbols);
  const steps: Step[] = definitions.map((usage) => ({
    ...usage,
    relation: `defines ${usage.name}`,
    depth: 0,
  }));
  if (direction !== "callees") steps.push(...await chain.callers(symbols, depth));
  if (direction !== "callers") steps.push(...await chain.callees(definitions, Math.min(depth, 2)));
  const findings = distinct(steps).map((step) => found(step, definitions.length, context));
  const callers = steps.filter(({ relation }) => relation.startsWith("calls")).length;
  const callees = steps.filter(({ relation }) => relation.startsWith("called by")).length;
  const names = symbols.map(({ name }) => name).join(", ");
  return toolOutput({
    summary: findings.length === 0
      ? `${names}: no definition and no call found`
      : `${names}: ${counted(definitions.length, "definition")}, ${counted(callers, "caller")}, ${
        counted(callees, "callee")
      } found`,
    findings: inOrder(findings),
    limit: request.limit,
    data: { symbols: symbols.map(({ name }) => name), callers, callees },
    limits: chain.complete ? [] : [`${NAME}: search cut off; callers may be missing`],
  });
};

class Chain {
  complete = true;
  private readonly read: (path: string) => SourceFile | undefined;
  private direct: Usage[] = [];

  constructor(private readonly files: RepoFiles, private readonly context: ToolContext) {
    this.read = sourceReader(files);
  }

  /** Finds the symbols; gives their definitions, those of the named container alone where it has one. */
  async start(symbols: readonly AskedSymbol[]): Promise<(Usage & { symbol: Definition })[]> {
    this.direct = await this.usagesOf(symbols.map(({ name }) => name));
    return symbols.flatMap(({ name, container }) => {
      const all = this.direct.flatMap((usage) => {
        const { symbol } = usage;
        return usage.kind === "defines" && usage.name === name && symbol !== undefined
          ? [{ ...usage, symbol }]
          : [];
      });
      const inside = all.filter(({ symbol }) => symbol.container === container);
      return container !== undefined && inside.length > 0 ? inside : all;
    });
  }

  async callers(symbols: readonly AskedSymbol[], depth: number): Promise<Step[]> {
    const names = symbols.map(({ name }) => name);
    const holders = new Map(symbols.map(({ name, container }) => [name, container]));
    const steps: Step[] = [];
    const seen = new Set(names);
    const way = new Map(names.map((name) => [name, ""]));
    let level = this.direct;
    for (let at = 1; at <= depth && level.length > 0; at++) {
      const next = new Set<string>();
      for (const { name, kind, file, line, symbol } of level) {
        if (kind !== "calls" && !(kind === "uses" && at === 1)) continue;
        const how = kind === "calls" ? "calls" : "refers to";
        steps.push({
          file,
          line,
          ...(symbol && { symbol }),
          relation: `${how} ${name}${way.get(name) ?? ""}`,
          depth: at,
          doubtful: !file.text.includes(holders.get(name) ?? ""),
        });
        if (
          symbol === undefined || !isCallable(symbol) || seen.has(symbol.name) || COMMON.test(symbol.name) ||
          next.size >= MAX_FOLLOWED
        ) continue;
        next.add(symbol.name);
        seen.add(symbol.name);
        way.set(symbol.name, `, which ${how} ${name}${way.get(name) ?? ""}`);
      }
      if (at === depth || timeLeft(this.context) === 0) break;
      const found = await this.usagesOf([...next]);
      level = [...next].flatMap((name) => {
        const calls = found.filter((usage) => usage.name === name && usage.kind === "calls");
        return calls.length > MAX_CALLERS ? [] : calls;
      });
    }
    return steps;
  }

  async callees(from: readonly (Usage & { symbol: Definition })[], depth: number): Promise<Step[]> {
    if (timeLeft(this.context) === 0 || from.length === 0) return [];
    const { tracked, untracked } = await this.files.list(timeLeft(this.context) * GREP_SHARE);
    const index = fileIndex([...tracked, ...untracked]);
    const steps: Step[] = [];
    const seen = new Set<Definition>();
    let level = from.filter(({ symbol }) => isCallable(symbol)).slice(0, MAX_FOLLOWED);
    for (let at = 1; at <= depth && timeLeft(this.context) > 0; at++) {
      level = level.flatMap(({ file, symbol, name }) =>
        this.calledBy(file, symbol, index).filter(({ definition }) => !seen.has(definition)).map((callee) => {
          seen.add(callee.definition);
          const relation = `called by ${name} at ${file.path}:${callee.line}`;
          steps.push({
            file: callee.file,
            line: callee.definition.line,
            symbol: callee.definition,
            relation,
            depth: at,
          });
          return {
            name: callee.name,
            kind: "defines" as const,
            file: callee.file,
            line: callee.line,
            symbol: callee.definition,
          };
        })
      ).filter(({ symbol }) => isCallable(symbol)).slice(0, MAX_FOLLOWED);
    }
    return steps;
  }

  private calledBy(file: SourceFile, symbol: Definition, index: FileIndex) {
    return timeLeft(this.context) === 0 ? [] : callees(file, symbol, index, this.read);
  }

  private async usagesOf(names: readonly string[]): Promise<Usage[]> {
    const timeoutMs = timeLeft(this.context) * GREP_SHARE;
    const { found, complete } = await references(names, this.files, this.context, { timeoutMs });
    if (!complete) this.complete = false;
    return usages(
      names,
      found,
      this.read,
      this.context.deadline - timeLeft(this.context) * (1 - GREP_SHARE) / 2,
    );
  }
}

/** One step a function and depth; the first line on which it calls is the one shown. */
function distinct(steps: readonly Step[]): Step[] {
  const found = new Map<string, Step>();
  for (const step of steps) {
    const { file, symbol, line, depth, relation } = step;
    const key = `${file.path}\0${symbol === undefined ? line : symbol.line}\0${
      relation.startsWith("called")
    }`;
    const known = found.get(key);
    if (known === undefined || depth < known.depth) found.set(key, step);
  }
  return [...found.values()];
}

function found(
  { file, line, symbol, relation, depth, doubtful }: Step,
  definitions: number,
  context: ToolContext,
): Finding {
  const ambiguous = depth > 0 && definitions > 3 ? 0.8 : 1;
  const called = relation.startsWith("called") ? 0.85 : 1;
  const other = doubtful === true ? 0.7 : 1;
  const where = symbol === undefined ? "top level" : qualifiedName(symbol);
  return findingAtPlace(NAME, {
    file,
    line,
    ...(symbol && { symbol }),
    summary: relation.startsWith("calls") || relation.startsWith("refers")
      ? `${where} ${relation} (line ${line})`
      : `${where}: ${relation}`,
    confidence: (CONFIDENCE[depth] ?? 0.4) * ambiguous * called * other,
  }, context);
}
