/** Starts a program that ignores signals, says so, and waits to be killed: `starter.ts SIGN`. */
import { startProgram } from "../../lib/tools/process_group.ts";
import { systemWorld } from "../../lib/settings/world.ts";

const script =
  "trap '' TERM INT HUP; sleep 600 & setsid sleep 600 & (setsid sleep 600 &) ; echo ready; while :; do sleep 600; done";
const program = startProgram({
  command: "/bin/sh",
  args: ["-c", script],
  env: { SIGN: Deno.args[0] ?? "" },
  cwd: "/",
  onOutput: (bytes) => void Deno.stdout.writeSync(bytes),
}, systemWorld());
await program.ended;
