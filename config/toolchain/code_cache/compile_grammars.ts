/**
 * Has V8 compile the parser and its grammars, and keeps the machine code beside what `pack_grammars.ts` has sealed: `compile_grammars OUT SAMPLE…`. Code is for one set
 * of V8's flags, and `deno run` has others than a compiled program: this is bundled and compiled as the program is.
 */
import { type GrammarName, GRAMMARS } from "../../../lib/codebase/syntax/grammars.ts";
import { grammarModule } from "../../../lib/codebase/syntax/parser_library.ts";
import { outliner } from "../../../lib/codebase/syntax/outliner.ts";
import { sealed } from "../sealed.ts";
import type { Language } from "../../../lib/codebase/files/languages.ts";

/** ms that V8 is given for each: what runs a thousand times is optimized, at the side. */
const WARM_MS = 400;

const [out = "", ...samples] = Deno.args;
const serialized = new Function("module", "return %SerializeWasmModule(module)");
/** In any language: how a grammar reads is what is optimized, not what. */
const texts = samples.map((path) => Deno.readTextFileSync(path));

const modules = new Map<string, WebAssembly.Module>();
const parser = outliner({
  modules: async (name) => {
    const module = await grammarModule(name);
    modules.set(name, module);
    return module;
  },
});
for (const name of GRAMMARS) {
  const until = performance.now() + WARM_MS;
  while (performance.now() < until) {
    for (const text of texts) await parser.outline(text, ...fileOf(name));
    // V8 compiles on another thread; let what it has done come in.
    await new Promise((go) => setTimeout(go, 0));
  }
}
for (const [name, module] of modules) {
  Deno.writeFileSync(`${out}/${name}.code.sealed`, sealed(new Uint8Array(serialized(module))));
}

/** A language and a path that are parsed with a grammar. */
function fileOf(name: GrammarName): [Language, string] {
  if (name === "tsx") return ["typescript", "sample.tsx"];
  return [name === "c_sharp" ? "csharp" : name, "sample"];
}
