import type { Definition } from "./definition.ts";

const CALLABLE: ReadonlySet<string> = new Set(["function", "method", "macro"]);

/** The innermost definition around a 1-based line. `definitions` are in order of lines. */
export function enclosing(definitions: readonly Definition[], line: number): Definition | undefined {
  return innermost(definitions, line, () => true);
}

/** The innermost function or method around a line. */
export function enclosingCallable(definitions: readonly Definition[], line: number): Definition | undefined {
  return innermost(definitions, line, isCallable);
}

/** Whether it is something that is called. */
export function isCallable({ kind }: Definition): boolean {
  return CALLABLE.has(kind);
}

/** `Class.method`, or the name alone. */
export function qualifiedName({ name, container }: Definition): string {
  return container === undefined ? name : `${container}.${name}`;
}

function innermost(
  definitions: readonly Definition[],
  line: number,
  wanted: (definition: Definition) => boolean,
): Definition | undefined {
  let found: Definition | undefined;
  for (const definition of definitions) {
    if (definition.line > line) break;
    if (definition.endLine >= line && wanted(definition)) found = definition;
  }
  return found;
}
