/**
 * Packs scripts, and what V8 compiled of them, into one file for the program, with one for its threads inside, and a module at the place of each entry point that has it
 * loaded: `pack_code.ts SCRIPTS COMPILED FILES OUT CARRIED ENTRY…`. What lies below FILES goes into the program's. CARRIED is where the pack will be put into the
 * program from; empty where it is to lie beside the first module.
 */
import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { filesBelow, writeBelow } from "../files_below.ts";
import { type Index, INDEX_BYTES, NAME_BYTES, PROGRAM_PACK, SCHEME, THREADS } from "./pack.ts";

const MAIN = "main.js";

const [scripts = "", compiled = "", files = "", out = "", carried = "", ...entries] = Deno.args;

const texts = new Map(
  filesBelow(scripts, ".js").map((chunk) => [chunk, Deno.readFileSync(`${scripts}/${chunk}`)]),
);

/** Entry points and all that they load at once, or may load later too. */
function reachable(from: readonly string[], later: boolean): Set<string> {
  const found = new Set(from);
  const named = new RegExp(`${later ? "" : "require\\("}"${SCHEME}([^"]+)"`, "g");
  for (const chunk of found) {
    for (const [, name = ""] of new TextDecoder().decode(texts.get(chunk)).matchAll(named)) found.add(name);
  }
  return found;
}

/** A thread is sent its pack: there only what is loaded at once is compiled, and the rest deflated. */
function packOf(
  from: readonly string[],
  isThreads: boolean,
  files: ReadonlyMap<string, Uint8Array>,
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const placed = (bytes: Uint8Array): [number, number] => {
    const offset = size;
    parts.push(bytes);
    size += bytes.length;
    return [offset, bytes.length];
  };
  const index: Index = { plain: {}, packed: {}, compiled: {}, files: {} };
  const ready = reachable(from, !isThreads);
  for (const chunk of [...reachable(from, true)].sort()) {
    const text = texts.get(chunk);
    if (text === undefined) throw new Error(`the bundle has no ${chunk}`);
    if (ready.has(chunk)) {
      index.plain[chunk] = placed(text);
      index.compiled[chunk] = placed(Deno.readFileSync(`${compiled}/${chunk}`));
    } else index.packed[chunk] = placed(deflateRawSync(text, { level: 9 }));
  }
  for (const [path, bytes] of files) index.files[path] = placed(bytes);
  const head = new TextEncoder().encode(JSON.stringify(index));
  const pack = new Uint8Array(INDEX_BYTES + head.length + size);
  new DataView(pack.buffer).setUint32(0, head.length);
  let at = INDEX_BYTES;
  for (const part of [head, ...parts]) {
    pack.set(part, at);
    at += part.length;
  }
  return pack;
}

function writeEntry(entry: string, load: string): void {
  const up = "../".repeat(entry.split("/").length - 1) || "./";
  writeBelow(`${out}/${entry}`, `import { load, loadSent } from "${up}loader.js";\n${load}\n`);
}

const threads = entries.filter((entry) => entry !== MAIN);
for (const entry of threads) writeEntry(entry, `loadSent("${entry}");`);

const besides = filesBelow(files, "").map((
  path,
): [string, Uint8Array] => [path, Deno.readFileSync(`${files}/${path}`)]);
const program = packOf([MAIN], false, new Map([...besides, [THREADS, packOf(threads, true, new Map())]]));
writeBelow(carried === "" ? `${out}/${PROGRAM_PACK}` : carried, program);
const name = createHash("sha256").update(program).digest("hex").slice(0, NAME_BYTES);
const place = carried === "" ? { file: PROGRAM_PACK } : { carried: name };
writeEntry(MAIN, `await load("${MAIN}", ${JSON.stringify(place)}).done;`);
