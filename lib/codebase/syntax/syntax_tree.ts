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

  constructor(readonly grammar: Grammar) {
    this.types = grammar.types;
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

/** A parsed text as arrays, in order of the text, a node before what is in it. Nodes are named by their index. */
export class SyntaxTree {
  size = 0;
  readonly typeIds: Uint16Array;
  readonly fieldIds: Uint16Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly parents: Int32Array;
  /** Index of the first node behind a node and all that is in it. */
  readonly afters: Int32Array;
  readonly #vocabulary: Vocabulary;
  readonly #lineStarts: readonly number[];

  /** Takes in what was parsed from `text`; the tree may be deleted afterwards. */
  constructor(tree: Tree, readonly text: string, vocabulary: Vocabulary) {
    const most = tree.rootNode.descendantCount;
    this.typeIds = new Uint16Array(most);
    this.fieldIds = new Uint16Array(most);
    this.starts = new Int32Array(most);
    this.ends = new Int32Array(most);
    this.parents = new Int32Array(most);
    this.afters = new Int32Array(most);
    this.#vocabulary = vocabulary;
    this.#lineStarts = lineStarts(text);
    this.#take(tree, vocabulary);
  }

  #take(tree: Tree, { kept }: Vocabulary): void {
    const cursor = tree.walk();
    let parent = NONE;
    for (;;) {
      const type = cursor.nodeTypeId;
      if (kept[type] !== 0) {
        const node = this.size++;
        this.typeIds[node] = type;
        this.fieldIds[node] = cursor.currentFieldId;
        this.starts[node] = cursor.startIndex;
        this.ends[node] = cursor.endIndex;
        this.parents[node] = parent;
        this.afters[node] = this.size;
      }
      if (kept[type] === 1 && cursor.gotoFirstChild()) {
        parent = this.size - 1;
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) {
          cursor.delete();
          return;
        }
        this.afters[parent] = this.size;
        parent = this.parents[parent] ?? NONE;
      }
    }
  }

  type(node: number): string {
    return this.#vocabulary.type(this.typeIds[node] ?? ERROR_ID);
  }

  textOf(node: number): string {
    return node === NONE ? "" : this.text.slice(this.starts[node], this.ends[node]);
  }

  parent(node: number): number {
    return this.parents[node] ?? NONE;
  }

  /** 1-based line of an offset of the text. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  line(node: number): number {
    return this.lineAt(this.starts[node] ?? 0);
  }

  /** Line of the last character of a node that is not blank. */
  endLine(node: number): number {
    const start = this.starts[node] ?? 0;
    const end = this.ends[node] ?? 0;
    const shown = this.text.slice(Math.max(start, end - MAX_BLANKS), end).trimEnd();
    return this.lineAt(Math.max(start, end - MAX_BLANKS) + Math.max(0, shown.length - 1));
  }

  /** A whole line, without its end; `line` is 1-based. */
  lineText(line: number): string {
    const end = this.#lineStarts[line];
    return this.text.slice(this.#lineStarts[line - 1], end === undefined ? undefined : end - 1);
  }

  /** Offset of the first character of a 1-based line; the end of the text where there is no such line. */
  lineStart(line: number): number {
    return this.#lineStarts[line - 1] ?? this.text.length;
  }

  *children(node: number): Generator<number> {
    if (node === NONE) return;
    const end = this.afters[node] ?? 0;
    for (let child = node + 1; child < end; child = this.afters[child] ?? end) yield child;
  }

  /** Whether it has a name in the grammar, as keywords and punctuation have not. */
  isNamed(node: number): boolean {
    return this.#vocabulary.kept[this.typeIds[node] ?? ERROR_ID] === 1;
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
