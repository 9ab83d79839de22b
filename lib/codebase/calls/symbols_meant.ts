import type { AskedSymbol } from "../query/symbols_asked.ts";
import type { CodeIndex, Defined } from "./code_index.ts";
import { moduleName, supertypes } from "./resolve.ts";

/** The definitions that a name means: in the container where one is named, else those it inherits, else those in a file or package of that name, else all. */
export function symbolsMeant({ name, container }: AskedSymbol, index: CodeIndex): readonly Defined[] {
  const all = index.definers(name);
  if (container === undefined) return all;
  const above = supertypes(container, index);
  const choices = [
    (each: Defined) => each.definition.container === container,
    (each: Defined) => above.has(each.definition.container ?? ""),
    ({ file }: Defined) => moduleName(file.path) === container,
  ];
  return choices.map((wanted) => all.filter(wanted)).find((found) => found.length > 0) ?? all;
}
