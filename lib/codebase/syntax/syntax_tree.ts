import type { Language as Grammar, Tree } from "web-tree-sitter";

export const NONE = -1;
/** Type of a node that stands for what could not be parsed, and a field that no node has. */
const ERROR_ID = 65535;
/** Blanks at the end of a node that are looked through for its last line. */
const MAX_BLANKS = 1000;

/** A grammar's node types and fields, by id. */
export class Vocabulary {
  readonly types: readonly string[];
  /** Which types a `SyntaxTree` holds: 1 a named node, 2 a keyword, 0 punctuation, which it does not. */
  readonly kept = new Uint8Array(ERROR_ID + 1);

  /** The parser's own functions: its cursor copies itself to where they work, and back, for each of a node's features, which takes three times as long. */
  readonly walk;

  constructor(readonly grammar: Grammar, walker: (name: string) => (tree: number) => number) {
    this.types = grammar.types;
    this.walk = {
      root: walker("root_node"),
      open: walker("cursor_new"),
      close: walker("cursor_delete"),
      firstChild: walker("cursor_goto_first_child"),
      nextSibling: walker("cursor_goto_next_sibling"),
      parent: walker("cursor_goto_parent"),
      type: walker("cursor_current_node_type_id"),
      field: walker("cursor_current_field_id"),
      start: walker("cursor_start_index"),
      end: walker("cursor_end_index"),
    };
    this.kept[ERROR_ID] = 1;
    for (const [id, type] of this.types.entries()) {
      this.kept[id] = grammar.nodeTypeIsNamed(id) ? 1 : /^[a-z_]+$/.test(type) ? 2 : 0;
    }
  }

  type(id: number): string {
    return this.types[id] ?? "ERROR";
  }

  /** Id of a field's name; one that no node has where the grammar does not know it. */
  field(name: string): number {
    return this.grammar.fieldIdForName(name) ?? ERROR_ID;
  }
}

export type SyntaxTree = ReturnType<typeof syntaxTree>;

/** What was parsed from `text` as arrays, in order of the text, a node before what is in it; `parsed` may be deleted afterwards. Nodes are named by their index; `afters` are of the first node behind a node and all that is in it. */
export function syntaxTree(parsed: Tree, text: string, vocabulary: Vocabulary) {
  const most = parsed.rootNode.descendantCount;
  const typeIds = new Uint16Array(most);
  const fieldIds = new Uint16Array(most);
  const starts = new Int32Array(most);
  const ends = new Int32Array(most);
  const parents = new Int32Array(most);
  const afters = new Int32Array(most);
  const { kept, walk } = vocabulary;
  const lines = lineStarts(text);
  let size = 0;

  function take(): void {
    const address = Number(Reflect.get(parsed, 0));
    // Each works on what the one before has left in one place of the parser's memory: the root, then the cursor on it.
    walk.root(address);
    walk.open(address);
    let parent = NONE;
    for (;;) {
      const type = walk.type(address);
      if (kept[type] !== 0) {
        const node = size++;
        typeIds[node] = type;
        fieldIds[node] = walk.field(address);
        starts[node] = walk.start(address);
        ends[node] = walk.end(address);
        parents[node] = parent;
        afters[node] = size;
      }
      if (kept[type] === 1 && walk.firstChild(address) !== 0) {
        parent = size - 1;
        continue;
      }
      while (walk.nextSibling(address) === 0) {
        if (walk.parent(address) === 0) return void walk.close(address);
        afters[parent] = size;
        parent = parents[parent] ?? NONE;
      }
    }
  }
  take();

  /** 1-based line of an offset of the text. */
  function lineAt(offset: number): number {
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lines[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  return {
    size,
    text,
    typeIds,
    fieldIds,
    starts,
    ends,
    afters,
    type: (node: number) => vocabulary.type(typeIds[node] ?? ERROR_ID),
    textOf: (node: number) => node === NONE ? "" : text.slice(starts[node], ends[node]),
    parent: (node: number) => parents[node] ?? NONE,
    line: (node: number) => lineAt(starts[node] ?? 0),
    /** Line of the last character of a node that is not blank. */
    endLine(node: number): number {
      const [start = 0, end = 0] = [starts[node], ends[node]];
      const from = Math.max(start, end - MAX_BLANKS);
      return lineAt(from + Math.max(0, text.slice(from, end).trimEnd().length - 1));
    },
    /** A whole line, without its end; `line` is 1-based. */
    lineText(line: number): string {
      const end = lines[line];
      return text.slice(lines[line - 1], end === undefined ? undefined : end - 1);
    },
    /** Offset of the first character of a 1-based line; the end of the text where there is no such line. */
    lineStart: (line: number) => lines[line - 1] ?? text.length,
    *children(node: number): Generator<number> {
      if (node === NONE) return;
      const end = afters[node] ?? 0;
      for (let child = node + 1; child < end; child = afters[child] ?? end) yield child;
    },
    /** Whether it has a name in the grammar, as keywords and punctuation have not. */
    isNamed: (node: number) => kept[typeIds[node] ?? ERROR_ID] === 1,
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
