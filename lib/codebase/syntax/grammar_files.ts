import { gunzipSync } from "node:zlib";
import type { GrammarName } from "./grammars.ts";

/**
 * The WebAssembly of the parser (`web-tree-sitter`) or of a grammar. Throws where it cannot be read.
 *
 * The built program carries it packed, in `grammars/` beside the bundle (`toolchain/build.sh`), under a name that `deno compile` does not take for
 * a module's; reading needs permission for that folder, which the tools' sandbox is not given: a prompt parses nothing. From source it is read
 * from the packages. Its branches are gathered (`gatherBranches`) either way.
 */
export async function grammarBytes(name: GrammarName | "web-tree-sitter"): Promise<Uint8Array> {
  if (isBundled()) {
    // At once: in a process that has just begun, handing it over piece by piece takes longer than unpacking it.
    return gunzipSync(Deno.readFileSync(new URL(`./grammars/${name}.gz`, import.meta.url)));
  }
  const { packageFiles } = await import("./grammar_packages.ts");
  const file = packageFiles().get(name);
  if (file === undefined) throw new Error(`no package has a grammar ${name}`);
  const { gatherBranches } = await import("./gather_branches.ts");
  return gatherBranches(await Deno.readFile(file));
}

/** What V8 had made of it when the program was built; undefined from source, and where it cannot be had: then V8 compiles it anew. */
export function grammarCode(name: GrammarName | "web-tree-sitter"): Uint8Array | undefined {
  if (!isBundled()) return undefined;
  try {
    return gunzipSync(Deno.readFileSync(new URL(`./grammars/${name}.code.gz`, import.meta.url)));
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function isBundled(): boolean {
  return !import.meta.url.endsWith("/lib/codebase/syntax/grammar_files.ts");
}
