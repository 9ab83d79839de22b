import { gunzipSync } from "node:zlib";
import type { GrammarName } from "./grammars.ts";

/** How the built program's loader gives out what it carries besides code (`toolchain/code_cache/loader.ts`); in its first thread only. */
const CARRIED = Symbol.for("auto-tools.carried");

/**
 * The WebAssembly of the parser (`web-tree-sitter`) or of a grammar. Throws where it cannot be read.
 *
 * The built program carries it packed (`toolchain/build.sh`), for its first thread: a prompt's tools parse nothing. Where it was built without keeping code compiled, it lies
 * in `grammars/` beside the bundle, under a name that `deno compile` does not take for a module's. From source it is read from the packages. Its
 * branches are gathered (`gatherBranches`) in each case.
 */
export async function grammarBytes(name: GrammarName | "web-tree-sitter"): Promise<Uint8Array> {
  if (isBundled()) {
    return unpacked(carried(`${name}.gz`));
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
    return unpacked(carried(`${name}.code.gz`));
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** At once and in one piece: in a process that has just begun, handing it over piece by piece takes longer than unpacking it. */
function unpacked(packed: Uint8Array): Uint8Array {
  const size = new DataView(packed.buffer, packed.byteOffset + packed.length - 4).getUint32(0, true);
  return gunzipSync(packed, { chunkSize: Math.max(64, size) });
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
