/**
 * Puts a pack into a compiled program: `carry.ts PROGRAM PACK`.
 *
 * `deno compile` writes the runtime, an ELF file, and behind it the section of what the runtime reads at each start; the last eight bytes are that section's length. The system
 * reads an ELF file from its beginning, the runtime reads from the end: what stands between the two costs a start nothing. Throws where a program is not made so.
 */
import { createHash } from "node:crypto";
import { NAME_BYTES, SECTION_LENGTH_BYTES, TRAILER_BYTES } from "./pack.ts";

/** A section begins with it. */
const SECTION_MAGIC = "d3n0l4nd";

const [program = "", carried = ""] = Deno.args;
const bytes = Deno.readFileSync(program);
const pack = Deno.readFileSync(carried);
const view = new DataView(bytes.buffer);
const sectionAt = bytes.length - Number(view.getBigUint64(bytes.length - SECTION_LENGTH_BYTES, true));
const magic = new TextDecoder().decode(bytes.subarray(sectionAt, sectionAt + SECTION_MAGIC.length));
if (magic !== SECTION_MAGIC) throw new Error(`${program} does not carry its files where they are expected`);

const trailer = new Uint8Array(TRAILER_BYTES);
new DataView(trailer.buffer).setBigUint64(0, BigInt(pack.length), true);
const name = createHash("sha256").update(pack).digest("hex").slice(0, NAME_BYTES);
new TextEncoder().encodeInto(name, trailer.subarray(TRAILER_BYTES - NAME_BYTES));

const file = Deno.openSync(program, { write: true });
file.seekSync(sectionAt, Deno.SeekMode.Start);
for (const part of [pack, trailer, bytes.subarray(sectionAt)]) {
  for (let at = 0; at < part.length;) at += file.writeSync(part.subarray(at));
}
file.close();
