import { gunzipSync } from "node:zlib";
import { attempt } from "../../settings/attempt.ts";
import { carried } from "../../settings/carried.ts";

/** The parser (`web-tree-sitter`) or a grammar, ready to be instantiated. Throws where it cannot be read or is no WebAssembly. */
export async function grammarModule(name: string): Promise<WebAssembly.Module> {
  const bytes = await grammarBytes(name);
  // Where it was built without machine code, V8 compiles it anew.
  const code = isBundled() ? attempt(() => unpacked(`${name}.code.sealed`)) : undefined;
  return (code && restored(bytes, code)) ?? await WebAssembly.compile(bytes);
}

/**
 * The WebAssembly of the parser or of a grammar. Throws where it cannot be read or is damaged.
 *
 * The built program carries it as gzip, which has a checksum (`config/toolchain/pack_grammars.ts`), for its first thread: a prompt's tools parse nothing. Where it
 * was built without keeping code compiled, it lies in `grammars/` beside the bundle. From source it is read from the packages.
 */
export async function grammarBytes(name: string): Promise<Uint8Array> {
  if (isBundled()) return unpacked(`${name}.sealed`);
  const { packageFiles } = await import("./grammar_packages.ts");
  const file = packageFiles().get(name);
  if (file === undefined) throw new Error(`no package has a grammar ${name}`);
  return await Deno.readFile(file);
}

/** More than what is shipped has unpacked, whatever a damaged one says. */
const MAX_BYTES = 32 * 1024 * 1024;

function unpacked(file: string): Uint8Array {
  const packed = carried(file) ?? Deno.readFileSync(new URL(`./grammars/${file}`, import.meta.url));
  // In one piece of its very size, which gzip ends with: V8 begins to collect garbage where much is held outside of its heap.
  const size = new DataView(packed.buffer, packed.byteOffset + packed.byteLength - 4).getUint32(0, true);
  return gunzipSync(packed, { chunkSize: Math.min(size + 1, MAX_BYTES) });
}

function isBundled(): boolean {
  return !import.meta.url.endsWith("/lib/codebase/syntax/parser_library.ts");
}

/**
 * A module with the machine code that V8 had made of it when the program was built (`config/toolchain/code_cache/compile_grammars.ts`): a process that parses ten files ends before
 * V8 would have optimized the parser. Undefined where this V8, or this processor, is not the one that the code is for.
 */
export function restored(bytes: Uint8Array, code: Uint8Array): WebAssembly.Module | undefined {
  // V8 gives a program no other way to it, and this one only under `--allow-natives-syntax`.
  const natively = attempt(() => new Function("code", "bytes", "return %DeserializeWasmModule(code, bytes)"));
  const module: unknown = natively?.(code.slice().buffer, bytes);
  return module instanceof WebAssembly.Module ? module : undefined;
}

/** Pages of 64 kB that trees and grammars may take: 512 MB. What needs more breaks the parser. */
const MAX_PAGES = 8192;
const FIRST_PAGES = 512;

export type ParserLibrary = Awaited<ReturnType<typeof openLibrary>>;

type Received = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

/** The library's memory and functions, once a process: a second one would be handed the first one's memory. */
let opened: Promise<{ memory: WebAssembly.Memory; exports: WebAssembly.Exports }> | undefined;

/** The parser of `web-tree-sitter`, loaded with the first call, and how a grammar is loaded into it. Throws where it cannot be. */
export async function openLibrary(modules = grammarModule) {
  const opening = opened ??= initialized(modules);
  try {
    const [{ memory, exports }, { Parser, Language }] = await Promise.all([
      opening,
      import("web-tree-sitter"),
    ]);
    return {
      memory,
      /** One of the functions that walk a tree; all take the tree's address. */
      walker(name: string): (tree: number) => number {
        const { [`ts_tree_${name}_wasm`]: found } = exports;
        if (typeof found !== "function") throw new Error(`the parser has no ${name}`);
        return found as (tree: number) => number;
      },
      parser: () => new Parser(),
      load: (module: WebAssembly.Module) => Language.loadSync(module),
    };
  } catch (error) {
    if (opened === opening) opened = undefined;
    throw error;
  }
}

async function initialized(modules: typeof grammarModule) {
  const [{ Parser }, module] = await Promise.all([import("web-tree-sitter"), modules("web-tree-sitter")]);
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES });
  let exports: WebAssembly.Exports = {};
  await Parser.init({
    instantiateWasm(imports: WebAssembly.Imports, received: Received) {
      const instance = new WebAssembly.Instance(module, imports);
      exports = instance.exports;
      received(instance, module);
    },
    wasmMemory: memory,
    printErr: () => {},
  });
  return { memory, exports };
}
