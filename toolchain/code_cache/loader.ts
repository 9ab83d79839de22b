/**
 * Loads the built program: its chunks are scripts, each with what V8 had compiled of it when the program was built, so that a start parses and compiles
 * next to nothing. A chunk without that, or whose V8 will not have it, is compiled as it runs.
 *
 * Deno's own code cache holds only what runs while a module loads, and lies in the shared temporary folder, where another user could plant one; this one
 * is part of the program.
 */
import process from "node:process";
import { Script } from "node:vm";
import { type Index, INDEX_BYTES, PACK, SCHEME } from "./pack.ts";

/** The scripts that were loaded, by chunk. */
export const scripts = new Map<string, Script>();

type Exports = Record<string, unknown>;
/** What a chunk is wrapped in (`to_scripts.ts`). */
type Chunk = (
  exports: Exports,
  require: (name: string) => unknown,
  module: { exports: Exports },
  load: (name: string) => Promise<unknown>,
  url: string,
) => void;

const HERE = new URL(".", import.meta.url);
const TEMPORARY = "/tmp";
/** Open for good, and at once: soon the process may open no file any more. */
const pack = opened();
const indexed = new DataView(read(0, INDEX_BYTES).buffer).getUint32(0);
const { plain, packed, compiled }: Index = JSON.parse(decoded(read(INDEX_BYTES, indexed)));

/**
 * What a program carries lies, for itself, below the temporary folder; the runtime reads nothing below `/proc`, `/sys` and `/dev`. Where TMPDIR leads there the
 * program runs once more, elsewhere.
 */
function opened(): Deno.FsFile {
  try {
    return Deno.openSync(new URL(PACK, HERE));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable) || Deno.env.get("TMPDIR") === TEMPORARY) throw error;
    const { code } = new Deno.Command(Deno.execPath(), {
      args: Deno.args,
      env: { TMPDIR: TEMPORARY },
      stdin: "inherit",
      stdout: "inherit",
      stderr: "inherit",
    }).outputSync();
    Deno.exit(code);
  }
}

/** Runs an entry point and what it imports; a name always means the same module. Throws what they throw. */
export function load(entry: string, role: string): Exports {
  const modules = new Map<string, { exports: Exports }>();

  function need(name: string): unknown {
    return name.startsWith(SCHEME) ? chunk(name.slice(SCHEME.length)) : process.getBuiltinModule(name);
  }

  function chunk(name: string): Exports {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(name, module);
    try {
      const run = script(name, role).runInThisContext() as Chunk;
      run(module.exports, need, module, later, `${HERE.href}${name.slice(name.lastIndexOf("/") + 1)}`);
    } catch (error) {
      modules.delete(name);
      throw error;
    }
    return module.exports;
  }

  // deno-lint-ignore require-await -- what it throws must be the promise's
  async function later(name: string): Promise<unknown> {
    return need(name);
  }

  return chunk(entry);
}

function script(name: string, role: string): Script {
  const code = compiled[role]?.[name];
  const script = new Script(textOf(name), {
    filename: name,
    ...(code ? { cachedData: read(INDEX_BYTES + indexed + code[0], code[1]) } : {}),
  });
  scripts.set(name, script);
  return script;
}

function textOf(name: string): string {
  const place = plain[name] ?? packed[name];
  if (place === undefined) throw new Error(`the program has no ${name}`);
  const bytes = read(INDEX_BYTES + indexed + place[0], place[1]);
  return decoded(name in plain ? bytes : process.getBuiltinModule("node:zlib").inflateRawSync(bytes));
}

function read(offset: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  pack.seekSync(offset, Deno.SeekMode.Start);
  for (let at = 0; at < length;) {
    const count = pack.readSync(bytes.subarray(at));
    if (count === null) throw new Error("the program's code is cut off");
    at += count;
  }
  return bytes;
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
