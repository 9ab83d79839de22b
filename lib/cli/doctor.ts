import { EXIT } from "../contract/error_codes.ts";
import { versionText } from "../contract/version.ts";
import { redact } from "../guard/secrets/redact.ts";
import { prepare } from "../kernel/prepare.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { locations } from "../settings/locations.ts";
import { systemWorld } from "../settings/world.ts";
import { type Bench, type Check, ok, PROBE_FILE } from "./doctor/check.ts";
import { checkGateway } from "./doctor/gateway_checks.ts";
import { checkHook } from "./doctor/hook_checks.ts";
import { checkIndex, checkIndexing, checkOther, checkTools } from "./doctor/program_checks.ts";
import { checkFolders, checkSettings } from "./doctor/settings_checks.ts";
import { command } from "./command.ts";
import { requireCompiled } from "./failure.ts";
import { coloured, paint, print, printError, visible } from "./output.ts";

const HELP = `Usage: codex-auto doctor [--format text|json]

Proves each piece by running it: the program, git, its folders, configuration, the tools in their sandbox, the hooks of Claude Code
and Codex with a real payload, their gateways, and the state of this repository's index. Opens no network connection; a gateway starts
your MCP servers, which may.

Example: codex-auto doctor --format json | jq '.checks[] | select(.status != "ok")'

Exit codes: 0 nothing failed (there may be warnings), 2 usage, 40 something failed.
`;

const NAME_WIDTH = 26;
const COLOUR = { ok: 32, warning: 33, failed: 31 } as const;

/** `codex-auto doctor`. Returns 0 where nothing failed, else 40. */
export const run = command({ help: HELP, values: ["format"] }, async (options) => {
  requireCompiled("the doctor proves the compiled program");
  const format = options.choice("format", ["text", "json"]);
  const checks: Check[] = [];
  for await (const found of examine()) {
    const check = harmless(found);
    checks.push(check);
    if (format === "text") print(lineOf(check));
  }
  const count = (status: Check["status"]) => checks.filter((check) => check.status === status).length;
  const warnings = `${count("warning")} warning${count("warning") === 1 ? "" : "s"}`;
  if (format === "text") print(`\n${count("ok")} ok, ${warnings}, ${count("failed")} failed\n`);
  else print(JSON.stringify({ schema_version: "1.0", checks }, null, 2) + "\n");
  return count("failed") > 0 ? EXIT.toolsFailed : EXIT.ok;
});

/** All checks, one after another, so that the times they tell are not each other's; the index that one builds is used by those after it. */
const CHECKS: readonly ((bench: Bench) => Check | Check[] | Promise<Check | Check[]>)[] = [
  ({ program }) => ok("codex-auto", `${versionText()}, ${program}`),
  (bench) => checkOther("git", bench),
  checkFolders,
  checkSettings,
  checkIndexing,
  checkTools,
  checkIndex,
  ...(["claude", "codex"] as const).flatMap((client) => [
    (bench: Bench) => checkOther(client, bench),
    (bench: Bench) => checkHook(client, bench),
    (bench: Bench) => checkGateway(client, bench),
  ]),
];

async function* examine(): AsyncGenerator<Check> {
  const folder = await Deno.makeTempDir({ prefix: "codex-auto-doctor-" });
  try {
    const bench = await makeBench(folder);
    for (const check of CHECKS) yield* [await check(bench)].flat();
  } finally {
    await discard(folder);
  }
}

async function makeBench(folder: string): Promise<Bench> {
  const world = systemWorld();
  const cwd = Deno.cwd();
  const repo = `${folder}/repo`;
  await Deno.mkdir(repo, { mode: 0o700 });
  const code =
    "/** Calls again after a growing pause. */\nexport function retryWithBackoff(call: () => void): void {\n  call();\n}\n";
  await Deno.writeTextFile(`${repo}/${PROBE_FILE}`, code);
  const env = {
    CI_AUTO_TOOLS: "on",
    CI_AUTO_TOOLS_MODE: "run",
    CI_AUTO_TOOLS_DRY_RUN: "0",
    CI_AUTO_TOOLS_TIER_MAX: "1",
    CI_AUTO_TOOLS_REPO_ROOT: repo,
    CI_AUTO_TOOLS_BUDGET_WALL_MS: "5000",
    XDG_CACHE_HOME: `${folder}/cache`,
    XDG_STATE_HOME: `${folder}/state`,
    XDG_DATA_HOME: `${folder}/data`,
  };
  const prepared = await prepare({ cwd }, readSwitches(world), world, locations(world));
  return { program: Deno.execPath(), cwd, prepared, repo, env, world };
}

/** The index is built before a prompt is tried, so that nothing is built behind it there. */
async function discard(folder: string): Promise<void> {
  try {
    await Deno.remove(folder, { recursive: true });
  } catch (error) {
    printError(`codex-auto doctor: ${folder} could not be removed: ${error}\n`);
  }
}

/** What other programs and files said, without secrets and what a terminal obeys. */
function harmless(check: Check): Check {
  return { ...check, detail: visible(redact(check.detail).text, "\n") };
}

function lineOf({ name, status, detail, remedy }: Check): string {
  const on = coloured(Deno.stdout);
  const head = paint(status.padEnd(8), COLOUR[status], on);
  const line = `${head} ${name.padEnd(NAME_WIDTH)} ${detail}\n`;
  return remedy === undefined ? line : `${line}${" ".repeat(9)}${paint(`→ ${remedy}`, 2, on)}\n`;
}
