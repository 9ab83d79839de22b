import type { Language as Grammar, Parser } from "web-tree-sitter";
import { grammarModule } from "./grammar_modules.ts";

/** Pages of 64 kB that trees and grammars may take: 512 MB. What needs more breaks the parser. */
const MAX_PAGES = 8192;
const FIRST_PAGES = 512;

/** The parser of `web-tree-sitter`, and how a grammar is loaded into it. */
export interface ParserLibrary {
  memory: WebAssembly.Memory;
  parser: () => Parser;
  load: (module: WebAssembly.Module) => Grammar;
}

type Received = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

/** The memory of the library, of which there is one a process: a second one would be handed the first one's memory. */
let opened: Promise<WebAssembly.Memory> | undefined;

/** The parser, loaded with the first call. Throws where it cannot be. */
export async function openLibrary(modules = grammarModule): Promise<ParserLibrary> {
  const opening = opened ??= initialized(modules);
  try {
    const [memory, { Parser, Language }] = await Promise.all([opening, import("web-tree-sitter")]);
    return { memory, parser: () => new Parser(), load: (module) => Language.loadSync(module) };
  } catch (error) {
    if (opened === opening) opened = undefined;
    throw error;
  }
}

async function initialized(modules: typeof grammarModule): Promise<WebAssembly.Memory> {
  const [{ Parser }, module] = await Promise.all([
    import("web-tree-sitter"),
    modules("web-tree-sitter"),
  ]);
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES });
  await Parser.init({
    instantiateWasm: (imports: WebAssembly.Imports, received: Received) =>
      received(new WebAssembly.Instance(module, imports), module),
    wasmMemory: memory,
    printErr: () => {},
  });
  return memory;
}
