/** Runs the parts of the measurement that were asked for, in turn, and prints their tables. */
import { parseArgs } from "node:util";
import { definitions } from "./definitions.ts";
import { memory } from "./memory.ts";
import { tasks } from "./tasks.ts";

const { only, task, rounds } = parseArgs({
  options: { only: { type: "string" }, task: { type: "string" }, rounds: { type: "string", default: "3" } },
}).values;

const PARTS: Record<string, () => Promise<void>> = {
  definitions,
  memory,
  tasks: () => tasks(Number(rounds), task),
};

if (only !== undefined && !Object.hasOwn(PARTS, only)) {
  console.error(`no part ${only}; there are ${Object.keys(PARTS).join(", ")}`);
  Deno.exit(2);
}
for (const [name, part] of Object.entries(PARTS)) {
  if (only !== undefined && only !== name) continue;
  console.error(`${name}, load average ${Deno.loadavg()[0]?.toFixed(1)} …`);
  await part();
}
