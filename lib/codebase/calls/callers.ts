import { enclosing, enclosingCallable } from "../structure/enclosing.ts";
import type { Definition } from "../structure/definition.ts";
import type { SourceFile } from "../files/source_file.ts";
import type { CodeIndex, Defined } from "./code_index.ts";
import { resolve } from "./resolve.ts";

/** A place that calls a definition. */
export interface Caller {
  file: SourceFile;
  line: number;
  /** The function around the call, else the type; undefined at the top of a file. */
  symbol?: Definition | undefined;
  name: string;
  sure: number;
}

/** Names of constructors: they are called by their type's name. */
const CONSTRUCTOR = /^(?:__init__|__new__|constructor|initialize|__construct|init|new)$/;
/** Least sureness that is worth telling. */
const LEAST = 0.3;

/** Who calls a definition. `left`: files that hold its name and were not read. Stops at `deadline` (a `performance.now()` value). */
export function callersOf(
  target: Defined,
  index: CodeIndex,
  deadline: number,
): { callers: Caller[]; left: number; cutOff: boolean } {
  const { name, container } = target.definition;
  const made = container !== undefined && CONSTRUCTOR.test(name) ? container : undefined;
  const { files, left } = index.naming(made ?? name, [target.file.path]);
  const callers: Caller[] = [];
  for (const file of files) {
    if (performance.now() > deadline) return { callers, left, cutOff: true };
    for (const call of file.calls) {
      if (call.name !== name && call.name !== made) continue;
      const caller = enclosingCallable(file.definitions, call.line);
      // The head of a function looks like a call to patterns, and an overload calls its like.
      if (caller?.name === name && caller.container === container) continue;
      const meant = resolve({ call, file, caller }, index);
      const sure = call.name === made
        ? Math.max(0, ...meant.map((each) => each.sure))
        : meant.find(({ definition }) => definition === target.definition)?.sure ?? 0;
      if (sure < LEAST) continue;
      const symbol = caller ?? enclosing(file.definitions, call.line);
      callers.push({ file, line: call.line, symbol, name: call.name, sure });
    }
  }
  return { callers, left, cutOff: false };
}
