import { sectionsOf } from "../../guard/rule_table.ts";
import table from "./names.txt" with { type: "text" };
import { NONE, type SyntaxTree } from "./syntax_tree.ts";

/** A name as it is written: its own node, and what stands before its dot, arrow or colons (`NONE` where nothing does). */
export interface Written {
  name: number;
  object: number;
}

const types = sectionsOf(table);
const ACCESS = types("access");
const AROUND = types("around");
const NAME = /identifier$|^(?:command_name|constant|destructor_name|name|operator_name|setter|word)$/;
/** What stands beside a name: arguments, types in angle brackets, blocks. */
const BESIDE =
  /arguments?$|argument_list$|parameters?$|parameter_list$|^(?:annotated_lambda|block|do_block|lifetime|modifiers|mutable_specifier)$/;
const MAX_DEPTH = 50;

/** The name that a node is, with what it is a member of; undefined where it is anything else. */
export function written(tree: SyntaxTree, node: number): Written | undefined {
  let object = NONE;
  let current = node;
  for (let depth = 0; current !== NONE && depth < MAX_DEPTH; depth++) {
    const type = tree.type(current);
    if (ACCESS.has(type)) {
      const parts = [...tree.children(current)].filter((part) => !BESIDE.test(tree.type(part)));
      if (parts.length > 1) object = parts.at(-2) ?? NONE;
      current = parts.at(-1) ?? NONE;
    } else if (AROUND.has(type) && !tree.children(current).next().done) {
      current = partsOf(tree, current)[0] ?? NONE;
    } else return NAME.test(type) ? { name: current, object } : undefined;
  }
  return undefined;
}

function partsOf(tree: SyntaxTree, node: number): number[] {
  return [...tree.children(node)].filter((child) => tree.isNamed(child) && !BESIDE.test(tree.type(child)));
}

/** The names in a list of types or values, outermost only: `Base` and `Other` of `ns.Base<T>, Other(x)`. */
export function namesIn(tree: SyntaxTree, node: number, depth = 0): number[] {
  const one = written(tree, node);
  if (one !== undefined) return [one.name];
  if (depth > MAX_DEPTH) return [];
  return partsOf(tree, node).filter((child) => !/^(?:named|keyword)_argument$/.test(tree.type(child)))
    .flatMap((child) => namesIn(tree, child, depth + 1));
}

const PLAIN = /^[$@#_\p{L}][$\w\p{L}]*[?!=]?$/u;

/** Whether a text is one name and nothing else. */
export function isName(text: string): boolean {
  return PLAIN.test(text);
}
