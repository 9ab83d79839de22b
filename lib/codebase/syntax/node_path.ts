import type { SyntaxTree, Vocabulary } from "./syntax_tree.ts";

/**
 * A way down from a node, step by step: `receiver/parameter_declaration/type`. A step names fields or node types, with `|` between. Behind it may stand
 * `*` (any number of such steps), `-name` (only nodes without such a child) or `~pattern` (only nodes whose text begins so). Ways that may all be gone stand with
 * commas between. An empty one is the node itself.
 */
export type NodePath = readonly (readonly Step[])[];

interface Step {
  fields: ReadonlySet<number>;
  types: ReadonlySet<string>;
  repeats: boolean;
  without: NodePath | undefined;
  begins: RegExp | undefined;
}

export function nodePath(written: string, vocabulary: Vocabulary): NodePath {
  return written.split(",").map((way) =>
    way === "" ? [] : way.split("/").map((step) => stepOf(step, vocabulary))
  );
}

function stepOf(written: string, vocabulary: Vocabulary): Step {
  const [head = "", text] = written.split("~");
  const [, names = "", star, without] = /^([\w|]+)(\*)?(?:-(\w+))?$/.exec(head) ?? [];
  const all = names.split("|");
  return {
    fields: new Set(all.map((name) => vocabulary.field(name))),
    types: new Set(all),
    repeats: star !== undefined,
    without: without === undefined ? undefined : nodePath(without, vocabulary),
    begins: text === undefined ? undefined : new RegExp(`^(?:${text})`),
  };
}

/** The nodes that a path leads to, each way's in order of the text. */
export function* nodesAt(tree: SyntaxTree, node: number, path: NodePath): Generator<number> {
  for (const way of path) yield* below(tree, node, way, 0);
}

function* below(tree: SyntaxTree, node: number, way: readonly Step[], at: number): Generator<number> {
  const step = way[at];
  if (step === undefined) {
    yield node;
    return;
  }
  if (step.repeats) yield* below(tree, node, way, at + 1);
  for (const child of tree.children(node)) {
    if (fits(tree, child, step)) yield* below(tree, child, way, step.repeats ? at : at + 1);
  }
}

export function leads(tree: SyntaxTree, node: number, path: NodePath): boolean {
  return nodesAt(tree, node, path).next().done !== true;
}

function fits(tree: SyntaxTree, node: number, { fields, types, without, begins }: Step): boolean {
  return (fields.has(tree.fieldIds[node] ?? 0) || types.has(tree.type(node))) &&
    (without === undefined || !leads(tree, node, without)) &&
    (begins === undefined || begins.test(tree.textOf(node)));
}
