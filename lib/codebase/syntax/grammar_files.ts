import { unsealed } from "./sealed.ts";
import type { GrammarName } from "./grammars.ts";

/** How the built program's loader gives out what it carries besides code (`toolchain/code_cache/loader.ts`); in its first thread only. */
const CARRIED = Symbol.for("auto-tools.carried");

/**
 * The WebAssembly of the parser (`web-tree-sitter`) or of a grammar. Throws where it cannot be read or is damaged.
 *
 * The built program carries it sealed (`toolchain/build.sh`), for its first thread: a prompt's tools parse nothing. Where it was built without keeping code compiled, it lies
 * in `grammars/` beside the bundle, under a name that `deno compile` does not take for a module's. From source it is read from the packages. Its
 * branches are gathered (`gatherBranches`) in each case.
 */
export async function grammarBytes(name: GrammarName | "web-tree-sitter"): Promise<Uint8Array> {
  if (isBundled()) return unsealed(carried(`${name}.sealed`));
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
    return unsealed(carried(`${name}.code.sealed`));
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function carried(file: string): Uint8Array {
  const read: unknown = Reflect.get(globalThis, CARRIED);
  const bytes: unknown = typeof read === "function" ? read(file) : undefined;
  return bytes instanceof Uint8Array
    ? bytes
    : Deno.readFileSync(new URL(`./grammars/${file}`, import.meta.url));
}

function isBundled(): boolean {
  return !import.meta.url.endsWith("/lib/codebase/syntax/grammar_files.ts");
}
