import type { SourceFile } from "../files/source_file.ts";
import { isType } from "../structure/definition.ts";
import type { Defined } from "./code_index.ts";

/** What says that others may use a name, in languages where nothing else is said of the rest. */
const EXPORTED = /^(?:export\b|(?:module\.)?exports\b|pub\b|public\b)/;

/** The definitions of a file that others may use, types first, at most `max`. */
export function exportedNames(file: SourceFile | undefined, max: number): Defined[] {
  if (file === undefined) return [];
  const top = file.definitions.filter(({ container, name, kind, signature }) =>
    container === undefined && name.length > 3 && !name.startsWith("_") && kind !== "implementation" &&
    kind !== "module" && !/^static\b/.test(signature)
  );
  const said = top.filter(({ signature }) => EXPORTED.test(signature));
  const names = new Set<string>();
  return (said.length > 0 ? said : top).toSorted((a, b) => Number(isType(b.kind)) - Number(isType(a.kind)))
    .filter(({ name }) => !names.has(name) && names.add(name)).slice(0, max)
    .map((definition) => ({ file, definition }));
}
