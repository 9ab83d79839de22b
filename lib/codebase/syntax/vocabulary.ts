import type { Language as Grammar } from "web-tree-sitter";

/** Offsets of what is read of a grammar (`TSLanguage`) in the parser's memory, in bytes. */
const GRAMMAR = {
  symbols: 4,
  aliases: 8,
  productions: 28,
  fields: 32,
  aliasWidth: 36,
  fieldSlices: 64,
  fieldEntries: 68,
  publicSymbols: 76,
  aliasSequences: 84,
} as const;
/** Type of a node that stands for what could not be parsed. */
export const ERROR_ID = 65535;

/**
 * A grammar's node types and fields, by id, and what it says of the children of its productions, copied out of the parser's memory. Its tables lie there as
 * `web-tree-sitter` of exactly the version that is shipped lays them out; a test holds what is read this way to what the parser's own cursor says.
 */
export class Vocabulary {
  readonly types: readonly string[];
  /** Which types a `SyntaxTree` holds: 1 a named node, 2 a keyword, 0 punctuation, which it does not. */
  readonly kept = new Uint8Array(ERROR_ID + 1);
  /** By symbol: the one that stands for it outside. */
  readonly publicSymbols: Uint16Array;
  /** Symbols that children have in place of their own, 0 for none: of a production, so many as `aliasWidth`. */
  readonly aliases: Uint16Array;
  readonly aliasWidth: number;
  /** By production: fields of its children, 0 for none. */
  readonly fieldsOf: readonly Uint16Array[];
  readonly #fields: Map<string, number>;

  /** Throws where memory does not hold what the grammar says of itself. */
  constructor(grammar: Grammar, readonly memory: WebAssembly.Memory) {
    this.types = grammar.types;
    this.kept[ERROR_ID] = 1;
    for (const [id, type] of this.types.entries()) {
      this.kept[id] = grammar.nodeTypeIsNamed(id) ? 1 : /^[a-z_]+$/.test(type) ? 2 : 0;
    }
    this.#fields = new Map(grammar.fields.flatMap((name, id) => name === null ? [] : [[name, id]]));
    const view = new DataView(memory.buffer);
    const at = addressOf(grammar);
    const word = (offset: number) => view.getUint32(at + offset, true);
    const shorts = (address: number, length: number) =>
      new Uint16Array(memory.buffer, address, length).slice();
    const symbols = word(GRAMMAR.symbols) + word(GRAMMAR.aliases);
    const fieldCount = word(GRAMMAR.fields);
    if (symbols !== grammar.types.length || fieldCount !== grammar.fieldCount) {
      throw new TypeError("the grammar lies in memory in another way than it is read");
    }
    const productions = word(GRAMMAR.productions);
    this.publicSymbols = shorts(word(GRAMMAR.publicSymbols), symbols);
    this.aliasWidth = view.getUint16(at + GRAMMAR.aliasWidth, true);
    this.aliases = shorts(word(GRAMMAR.aliasSequences), productions * this.aliasWidth);
    this.fieldsOf = Array.from({ length: productions }, (_, production) => {
      if (fieldCount === 0) return new Uint16Array();
      const slice = word(GRAMMAR.fieldSlices) + 4 * production;
      const entries = word(GRAMMAR.fieldEntries) + 4 * view.getUint16(slice, true);
      return fieldsIn(view, entries, view.getUint16(slice + 2, true));
    });
  }

  type(id: number): string {
    return this.types[id] ?? "ERROR";
  }

  /** Id of a field's name; an id that no node has where the grammar does not know it. */
  field(name: string): number {
    return this.#fields.get(name) ?? ERROR_ID;
  }
}

/** Where the parser keeps what one of its objects stands for: it has no name there. */
export function addressOf(held: object): number {
  const address: unknown = Reflect.get(held, 0);
  if (typeof address !== "number") throw new TypeError("no such object of the parser's");
  return address;
}

/** Each entry: field, child, and whether it is said of a child within that child. */
function fieldsIn(view: DataView, address: number, count: number): Uint16Array {
  const found: number[] = [];
  for (let entry = address; entry < address + 4 * count; entry += 4) {
    const child = view.getUint8(entry + 2);
    if (view.getUint8(entry + 3) === 0) found[child] ??= view.getUint16(entry, true);
  }
  return Uint16Array.from(found, (field) => field ?? 0);
}
