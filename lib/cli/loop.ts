import { type Orchestrate, planTurn, type Turn } from "../clients/codex_context.ts";
import { GIVEN_UP, takeTurn } from "../clients/codex_turn.ts";
import { EXIT } from "../contract/error_codes.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { command, folderOf } from "./command.ts";
import { type LineSource, plainLines } from "./line_source.ts";
import { commandIn, type LoopState, obey, worldNow } from "./loop_commands.ts";
import { addToHistory, readHistory } from "./loop_history.ts";
import { print, printError } from "./output.ts";
import { UsageError } from "./usage_error.ts";
import { dryWorld, kernelLater, planText, say, WRAPPER } from "./wrapper.ts";

/** Where the loop runs, and with what. */
export interface LoopOptions {
  cwd: string;
  codexArgs: readonly string[];
  /** The first prompt starts a new session. */
  fresh: boolean;
  world: World;
  orchestrate: Orchestrate;
}

/** Entry A as a command of its own; where stdin is no terminal, each line of it is a prompt. */
export const run = command(WRAPPER, async (options, orchestrate: Orchestrate = kernelLater) => {
  if (options.words.length > 0) throw new UsageError("the loop asks for its prompts");
  return await loop({
    cwd: folderOf(options.value("repo")),
    codexArgs: options.passed,
    fresh: options.has("new"),
    world: options.has("dry-run") ? dryWorld(systemWorld()) : systemWorld(),
    orchestrate,
  });
});

/**
 * The interactive loop: reads a prompt, orchestrates it, hands it to codex, until the end of the input.
 * Returns 0; where stdin is no terminal, the last turn's exit code.
 */
export async function loop(options: LoopOptions): Promise<number> {
  const { world } = options;
  const terminal = Deno.stdin.isTerminal();
  const state: LoopState = {
    switchedOff: undefined,
    planning: readSwitches(world).mode === "plan",
    fresh: options.fresh,
  };
  const editing = terminal && world.env("TERM") !== "dumb";
  const lines = editing
    ? (await import("./terminal_lines.ts")).terminalLines(readHistory(world))
    : plainLines(Deno.stdin.readable, terminal ? printError : () => {});
  if (terminal) {
    say([
      "codex-auto: each prompt goes to codex with what was found in this repository. /help lists the commands.",
    ]);
  }
  let code = 0;
  try {
    for (;;) {
      const read = await readPrompt(lines, state, terminal ? world : undefined);
      const name = read === undefined ? "quit" : commandIn(read);
      if (read === undefined || name === "quit") break;
      if (name !== undefined) {
        say([await obey(name, state, options.cwd, world)].filter((line) => line !== ""));
      } else if (read.trim() !== "") code = await turn(read, state, options);
    }
  } finally {
    lines.close();
  }
  return terminal ? EXIT.ok : code;
}

/**
 * Reads lines until one of them does not end in a backslash: they are a prompt or a command. Undefined at the end of the input. Keeps history where a
 * world is given.
 */
async function readPrompt(
  lines: LineSource,
  { switchedOff, planning }: LoopState,
  history: World | undefined,
): Promise<string | undefined> {
  const sign = `codex-auto${switchedOff ? " (off)" : planning ? " (plan)" : ""}> `;
  let begun: string[] = [];
  lines.take();
  try {
    for (;;) {
      const line = await lines.next(begun.length > 0 ? "… " : sign);
      if (line === undefined) return begun.length > 0 ? begun.join("\n") : undefined;
      if (typeof line === "object") {
        if ("unreadable" in line) say([line.unreadable]);
        begun = [];
        continue;
      }
      const why = history && addToHistory(line, history);
      if (why !== undefined) say([`[Limits] the line is not kept in the history: ${why}`]);
      const isOpen = /(?<!\\)(\\\\)*\\$/.test(line);
      begun.push(isOpen ? line.slice(0, -1) : line);
      if (!isOpen) return begun.join("\n");
    }
  } finally {
    lines.release();
  }
}

async function turn(prompt: string, state: LoopState, options: LoopOptions): Promise<number> {
  const world = worldNow(options.world, state);
  const request: Turn = { prompt, cwd: options.cwd, codexArgs: options.codexArgs, fresh: state.fresh };
  if (state.planning) {
    print(`${planText((await planTurn(request, world, options.orchestrate)).envelope)}\n`);
    return EXIT.ok;
  }
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>();
  const stop = () => giveUp();
  Deno.addSignalListener("SIGINT", stop);
  try {
    const { code, sent } = await takeTurn(request, { world, orchestrate: options.orchestrate, say, givenUp });
    // A prompt that never reached codex has not begun the new session.
    if (sent) state.fresh = false;
    else if (code === GIVEN_UP) say([""]);
    return code;
  } finally {
    Deno.removeSignalListener("SIGINT", stop);
  }
}
