/**
 * Packs scripts, and what V8 compiled of them in each role, into one file for the program and one for its threads, with a module at the place of each entry point that has it
 * loaded: `pack_code.ts SCRIPTS COMPILED FILES OUT CARRIED ENTRY…`. What lies below FILES goes into the program's. CARRIED is where the program's pack will be put into the
 * program from; empty where it is to lie beside the threads'.
 */
import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { filesBelow, writeBelow } from "./files_below.ts";
import { type Index, INDEX_BYTES, NAME_BYTES, PACK, PROGRAM_PACK, SCHEME } from "./pack.ts";

const MAIN = "main.js";
/** What a prompt needs is not what the index needs. */
const MAIN_ROLES = ["index", "prompt"];

const [scripts = "", compiled = "", files = "", out = "", carried = "", ...entries] = Deno.args;

/** Each thread has work of its own. */
const threadRole = (entry: string): string => entry.slice(entry.lastIndexOf("/") + 1, -".js".length);

const texts = new Map(
  filesBelow(scripts, ".js").map((chunk) => [chunk, Deno.readFileSync(`${scripts}/${chunk}`)]),
);

/** The entry points and all that they may load. */
function reachable(from: readonly string[]): string[] {
  const found = new Set(from);
  for (const chunk of found) {
    const text = new TextDecoder().decode(texts.get(chunk));
    for (const [, name = ""] of text.matchAll(new RegExp(`"${SCHEME}([^"]+)"`, "g"))) found.add(name);
  }
  return [...found].sort();
}

/** None of a role is compiled before the program was tried. */
function packOf(from: readonly string[], roles: readonly string[], besides: string): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const placed = (bytes: Uint8Array): [number, number] => {
    const offset = size;
    parts.push(bytes);
    size += bytes.length;
    return [offset, bytes.length];
  };
  const index: Index = { plain: {}, packed: {}, compiled: {}, files: {} };
  const ran = new Set<string>();
  for (const role of roles) {
    const places: Index["plain"] = index.compiled[role] = {};
    for (const chunk of filesBelow(`${compiled}/${role}`, ".js")) {
      ran.add(chunk);
      places[chunk] = placed(Deno.readFileSync(`${compiled}/${role}/${chunk}`));
    }
  }
  for (const chunk of reachable(from)) {
    const text = texts.get(chunk);
    if (text === undefined) throw new Error(`the bundle has no ${chunk}`);
    if (ran.has(chunk)) index.plain[chunk] = placed(text);
    else index.packed[chunk] = placed(deflateRawSync(text, { level: 9 }));
  }
  for (const path of besides === "" ? [] : filesBelow(besides, "")) {
    index.files[path] = placed(Deno.readFileSync(`${besides}/${path}`));
  }
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

function writeEntry(entry: string, role: string, place: Record<string, string>): void {
  const up = "../".repeat(entry.split("/").length - 1) || "./";
  writeBelow(
    `${out}/${entry}`,
    `import { load } from "${up}loader.js";\nawait load("${entry}", ${role}, ${
      JSON.stringify(place)
    }).done;\n`,
  );
}

const threads = entries.filter((entry) => entry !== MAIN);
writeBelow(`${out}/${PACK}`, packOf(threads, threads.map(threadRole), ""));
for (const entry of threads) writeEntry(entry, JSON.stringify(threadRole(entry)), { file: PACK });

const program = packOf([MAIN], MAIN_ROLES, files);
writeBelow(carried === "" ? `${out}/${PROGRAM_PACK}` : carried, program);
const name = createHash("sha256").update(program).digest("hex").slice(0, NAME_BYTES);
writeEntry(
  MAIN,
  `Deno.args[0] === "index" ? "index" : "prompt"`,
  carried === "" ? { file: PROGRAM_PACK } : { carried: name },
);
