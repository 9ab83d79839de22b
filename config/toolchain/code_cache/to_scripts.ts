/**
 * Turns a bundle of ES modules into scripts, which alone can be kept compiled: `to_scripts.ts BUNDLE OUT`. Each chunk becomes `OUT/CHUNK`, a function
 * that `loader.ts` calls. Chunks stay apart and are loaded when they were.
 *
 * Throws where the bundler does not take a chunk, as it does where one waits for something at its top.
 */
import { filesBelow, writeBelow } from "../files_below.ts";
import { SCHEME } from "./pack.ts";

const [bundle = "", out = ""] = Deno.args;
const chunks = filesBelow(bundle, ".js");
const known = new Set(chunks);

/** The chunk with those it imports named from the top. Only files of the bundle are taken for such, so nothing else can be meant. */
function linked(text: string, chunk: string): string {
  return text.replace(/(\bfrom|\bimport\(|\bimport)"(\.\.?\/[^"]+)"/g, (all, before, path) => {
    const name = new URL(path, `file:///${chunk}`).pathname.slice(1);
    return known.has(name) ? `${before}"${SCHEME}${name}"` : all;
  }).replace(/\bimport\.meta\.url\b/g, "__url");
}

/** Strict, as a module is; and in ASCII, which V8 keeps in half the room and reads faster. */
function wrapped(text: string): string {
  const ascii = text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  // What else is imported while it runs is the runtime's own; scripts may not import by themselves.
  const body = ascii.replace(/\bimport\("(?=chunk:|node:)/g, '__load("');
  return `(function(exports,require,module,__load,__url){"use strict";${body}\n})`;
}

const work = `${out}.modules`;
for (const chunk of chunks) {
  writeBelow(`${work}/${chunk}`, linked(Deno.readTextFileSync(`${bundle}/${chunk}`), chunk));
}
const flags = ["-q", "--no-config", "--no-lock", "--minify", "--format", "cjs", "--external", `${SCHEME}*`];
const { success, stderr } = new Deno.Command(Deno.execPath(), {
  args: ["bundle", ...flags, "--outdir", `${work}/scripts`, ...chunks.map((chunk) => `${work}/${chunk}`)],
}).outputSync();
if (!success) throw new Error(new TextDecoder().decode(stderr));
for (const chunk of chunks) {
  writeBelow(`${out}/${chunk}`, wrapped(Deno.readTextFileSync(`${work}/scripts/${chunk}`)));
}
