import type { Tree } from "web-tree-sitter";
import { addressOf, ERROR_ID, type Vocabulary } from "./vocabulary.ts";

/** What stands for "no such node". */
export const NONE = -1;

/** Numbers on the stack for each node whose children are being passed: where its siblings are to be gone on with. */
const FRAME = 7;

/** A place for a node in the parser's memory: a small leaf itself, or the address of what follows; a node's children lie before it. In bytes. */
const SLOT_BYTES = 8;
/** What is known of a node that is no small leaf (`SubtreeHeapData`): where it lies, in words of 4 bytes. */
const HEAP = { size: 4, children: 9, symbol: 10, flags: 11, visibleChildren: 12, production: 16 } as const;
const VISIBLE = 1;
const EXTRA = 4;
/** Blanks at the end of a node that are looked through for its last line. */
const MAX_BLANKS = 1000;

/**
 * A parsed text as arrays, in order of the text, a node before what is in it. Nodes are named by their index.
 *
 * It is copied out of the parser's memory in one walk: asking the parser for each node would cost half as much again as parsing.
 */
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

  #take(tree: Tree, vocabulary: Vocabulary): void {
    const { kept, memory, publicSymbols, aliases, aliasWidth, fieldsOf } = vocabulary;
    const words = new Uint32Array(memory.buffer);
    const stack: number[] = [];
    let depth = 0;
    // Where the next child stands, and what is behind the last: the root is an only child.
    let slot = addressOf(tree);
    let end = slot + SLOT_BYTES;
    let position = 0;
    let child = 0;
    let production = 0;
    /** The field of the hidden node around. */
    let outerField = 0;
    let parent = NONE;
    for (;;) {
      while (slot === end) {
        if (depth === 0) return;
        const frame = --depth * FRAME;
        const open = stack[frame + 6] ?? NONE;
        if (open !== parent) this.afters[parent] = this.size;
        slot = stack[frame] ?? 0;
        end = stack[frame + 1] ?? 0;
        position = stack[frame + 2] ?? 0;
        child = stack[frame + 3] ?? 0;
        production = stack[frame + 4] ?? 0;
        outerField = stack[frame + 5] ?? 0;
        parent = open;
      }
      const low = words[slot >>> 2] ?? 0;
      const isInline = (low & 1) !== 0;
      const at = isInline ? slot >>> 2 : low >>> 2;
      const high = words[at + 1] ?? 0;
      const flags = isInline ? low >>> 1 : words[at + HEAP.flags] ?? 0;
      const padding = isInline ? (high >>> 16) & 0xff : high;
      const length = isInline ? high >>> 24 : words[at + HEAP.size] ?? 0;
      const count = isInline ? 0 : words[at + HEAP.children] ?? 0;
      const symbol = isInline ? (low >>> 8) & 0xff : (words[at + HEAP.symbol] ?? 0) & 0xffff;
      const start = position + padding;
      slot += SLOT_BYTES;
      position = start + length;
      let alias = 0;
      let field = 0;
      if ((flags & EXTRA) === 0) {
        if (production !== 0) alias = aliases[production * aliasWidth + child] ?? 0;
        field = fieldsOf[production]?.[child] ?? 0;
        if (field === 0) field = outerField;
        child++;
      }
      let inside = parent;
      if (alias !== 0 || (flags & VISIBLE) !== 0 || parent === NONE) {
        const shown = alias === 0 ? symbol : alias;
        const type = shown === ERROR_ID ? ERROR_ID : publicSymbols[shown] ?? ERROR_ID;
        if (kept[type] !== 0) {
          inside = this.size++;
          this.typeIds[inside] = type;
          this.parents[inside] = parent;
          this.starts[inside] = start >>> 1;
          this.ends[inside] = position >>> 1;
          this.fieldIds[inside] = field;
          this.afters[inside] = this.size;
        }
        field = 0;
      } else if ((words[at + HEAP.visibleChildren] ?? 0) === 0) continue;
      if (count === 0) continue;
      const frame = depth++ * FRAME;
      stack[frame] = slot;
      stack[frame + 1] = end;
      stack[frame + 2] = position;
      stack[frame + 3] = child;
      stack[frame + 4] = production;
      stack[frame + 5] = outerField;
      stack[frame + 6] = parent;
      end = low;
      slot = low - count * SLOT_BYTES;
      // The first child's padding is the node's own.
      position = start - padding;
      child = 0;
      production = (words[at + HEAP.production] ?? 0) >>> 16;
      outerField = field;
      parent = inside;
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

  firstChild(node: number): number {
    return node + 1 < (this.afters[node] ?? 0) ? node + 1 : NONE;
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
