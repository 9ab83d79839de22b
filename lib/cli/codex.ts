import { decodePrompt } from "../clients/codex_prompt.ts";
import { takeTurn } from "../clients/codex_turn.ts";
import { type Orchestrate, planTurn } from "../clients/codex_context.ts";
import { kernelLater } from "./kernel_later.ts";
import { EXIT } from "../contract/error_codes.ts";
import { exitCode } from "../kernel/exit_code.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { DEFAULTS } from "../settings/defaults.ts";
import { systemWorld } from "../settings/world.ts";
import { parseWrapperArgs, WRAPPER_HELP } from "./codex_args.ts";
import { folderOf } from "./folder_of.ts";
import { print } from "./output.ts";
import { UsageError } from "./usage_error.ts";
import { dryWorld, planText, say } from "./wrapper_output.ts";

/**
 * Entry B: one turn, with the prompt on the command line or on stdin. Without either, on a terminal, entry A:
 * the loop. Returns codex's exit code; for a plan, the envelope's.
 */
export async function run(args: string[], orchestrate: Orchestrate = kernelLater): Promise<number> {
  const parsed = parseWrapperArgs(args);
  if (/^[a-z]{3,12}$/.test(args[0] ?? "") && args.every((arg) => !/\s/.test(arg))) {
    await refuseMistyped(args[0] ?? "");
  }
  if (parsed.help) {
    print(WRAPPER_HELP);
    return EXIT.ok;
  }
  const { codexArgs, fresh } = parsed;
  const cwd = folderOf(parsed.repo, WRAPPER_HELP);
  const world = parsed.dryRun ? dryWorld(systemWorld()) : systemWorld();
  if (parsed.prompt === undefined && Deno.stdin.isTerminal()) {
    const { loop } = await import("./loop.ts");
    return await loop({ cwd, codexArgs, fresh, world, orchestrate });
  }
  const prompt = parsed.prompt ?? await promptFromStdin();
  const turn = { prompt, cwd, codexArgs, fresh, began: 0 };
  if (readSwitches(world).mode === "run") return (await takeTurn(turn, { world, orchestrate, say })).code;
  const { envelope, available } = await planTurn(turn, world, orchestrate);
  if (parsed.format === "json") {
    const { printEnvelope } = await import("./envelope_output.ts");
    const printed = printEnvelope(envelope);
    if (printed !== EXIT.ok) return printed;
  } else print(`${planText(envelope)}\n`);
  return available ? exitCode(envelope) : EXIT.unavailable;
}

/** A word that is nearly a command's name was meant as that: as a prompt it would cost a turn of codex. */
async function refuseMistyped(word: string): Promise<void> {
  const { COMMANDS, HELP } = await import("./help.ts");
  if (word === "resume") {
    throw new UsageError("resume goes with --continuous: codex-auto resume --continuous", HELP);
  }
  const { didYouMean } = await import("./nearest.ts");
  const meant = didYouMean(word, Object.keys(COMMANDS));
  if (meant === "") return;
  throw new UsageError(`"${word}" is no command (a prompt of one word can come on stdin)${meant}`, HELP);
}

/**
 * Reads stdin as bytes: a prompt that is no text is refused, not mended. Waits for its end, however long that
 * takes.
 */
async function promptFromStdin(): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of Deno.stdin.readable) {
    size += chunk.length;
    if (size > DEFAULTS.maxInputBytes) {
      throw new UsageError(
        `the prompt on stdin is over ${DEFAULTS.maxInputBytes} bytes; put the long part into a file`,
        WRAPPER_HELP,
      );
    }
    chunks.push(chunk);
  }
  const prompt = decodePrompt(new Uint8Array(await new Blob(chunks).arrayBuffer()));
  if (prompt !== undefined) return prompt;
  throw new UsageError(
    "the prompt on stdin is not UTF-8; convert it, for example with `iconv -f GB18030 -t UTF-8`",
    WRAPPER_HELP,
  );
}
