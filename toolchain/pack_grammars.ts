/** Packs the parser's WebAssembly and its grammars' into a folder, which is made: `pack_grammars.ts OUT`. Same packages, same bytes. */
import { gzipSync } from "node:zlib";
import { gatherBranches } from "../lib/codebase/syntax/gather_branches.ts";
import { packageFiles } from "../lib/codebase/syntax/grammar_packages.ts";

const [out] = Deno.args;
if (out === undefined) throw new Error("usage: pack_grammars.ts OUT");
await Deno.mkdir(out, { recursive: true });
for (const [name, url] of packageFiles()) {
  const bytes = gatherBranches(await Deno.readFile(url));
  // Every language needs the parser: it is not made smaller, only given the checksum.
  const level = name === "web-tree-sitter" ? 0 : 9;
  await Deno.writeFile(`${out}/${name}.gz`, gzipSync(bytes, { level }));
}
