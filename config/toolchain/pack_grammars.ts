/** Seals the parser's WebAssembly and its grammars' into a folder, which is made: `pack_grammars.ts OUT`. Same packages, same bytes. */
import { gatherBranches } from "./gather_branches.ts";
import { packageFiles } from "../../lib/codebase/syntax/grammar_packages.ts";
import { sealed } from "./sealed.ts";

const [out] = Deno.args;
if (out === undefined) throw new Error("usage: pack_grammars.ts OUT");
await Deno.mkdir(out, { recursive: true });
for (const [name, url] of packageFiles()) {
  await Deno.writeFile(`${out}/${name}.sealed`, sealed(gatherBranches(await Deno.readFile(url))));
}
