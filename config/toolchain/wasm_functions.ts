import { Buffer } from "node:buffer";

/** The section of a WebAssembly module that holds its functions. */
const CODE = 10;
const HEADER = 8;

/** Reads numbers and instructions of a WebAssembly module, one after another. */
export class WasmReader {
  constructor(readonly bytes: Uint8Array, public at = 0) {}

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new RangeError("the WebAssembly ends too early");
    return byte;
  }

  /** A whole number in as many bytes as it takes (LEB128), without sign, below 2³². */
  number(): number {
    let value = 0;
    for (let factor = 1;; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      if (factor > 2 ** 28) throw new RangeError("a number of the WebAssembly is too long");
    }
  }

  /** Passes over a number of any length. */
  skipNumber(): void {
    while (this.byte() >= 128);
  }
}

/** A number as a module writes it. */
export function wasmNumber(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value;; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push(rest % 128 + 128);
  }
}

/** A module with each function's body (its locals, then its instructions) as `change` makes it; one that it gives back undefined stays. */
export function withFunctions(
  module: Uint8Array,
  change: (body: Uint8Array) => Uint8Array | undefined,
): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [module.subarray(0, HEADER)];
  const reader = new WasmReader(module, HEADER);
  while (reader.at < module.length) {
    const start = reader.at;
    const id = reader.byte();
    const length = reader.number();
    const end = reader.at + length;
    if (end > module.length) throw new RangeError("a section of the WebAssembly ends too early");
    if (id === CODE) {
      const functions = changedFunctions(reader, change);
      const size = functions.reduce((sum, piece) => sum + piece.length, 0);
      pieces.push(Uint8Array.from([id, ...wasmNumber(size)]), ...functions);
    } else pieces.push(module.subarray(start, end));
    reader.at = end;
  }
  return new Uint8Array(Buffer.concat(pieces));
}

function changedFunctions(
  reader: WasmReader,
  change: (body: Uint8Array) => Uint8Array | undefined,
): Uint8Array[] {
  const count = reader.number();
  const pieces: Uint8Array[] = [Uint8Array.from(wasmNumber(count))];
  for (let index = 0; index < count; index++) {
    const length = reader.number();
    const body = reader.bytes.subarray(reader.at, reader.at += length);
    const changed = change(body) ?? body;
    pieces.push(Uint8Array.from(wasmNumber(changed.length)), changed);
  }
  return pieces;
}
