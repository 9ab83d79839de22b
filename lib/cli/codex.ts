import { decodePrompt } from "../clients/codex_prompt.ts";
import { planTurn } from "../clients/codex_plan_turn.ts";
import { type Orchestrate, takeTurn } from "../clients/codex_turn.ts";
import { EXIT } from "../contract/error_codes.ts";
import { exitCode } from "../kernel/exit_code.ts";
import { orchestrate as kernel } from "../kernel/orchestrate.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { DEFAULTS } from "../settings/defaults.ts";
import { systemWorld } from "../settings/world.ts";
import { parseWrapperArgs, WRAPPER_USAGE } from "./codex_args.ts";
import { dryWorld, folder, planText, say } from "./wrapper_output.ts";

/**
 * Entry B: one turn, with the prompt on the command line or on stdin. Without either, on a terminal, entry A: the loop. Returns codex's exit
 * code; for a plan, the envelope's.
 */
export async function run(args: string[], orchestrate: Orchestrate = kernel): Promise<number> {
  const ownArgs = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  if (ownArgs.some((arg) => arg === "--help" || arg === "-h")) {
    console.log(WRAPPER_USAGE);
    return EXIT.ok;
  }
  const parsed = parseWrapperArgs(args);
  if (typeof parsed === "string") return usage(parsed);
  const cwd = folder(parsed.repo ?? Deno.cwd());
  if (cwd === undefined) return usage(`--repo: ${parsed.repo} is not a folder`);
  const world = parsed.dryRun ? dryWorld(systemWorld()) : systemWorld();
  const plan = readSwitches(world).mode === "plan";

  if (parsed.prompt === undefined && Deno.stdin.isTerminal()) {
    const { loop } = await import("./loop.ts");
    return await loop({ cwd, codexArgs: parsed.codexArgs, fresh: parsed.fresh, world, orchestrate });
  }
  const prompt = parsed.prompt ?? await promptFromStdin();
  if (prompt === undefined) return EXIT.usage;
  const turn = { prompt, cwd, codexArgs: parsed.codexArgs, fresh: parsed.fresh, began: 0 };
  if (!plan) return await takeTurn(turn, { world, orchestrate, say });
  const { envelope, available } = await planTurn(turn, world, orchestrate);
  console.log(parsed.format === "json" ? JSON.stringify(envelope, null, 2) : planText(envelope));
  return available ? exitCode(envelope) : EXIT.unavailable;
}

async function promptFromStdin(): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of Deno.stdin.readable) {
    size += chunk.length;
    if (size > DEFAULTS.maxInputBytes) {
      say([
        `The prompt on stdin is over ${DEFAULTS.maxInputBytes} bytes; put the long part into a file and name the file in the prompt`,
      ]);
      return undefined;
    }
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  const prompt = decodePrompt(bytes);
  if (prompt === undefined) {
    say(["The prompt on stdin is not UTF-8; convert it, for example with `iconv -f GB18030 -t UTF-8`"]);
  }
  return prompt;
}

function usage(message: string): number {
  console.error(`codex-auto: ${message}\n\n${WRAPPER_USAGE}`);
  return EXIT.usage;
}
