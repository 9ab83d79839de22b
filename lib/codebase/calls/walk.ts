import type { SourceFile } from "../files/source_file.ts";
import { type Definition, enclosing, enclosingCallable } from "../structure/definition.ts";
import type { CodeIndex, Defined } from "./code_index.ts";
import { resolve } from "./resolve.ts";

/** A place that hangs together with a definition, and how. */
export interface Related {
  file: SourceFile;
  line: number;
  /** The function or type around it; undefined at the top of a file. */
  symbol?: Definition | undefined;
  /** `calls priceOf`, `inherits from Place, which inherits from Shop`. */
  says: string;
  /** 0..1. */
  sure: number;
}

/** A definition on the way; `says` is empty for the first ones. */
export interface Origin extends Defined {
  says: string;
  sure: number;
}

export interface Step extends Related {
  depth: number;
}

/** What is reached over at most `depth` levels; from each, the `width` surest lead on of those that `leadsOn` lets. No definition leads on twice. */
export function walk(
  from: readonly Defined[],
  { depth, width, leadsOn = () => true }: {
    depth: number;
    width: number;
    leadsOn?: (step: Related) => boolean;
  },
  next: (at: Origin) => readonly Related[],
): Step[] {
  const steps: Step[] = [];
  const seen = new Set(from.map(({ definition }) => definition));
  let front: Origin[] = from.map((each) => ({ ...each, says: "", sure: 1 }));
  for (let level = 1; level <= depth; level++) {
    const origins = new Map<Definition, Origin>();
    for (const at of front) {
      for (const step of next(at)) {
        const { file, symbol, says } = step;
        if (symbol !== undefined && seen.has(symbol)) continue;
        const sure = step.sure * at.sure;
        steps.push({ ...step, sure, depth: level });
        if (symbol !== undefined && !origins.has(symbol) && leadsOn(step)) {
          origins.set(symbol, { file, definition: symbol, says, sure });
        }
      }
    }
    for (const symbol of origins.keys()) seen.add(symbol);
    front = [...origins.values()].sort((a, b) => b.sure - a.sure).slice(0, width);
  }
  return steps;
}

/** `calls total, which calls priceOf`: what is said of a step, behind `says`, which is its own. */
export function saidBefore(says: string, { says: before }: Origin): string {
  return before === "" ? says : `${says}, which ${before}`;
}

/** Names of constructors: they are called by their type's name. */
const CONSTRUCTOR = /^(?:__init__|__new__|constructor|initialize|__construct|init|new)$/;
/** Least sureness that is worth telling. */
const LEAST = 0.3;

/** Who calls a definition. */
export function callersOf(target: Origin, index: CodeIndex): Related[] {
  const { name, container } = target.definition;
  const made = container !== undefined && CONSTRUCTOR.test(name) ? container : undefined;
  const callers: Related[] = [];
  for (const file of index.naming(made ?? name, target.file.path)) {
    for (const call of file.calls) {
      if (call.name !== name && call.name !== made) continue;
      const caller = enclosingCallable(file.definitions, call.line);
      // The head of a function looks like a call to patterns, and an overload calls its like.
      if (caller?.name === name && caller.container === container) continue;
      const meant = resolve({ call, file, caller }, index);
      const sure = call.name === made
        ? meant[0]?.sure ?? 0
        : meant.find(({ definition }) => definition === target.definition)?.sure ?? 0;
      if (sure < LEAST) continue;
      const symbol = caller ?? enclosing(file.definitions, call.line);
      callers.push({ file, line: call.line, symbol, says: saidBefore(`calls ${call.name}`, target), sure });
    }
  }
  return callers;
}
