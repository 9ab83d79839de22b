/**
 * Packs scripts, and what V8 compiled of them in each role, into one file, with a module at the place of each entry point that has it loaded:
 * `pack_code.ts SCRIPTS COMPILED OUT ENTRY…`.
 */
import { filesBelow, writeBelow } from "./files_below.ts";
import { deflateRawSync } from "node:zlib";
import { type Index, INDEX_BYTES, PACK } from "./pack.ts";

const [scripts = "", compiled = "", out = "", ...entries] = Deno.args;

/** None before the program was tried. */
function roles(folder: string): string[] {
  const paths = filesBelow(folder, ".js");
  return [...new Set(paths.map((path) => path.slice(0, path.indexOf("/"))))];
}

const parts: Uint8Array[] = [];
let size = 0;
function placed(bytes: Uint8Array): [number, number] {
  const offset = size;
  parts.push(bytes);
  size += bytes.length;
  return [offset, bytes.length];
}

const index: Index = { plain: {}, packed: {}, compiled: {} };
const ran = new Set<string>();
for (const role of roles(compiled)) {
  const places: Index["plain"] = index.compiled[role] = {};
  for (const chunk of filesBelow(`${compiled}/${role}`, ".js")) {
    ran.add(chunk);
    places[chunk] = placed(Deno.readFileSync(`${compiled}/${role}/${chunk}`));
  }
}
for (const chunk of filesBelow(scripts, ".js")) {
  const text = Deno.readFileSync(`${scripts}/${chunk}`);
  if (ran.has(chunk)) index.plain[chunk] = placed(text);
  else index.packed[chunk] = placed(deflateRawSync(text, { level: 9 }));
}
const head = new TextEncoder().encode(JSON.stringify(index));
const file = new Uint8Array(INDEX_BYTES + head.length + size);
new DataView(file.buffer).setUint32(0, head.length);
let at = INDEX_BYTES;
for (const part of [head, ...parts]) {
  file.set(part, at);
  at += part.length;
}
writeBelow(`${out}/${PACK}`, file);

/** What a prompt needs is not what the index needs; each thread has work of its own. */
function roleOf(entry: string): string {
  if (entry === "main.js") return 'Deno.args[0] === "index" ? "index" : "prompt"';
  return JSON.stringify(entry.slice(entry.lastIndexOf("/") + 1, -".js".length));
}

for (const entry of entries) {
  const up = "../".repeat(entry.split("/").length - 1) || "./";
  writeBelow(
    `${out}/${entry}`,
    `import { load } from "${up}loader.js";\nawait load("${entry}", ${roleOf(entry)}).done;\n`,
  );
}
