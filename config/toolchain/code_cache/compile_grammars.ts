/**
 * Has V8 optimize what of the parser and its grammars runs often, and keeps the machine code beside what `pack_grammars.ts` has sealed: `compile_grammars.ts OUT FLAGS
 * SAMPLE…`. Under `--wasm-sync-tier-up` and without threads the same samples give the same code. FLAGS is a file of `flags.ts`.
 */
import { gunzipSync } from "node:zlib";
import { GRAMMARS } from "../../../lib/codebase/syntax/dialect.ts";
import { outliner } from "../../../lib/codebase/syntax/outliner.ts";
import { sealed } from "../sealed.ts";
import { FLAGS_AT } from "./flags.ts";
import type { Language } from "../../../lib/codebase/files/languages.ts";

/** Times each sample is parsed by each grammar: in any language, for how a grammar reads is what is optimized, not what. As many as V8's budget takes. */
const ROUNDS = 4;

const [out = "", flags = "", ...samples] = Deno.args;
const serialized = new Function("module", "return %SerializeWasmModule(module)");
const texts = samples.map((path) => Deno.readTextFileSync(path));

const modules = new Map<string, WebAssembly.Module>();
const parser = outliner({
  modules: async (name) => {
    const module = await WebAssembly.compile(gunzipSync(Deno.readFileSync(`${out}/${name}.sealed`)));
    modules.set(name, module);
    return module;
  },
});
for (const name of GRAMMARS) {
  for (let round = 0; round < ROUNDS; round++) {
    for (const text of texts) await parser.outline(text, ...fileOf(name));
  }
}
for (const [name, module] of modules) {
  const code = new Uint8Array(serialized(module));
  code.set(Deno.readFileSync(flags), FLAGS_AT);
  Deno.writeFileSync(`${out}/${name}.code.sealed`, sealed(code));
}

/** A language and a path that are parsed with a grammar. */
function fileOf(name: string): [Language, string] {
  if (name === "tsx") return ["typescript", "sample.tsx"];
  return [(name === "c_sharp" ? "csharp" : name) as Language, "sample"];
}
