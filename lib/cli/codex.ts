import { takeTurn } from "../clients/codex_turn.ts";
import { type Orchestrate, planTurn } from "../clients/codex_context.ts";
import { EXIT } from "../contract/error_codes.ts";
import { exitCode } from "../kernel/envelope.ts";
import { attempt } from "../settings/attempt.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { DEFAULTS } from "../settings/defaults.ts";
import { command, didYouMean, folderOf, UsageError } from "./command.ts";
import { print } from "./output.ts";
import { readInput } from "./stdin.ts";
import { dryWorld, kernelLater, planText, say, WRAPPER } from "./wrapper.ts";

/** Entry B: one turn. Without a prompt on a terminal, and for the one word `loop`, entry A: the loop. Returns codex's exit code; for a plan, the envelope's. */
export const run = command(WRAPPER, async (options, real, orchestrate: Orchestrate = kernelLater) => {
  const { words, passed: codexArgs } = options;
  const format = options.choice("format", ["json", "text"]);
  const fresh = options.has("new");
  const isPlan = options.has("dry-run");
  const cwd = folderOf(options.value("repo"));
  const world = isPlan ? dryWorld(real) : real;
  const isRun = readSwitches(world).mode === "run";
  if (isRun && words.every((word) => !/\s/.test(word))) await refuseCommand(words);
  const given = words.length === 0 || words.join() === "-" ? undefined : words.join(" ");
  if (given === "loop" || (given === undefined && Deno.stdin.isTerminal())) {
    const { loop } = await import("./loop.ts");
    return await loop({ cwd, codexArgs, fresh, world, orchestrate });
  }
  const turn = { prompt: given ?? await promptFromStdin(), cwd, codexArgs, fresh, began: 0 };
  if (isRun) return (await takeTurn(turn, { world, orchestrate, say })).code;
  const { envelope, available } = await planTurn(turn, world, orchestrate);
  if (format === "json") {
    const { printEnvelope } = await import("./show.ts");
    const printed = printEnvelope(envelope);
    if (printed !== EXIT.ok) return printed;
  } else print(`${planText(envelope)}\n`);
  return available ? exitCode(envelope) : EXIT.unavailable;
});

/** A lone word looks like a command: as a prompt it would cost a turn of codex. */
async function refuseCommand([word = "", ...more]: readonly string[]): Promise<void> {
  if (more.length > 0 || !/^[a-z][a-z-]{2,14}$/.test(word) || word === "loop") return;
  const { commands, helpOf } = await import("./help.ts");
  const known = [...commands(), "--version", "--help"];
  const meant = word === "resume"
    ? "; did you mean codex-auto resume --continuous?"
    : didYouMean(word, known);
  const why = `"${word}" is no command (a prompt of one word can come on stdin)${meant}`;
  throw new UsageError(why, helpOf("codex-auto"));
}

/** A prompt that is no text is refused, not mended. */
async function promptFromStdin(): Promise<string> {
  const bytes = await readInput({ maxBytes: DEFAULTS.maxInputBytes });
  const prompt = attempt(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (prompt !== undefined) return prompt;
  const remedy = "convert it, for example with `iconv -f GB18030 -t UTF-8`";
  throw new UsageError(`the prompt on stdin is not UTF-8; ${remedy}`);
}
