/**
 * Loads the built program: its chunks are scripts, each with what V8 had compiled of it when the program was built, so that a start parses and compiles
 * next to nothing. A chunk without that, or whose V8 will not have it, is compiled as it runs.
 *
 * Deno's own code cache holds only what runs while a module loads, and lies in the shared temporary folder, where another user could plant one; this one
 * is part of the program.
 */
import process from "node:process";
import { Script } from "node:vm";
import {
  CARRIED,
  type Index,
  INDEX_BYTES,
  NAME_BYTES,
  SCHEME,
  SECTION_LENGTH_BYTES,
  TRAILER_BYTES,
} from "./pack.ts";

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
/** Stands in the environment of a program that runs once more. */
const ONCE_MORE = "AUTO_TOOLS_ONCE_MORE";

/** Where a pack lies: in a file beside the program's first module, or, with its name, in the program itself. */
type PackPlace = { file: string } | { carried: string };

interface Pack {
  index: Index;
  /** Reads so many bytes, from an offset behind the index. */
  read(place: [offset: number, length: number]): Uint8Array<ArrayBuffer>;
}

type At = (position: number, length: number) => Uint8Array<ArrayBuffer>;

function packAt(start: number, at: At): Pack {
  const length = new DataView(at(start, INDEX_BYTES).slice().buffer).getUint32(0);
  const content = start + INDEX_BYTES + length;
  return {
    index: JSON.parse(decoded(at(start + INDEX_BYTES, length))),
    read: ([offset, length]) => at(content + offset, length),
  };
}

/** Opens a pack for good, and at once: soon the process may open no file any more. */
function openPack(place: PackPlace): Pack {
  const file = Deno.openSync("file" in place ? new URL(place.file, HERE) : Deno.execPath());

  function at(position: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    file.seekSync(position, Deno.SeekMode.Start);
    for (let at = 0; at < length;) {
      const count = file.readSync(bytes.subarray(at));
      if (count === null) throw new Error("the program's code is cut off");
      at += count;
    }
    return bytes;
  }

  /** Where the pack begins in the program's own file (`carry.ts`). Throws where there is another, since the file is another by now. */
  function carriedAt(name: string): number {
    const size = file.seekSync(0, Deno.SeekMode.End);
    const section = bigNumber(at(size - SECTION_LENGTH_BYTES, SECTION_LENGTH_BYTES));
    const end = size - section - TRAILER_BYTES;
    const trailer = at(Math.max(0, end), TRAILER_BYTES);
    if (decoded(trailer.subarray(-NAME_BYTES)) === name) return end - bigNumber(trailer);
    throw new Error("the program's file is another by now");
  }

  return packAt("file" in place ? 0 : carriedAt(place.carried), at);
}

/**
 * Two things a program cannot start from: what it carries lies, for itself, below the temporary folder, and the runtime reads nothing below `/proc`, `/sys` and `/dev`;
 * and its file may have been replaced since it was started. Then it runs once more, elsewhere or as it is now.
 */
function opened(place: PackPlace): Pack {
  if (/^\/(?:proc|sys|dev)\//.test(HERE.pathname) && Deno.env.get("TMPDIR") !== TEMPORARY) {
    again({ TMPDIR: TEMPORARY });
  }
  try {
    return openPack(place);
  } catch (error) {
    if (Deno.env.has(ONCE_MORE)) throw error;
    again({ [ONCE_MORE]: "1" });
  }
}

function again(env: Record<string, string>): never {
  const { code } = new Deno.Command(Deno.execPath().replace(/ \(deleted\)$/, ""), {
    args: Deno.args,
    env,
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
  }).outputSync();
  Deno.exit(code);
}

/** Runs the program's entry point. Throws what it throws. */
export function load(entry: string, place: PackPlace): Exports {
  return run(entry, opened(place));
}

/** Runs a thread's entry point once its pack is there, as the first message; those that follow are for it. */
export function loadSent(entry: string): void {
  const scope = globalThis as { onmessage?: ((event: MessageEvent<Uint8Array<ArrayBuffer>>) => void) | null };
  scope.onmessage = ({ data }) => {
    scope.onmessage = null;
    run(entry, packAt(0, (position, length) => data.subarray(position, position + length)));
  };
}

/** Runs an entry point and what it imports; a name always means the same module. Throws what they throw. */
function run(entry: string, { index: { plain, packed, compiled, files }, read }: Pack): Exports {
  Reflect.set(globalThis, CARRIED, (path: string) => files[path] && read(files[path]));
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
      const run = script(name).runInThisContext() as Chunk;
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

  function script(name: string): Script {
    const code = compiled[name];
    return new Script(textOf(name), { filename: name, ...(code ? { cachedData: read(code) } : {}) });
  }

  function textOf(name: string): string {
    const place = plain[name] ?? packed[name];
    if (place === undefined) throw new Error(`the program has no ${name}`);
    const bytes = read(place);
    return decoded(name in plain ? bytes : process.getBuiltinModule("node:zlib").inflateRawSync(bytes));
  }

  return chunk(entry);
}

function bigNumber(bytes: Uint8Array<ArrayBuffer>): number {
  return Number(new DataView(bytes.buffer).getBigUint64(0, true));
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
