import type { SourceFile } from "../files/source_file.ts";
import { type Definition, enclosingOf, isCallable } from "./definition.ts";
import { perLanguage } from "./language_table.ts";

/** How hard one function is to hold in mind. Lines of functions inside it count for those alone. */
export interface Complexity {
  definition: Definition;
  /** Ways through it: 1 + branches (McCabe, by keywords and operators). */
  cyclomatic: number;
  /** Deepest level of indentation inside, 1 for a flat body. */
  nesting: number;
  lines: number;
}

/** A condition for the compiler: no way through the function as it runs. */
const DIRECTIVE = /^\s*#\s*(?:if|el|endif|define)/;
/** The complexity of every function and method of a file, in order; lines of a macro count for what is around it. */
export function complexities(file: SourceFile): Complexity[] {
  const callables = file.definitions.filter((each) => isCallable(each) && each.kind !== "macro");
  if (callables.length === 0) return [];
  const found = new Map(callables.map((definition) => [
    definition,
    { definition, cyclomatic: 1, nesting: 1, lines: 0 },
  ]));
  const around = enclosingOf(callables, file.code.length);
  const levels = blockLevels(file);
  const branch = branchOf(file.language);
  const branches = file.code.map((line) => DIRECTIVE.test(line) ? 0 : line.match(branch)?.length ?? 0);
  for (const [at, code] of file.code.entries()) {
    const definition = around(at + 1);
    const inner = definition && found.get(definition);
    if (inner === undefined || code.trim() === "") continue;
    inner.lines++;
    inner.cyclomatic += branches[at] ?? 0;
    inner.nesting = Math.max(inner.nesting, (levels[at] ?? 0) - (levels[inner.definition.line - 1] ?? 0));
  }
  return [...found.values()];
}

/** One figure to order by: branches first, then depth beyond three levels, then length beyond a screen. */
export function weight({ cyclomatic, nesting, lines }: Complexity): number {
  return cyclomatic + 2 * Math.max(0, nesting - 3) + Math.max(0, lines - 50) / 10;
}

/** How many blocks each line stands in, by indentation: a deeper line that continues an expression begins none. */
function blockLevels({ code }: SourceFile): number[] {
  const stack: number[] = [];
  let opens = false;
  return code.map((line) => {
    const trimmed = line.trim();
    if (trimmed === "") return stack.length;
    const indent = line.slice(0, line.length - line.trimStart().length).replaceAll("\t", "    ").length;
    while ((stack.at(-1) ?? -1) > indent) stack.pop();
    const isBlock = opens && !/^[.&|?:+*]/.test(trimmed);
    if (stack.length === 0 || (isBlock && stack.at(-1) !== indent)) stack.push(indent);
    opens = !/[,([=+*/&|.?-]$/.test(trimmed);
    return stack.length;
  });
}

const branchOf = perLanguage((rows) => new RegExp((rows["branch"] ?? []).join("|"), "g"));
