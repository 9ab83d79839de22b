/** Puts the parser's WebAssembly, and its grammars' packed, into a folder, which is made: `pack_grammars.ts OUT`. Same packages, same bytes. */
import { gzipSync } from "node:zlib";
import { gatherBranches } from "../lib/codebase/syntax/gather_branches.ts";
import { packageFiles } from "../lib/codebase/syntax/grammar_packages.ts";

const [out] = Deno.args;
if (out === undefined) throw new Error("usage: pack_grammars.ts OUT");
await Deno.mkdir(out, { recursive: true });
for (const [name, url] of packageFiles()) {
  const bytes = gatherBranches(await Deno.readFile(url));
  if (name === "web-tree-sitter") await Deno.writeFile(`${out}/${name}`, bytes);
  else await Deno.writeFile(`${out}/${name}.gz`, gzipSync(bytes, { level: 9 }));
}
