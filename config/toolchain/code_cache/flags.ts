/**
 * V8 takes what it compiled only where its flags are the same, by a hash of them in the fourth word of what it keeps. What is compiled for the program is compiled
 * under flags that make it the same each time; they change when code is compiled, and not how. So it is given the hash of the program's own flags, which a program
 * that is compiled as ours writes: `flags FILE`.
 */
import { Script } from "node:vm";

export const FLAGS_AT = 12;
const HASH_BYTES = 4;

if (import.meta.main) {
  const [file = ""] = Deno.args;
  const kept = new Uint8Array(new Script("0").createCachedData());
  Deno.writeFileSync(file, kept.slice(FLAGS_AT, FLAGS_AT + HASH_BYTES));
}
