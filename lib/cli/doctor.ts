import { EXIT } from "../contract/error_codes.ts";
import { redact } from "../guard/secrets/redact.ts";
import type { World } from "../settings/world.ts";
import { SetupError } from "../setup/setup_error.ts";
import { type Bench, makeBench, type Prove, Unproven, type Verdict, warning } from "./doctor/check.ts";
import { checkGateway } from "./doctor/gateway_checks.ts";
import { checkHook, checkTrust, SET_UP } from "./doctor/hook_checks.ts";
import { client, OWN_CHECKS } from "./doctor/own_checks.ts";
import { command } from "./command.ts";
import { requireCompiled } from "./failure.ts";
import { paint, print, printError, visible } from "./output.ts";

const NAME_WIDTH = 26;
const COLOUR = { ok: 32, warning: 33, failed: 31 } as const;

/** One thing the doctor has proved, or not. A failure always says what to do. */
type Check = Verdict & { name: string };

/** `codex-auto doctor`. Returns 0 where nothing failed, else 40. */
export const run = command({ name: "doctor", values: ["format"] }, async (options, world) => {
  requireCompiled("the doctor proves the compiled program");
  const format = options.choice("format", ["text", "json"]);
  const checks: Check[] = [];
  for await (const found of examine(world)) {
    // What other programs and files said, without secrets and what a terminal obeys.
    const check = { ...found, detail: visible(redact(found.detail).text, "\n") };
    checks.push(check);
    if (format === "text") print(lineOf(check));
  }
  const count = (status: Check["status"]) => checks.filter((check) => check.status === status).length;
  const warnings = `${count("warning")} warning${count("warning") === 1 ? "" : "s"}`;
  if (format === "text") print(`\n${count("ok")} ok, ${warnings}, ${count("failed")} failed\n`);
  else print(JSON.stringify({ schema_version: "1.0", checks }, null, 2) + "\n");
  return count("failed") > 0 ? EXIT.toolsFailed : EXIT.ok;
});

const GATEWAY = "run: codex-auto setup gateway";

/** All checks, one after another, so that the times they tell are not each other's. */
const CHECKS: typeof OWN_CHECKS = [
  ...OWN_CHECKS,
  ["claude", client("claude"), ""],
  ["Claude Code hook", checkHook("claude"), SET_UP],
  ["Claude Code gateway", checkGateway("claude"), `${GATEWAY} --claude`],
  ["codex", client("codex"), ""],
  ["Codex hook", checkHook("codex"), SET_UP],
  ["Codex trust", checkTrust, SET_UP],
  ["Codex gateway", checkGateway("codex"), `${GATEWAY} --codex`],
  ["gemini", client("gemini"), ""],
  ["Gemini CLI hook", checkHook("gemini"), SET_UP],
  ["opencode", client("opencode"), ""],
  ["opencode plugin", checkHook("opencode"), SET_UP],
];

async function* examine(world: World): AsyncGenerator<Check> {
  const folder = await Deno.makeTempDir({ prefix: "codex-auto-doctor-" });
  try {
    const bench = await makeBench(folder, world);
    for (const [name, prove, remedy] of CHECKS) {
      const verdict = await verdictOf(prove, remedy, bench);
      if (verdict !== undefined) yield { name, ...verdict };
    }
  } finally {
    // The index is built before a prompt is tried, so that nothing is built behind it there.
    await Deno.remove(folder, { recursive: true }).catch((error) =>
      printError(`codex-auto doctor: ${folder} could not be removed: ${error}\n`)
    );
  }
}

async function verdictOf(prove: Prove, remedy: string, bench: Bench): Promise<Verdict | undefined> {
  try {
    const found = await prove(bench);
    return typeof found === "string" ? { status: "ok", detail: found } : found;
  } catch (error) {
    if (!(error instanceof Unproven || error instanceof SetupError)) throw error;
    const { message: detail } = error;
    const advice = error instanceof SetupError ? `correct that and ${remedy}` : error.remedy ?? remedy;
    return advice === "" ? warning(detail) : { status: "failed", detail, remedy: advice };
  }
}

function lineOf({ name, status, detail, remedy }: Check): string {
  const head = paint(status.padEnd(8), COLOUR[status]);
  const line = `${head} ${name.padEnd(NAME_WIDTH)} ${detail}\n`;
  return remedy === undefined ? line : `${line}${" ".repeat(9)}${paint(`→ ${remedy}`, 2)}\n`;
}
