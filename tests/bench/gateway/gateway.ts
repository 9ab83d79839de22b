/** Runs the parts of the measurement that were asked for, in turn, and prints their tables. */
import { parseArgs } from "node:util";
import { installed } from "../../e2e/npm.ts";
import { calls } from "./calls.ts";
import { definitions } from "./definitions.ts";
import { outputs } from "./outputs.ts";
import { task } from "./task.ts";

/** An estimator of tokens that no dependency of ours needs. */
const TOKENX = { name: "tokenx", version: "2.2.0" };

const { only, rounds: given = "200" } =
  parseArgs({ options: { only: { type: "string" }, rounds: { type: "string" } } }).values;
const rounds = Math.max(10, Number(given));
const { estimateTokenCount } = await import(
  `file://${await installed(TOKENX)}/node_modules/tokenx/dist/index.mjs`
);

const PARTS: Record<string, () => Promise<void>> = {
  definitions: () => definitions(estimateTokenCount),
  task,
  outputs,
  calls: () => calls(rounds),
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
