/**
 * Has V8 compile all functions of the chunks, run none, and keeps what it makes of each: `compile_code.ts SCRIPTS OUT FLAGS`, under `--no-lazy`. So the same text
 * gives the same bytes. FLAGS is a file of `flags.ts`.
 */
import { Script } from "node:vm";
import { filesBelow, writeBelow } from "../files_below.ts";
import { FLAGS_AT } from "./flags.ts";

const [scripts = "", out = "", flags = ""] = Deno.args;
for (const chunk of filesBelow(scripts, ".js")) {
  const script = new Script(Deno.readTextFileSync(`${scripts}/${chunk}`), { filename: chunk });
  const data = new Uint8Array(script.createCachedData());
  data.set(Deno.readFileSync(flags), FLAGS_AT);
  writeBelow(`${out}/${chunk}`, data);
}
