import { grammarBytes, grammarCode } from "./grammar_files.ts";
import type { GrammarName } from "./grammars.ts";

/** The parser (`web-tree-sitter`) or a grammar, ready to be instantiated. Throws where it cannot be read or is no WebAssembly. */
export async function grammarModule(name: GrammarName | "web-tree-sitter"): Promise<WebAssembly.Module> {
  const bytes = await grammarBytes(name);
  const code = grammarCode(name);
  return (code && restored(bytes, code)) ?? await WebAssembly.compile(bytes);
}

/**
 * A module with the machine code that V8 had made of it when the program was built (`toolchain/code_cache/compile_grammars.ts`): a process that parses ten files ends before
 * V8 would have optimized the parser. Undefined where this V8, or this processor, is not the one that the code is for.
 */
export function restored(bytes: Uint8Array, code: Uint8Array): WebAssembly.Module | undefined {
  let module: unknown;
  try {
    // V8 gives a program no other way to it, and this one only under `--allow-natives-syntax`.
    const natively = new Function("code", "bytes", "return %DeserializeWasmModule(code, bytes)");
    module = natively(code.slice().buffer, bytes);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return module instanceof WebAssembly.Module ? module : undefined;
}
