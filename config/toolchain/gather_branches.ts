import { wasmNumber, WasmReader, withFunctions } from "./wasm_functions.ts";

/** Branches to one label that are gathered into one. */
const GATHERED = 32;
/** Bytes of a function below which it has no such label. */
const MIN_FUNCTION = 4000;
const VOID = 0x40;
const OP = { block: 0x02, loop: 0x03, if: 0x04, end: 0x0b, br: 0x0c, brIf: 0x0d, brTable: 0x0e } as const;

/** Where a label stands for: a function, block, loop or condition, or a block that was put into another. */
interface Frame {
  isBlock: boolean;
  /** Whether what branches to it brings no value. */
  isVoid: boolean;
  /** Branches from within to labels outside, by label, but for those that are gathered. */
  leaving: Map<Frame, Branch[]>;
  /** Blocks that were put into it around all that it holds, the innermost first, and where each leads on. */
  gathers: { inner: Frame; onward: Branch }[];
}

interface Branch {
  target: Frame;
}

/** What a function is made of, in order. */
type Part =
  | { kind: "bytes"; from: number; to: number }
  | { kind: "opens"; frame: Frame }
  | { kind: "ends"; frame: Frame }
  | { kind: "branches"; op: number; branches: Branch[] };

/**
 * The same WebAssembly, but where dozens of branches lead to one label, they lead to blocks in between that lead on to it.
 *
 * In the lexer of a large grammar thousands of branches lead to one label. V8's optimizing compiler (as in Deno 2.4.2) takes memory with the square of
 * their number: half a gigabyte for C++, a whole one for Kotlin, and for Swift so much that the process ends ("out of memory: Zone").
 *
 * A function with an instruction that is not known here stays as it is. Throws where the bytes are no WebAssembly.
 */
export function gatherBranches(module: Uint8Array): Uint8Array<ArrayBuffer> {
  return withFunctions(module, (body) => {
    if (body.length < MIN_FUNCTION) return undefined;
    const read = partsOf(body);
    return read && gather(read.parts) ? written(body, read.parts, read.whole) : undefined;
  });
}

function frame(isBlock: boolean, isVoid: boolean): Frame {
  return { isBlock, isVoid, leaving: new Map(), gathers: [] };
}

/** Undefined where an instruction is not known. */
function partsOf(body: Uint8Array): { parts: Part[]; whole: Frame } | undefined {
  const reader = new WasmReader(body);
  for (let groups = reader.number(); groups > 0; groups--) {
    reader.number();
    reader.byte();
  }
  const parts: Part[] = [];
  const whole = frame(false, false);
  const open = [whole];
  let from = 0;
  const take = (to: number, part: Part) => {
    parts.push({ kind: "bytes", from, to }, part);
    from = reader.at;
  };
  const branch = (): Branch => {
    const target = open.at(-1 - reader.number());
    if (target === undefined) throw new RangeError("a branch of the WebAssembly leads nowhere");
    return { target };
  };
  while (reader.at < body.length) {
    const start = reader.at;
    const op = reader.byte();
    switch (op) {
      case OP.block:
      case OP.loop:
      case OP.if: {
        const type = body[reader.at];
        reader.skipNumber();
        const inner = frame(op === OP.block, type === VOID);
        open.push(inner);
        take(reader.at, { kind: "opens", frame: inner });
        break;
      }
      case OP.end: {
        const ended = open.pop();
        if (ended === undefined) throw new RangeError("a function of the WebAssembly ends twice");
        take(start, { kind: "ends", frame: ended });
        break;
      }
      case OP.br:
      case OP.brIf:
        take(start, { kind: "branches", op, branches: [branch()] });
        break;
      case OP.brTable: {
        const count = reader.number();
        take(start, { kind: "branches", op, branches: Array.from({ length: count + 1 }, branch) });
        break;
      }
      default:
        if (!skipOperands(reader, op)) return undefined;
    }
  }
  return { parts, whole };
}

/** Passes over what follows an instruction that names no label; false where it is not known. */
function skipOperands(reader: WasmReader, op: number): boolean {
  // Loads and stores: alignment and offset. An indirect call: type and table.
  if ((op >= 0x28 && op <= 0x3e) || op === 0x11) {
    reader.skipNumber();
    reader.skipNumber();
  } // A direct call, variables, the memory's size, constants.
  else if (op === 0x10 || (op >= 0x20 && op <= 0x24) || (op >= 0x3f && op <= 0x42)) reader.skipNumber();
  else if (op === 0x43) reader.at += 4;
  else if (op === 0x44) reader.at += 8;
  else if (op === 0xfc) {
    const kind = reader.number();
    // To copy and to fill memory; those below 8 have no operands.
    if (kind > 7 && kind !== 10 && kind !== 11) return false;
    for (let left = kind === 10 ? 2 : kind === 11 ? 1 : 0; left > 0; left--) reader.skipNumber();
  } // `else` and what works on the stack alone.
  else {return op <= 0x01 || op === 0x05 || op === 0x0f || op === 0x1a || op === 0x1b ||
      (op >= 0x45 && op <= 0xc4);}
  return true;
}

/** Puts blocks between branches and their labels; whether there was a need for one. */
function gather(parts: readonly Part[]): boolean {
  const open: Frame[] = [];
  let isChanged = false;
  for (const part of parts) {
    if (part.kind === "opens") open.push(part.frame);
    else if (part.kind === "branches") {
      // A table's branches stay: all of its labels are named once.
      if (part.op !== OP.brTable) { for (const each of part.branches) leave(open.at(-1), each); }
    } else if (part.kind === "ends") {
      open.pop();
      const { frame } = part;
      for (const [target, branches] of frame.leaving) {
        if (target === frame) continue;
        let left = branches;
        if (frame.isBlock && frame.isVoid && target.isVoid && branches.length >= GATHERED) {
          const inner = { isBlock: true, isVoid: true, leaving: new Map(), gathers: [] };
          const onward = { target };
          for (const each of branches) each.target = inner;
          frame.gathers.push({ inner, onward });
          left = [onward];
          isChanged = true;
        }
        for (const each of left) leave(open.at(-1), each);
      }
    }
  }
  return isChanged;
}

function leave(from: Frame | undefined, branch: Branch): void {
  const branches = from?.leaving.get(branch.target);
  if (branches) branches.push(branch);
  else from?.leaving.set(branch.target, [branch]);
}

function written(body: Uint8Array, parts: readonly Part[], whole: Frame): Uint8Array {
  const out: number[] = [];
  const open = [whole];
  const branch = ({ target }: Branch) => out.push(...wasmNumber(open.length - 1 - open.lastIndexOf(target)));
  for (const part of parts) {
    switch (part.kind) {
      case "bytes":
        for (let at = part.from; at < part.to; at++) out.push(body[at] ?? 0);
        break;
      case "opens":
        open.push(part.frame);
        for (const { inner } of part.frame.gathers.toReversed()) {
          out.push(OP.block, VOID);
          open.push(inner);
        }
        break;
      case "branches":
        out.push(part.op);
        if (part.op === OP.brTable) out.push(...wasmNumber(part.branches.length - 1));
        part.branches.forEach(branch);
        break;
      case "ends":
        // What comes to the end of what was there goes past the branches that lead on.
        if (part.frame.gathers.length > 0) {
          out.push(OP.br);
          branch({ target: part.frame });
        }
        for (const { onward } of part.frame.gathers) {
          out.push(OP.end);
          open.pop();
          out.push(OP.br);
          branch(onward);
        }
        out.push(OP.end);
        open.pop();
    }
  }
  return Uint8Array.from(out);
}
