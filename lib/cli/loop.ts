import { type Orchestrate, planTurn, type Turn } from "../clients/codex_context.ts";
import { GIVEN_UP, NO_CODEX, takeTurn } from "../clients/codex_turn.ts";
import { EXIT } from "../contract/error_codes.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { findProgram, type World } from "../settings/world.ts";
import { commandIn, type LoopState, obey, worldNow } from "./loop_commands.ts";
import { print } from "./output.ts";
import { inputLines, type LineSource } from "./terminal_lines.ts";
import { planText, say } from "./wrapper.ts";

interface LoopOptions extends Omit<Turn, "prompt"> {
  world: World;
  orchestrate: Orchestrate;
}

const WELCOME =
  "codex-auto: each prompt goes to codex with what was found in this repository. /help lists the commands.";

/** Entry A: reads a prompt, orchestrates it, hands it to codex, until the end of the input. Returns 0; where stdin is no terminal, the last turn's exit code. */
export async function loop(options: LoopOptions): Promise<number> {
  const { world, cwd, fresh = false } = options;
  const terminal = Deno.stdin.isTerminal();
  const state: LoopState = { planning: readSwitches(world).mode === "plan", fresh };
  const editing = terminal && world.env("TERM") !== "dumb";
  const lines = inputLines(editing, terminal);
  if (terminal) say([WELCOME, ...(findProgram("codex", world) === undefined ? NO_CODEX : [])]);
  let code = 0;
  try {
    for (;;) {
      const read = await readPrompt(lines, state);
      const { name, rest } = read === undefined ? { name: "quit" } : commandIn(read) ?? { rest: read };
      if (name === "quit") break;
      const planned = name === "plan" && rest !== "" ? { ...state, planning: true } : undefined;
      if (name !== undefined && planned === undefined) {
        say([await obey(name, state, cwd, world)].filter((line) => line !== ""));
      }
      if (rest?.trim()) code = await turn(rest, planned ?? state, options);
    }
  } finally {
    lines.close();
  }
  return terminal ? EXIT.ok : code;
}

/** Reads lines until one of them does not end in a backslash: they are a prompt or a command. Undefined at the end of the input. */
async function readPrompt(lines: LineSource, { switchedOff, planning }: LoopState) {
  const sign = `codex-auto${switchedOff ? " (off)" : planning ? " (plan)" : ""}> `;
  let begun: string[] = [];
  lines.take();
  try {
    for (;;) {
      const line = await lines.next(begun.length > 0 ? "… " : sign);
      if (line === undefined) return begun.length > 0 ? begun.join("\n") : undefined;
      if (typeof line === "object") {
        begun = [];
        continue;
      }
      const isOpen = /(?<!\\)(\\\\)*\\$/.test(line);
      begun.push(isOpen ? line.slice(0, -1) : line);
      if (!isOpen) return begun.join("\n");
    }
  } finally {
    lines.release();
  }
}

async function turn(prompt: string, state: LoopState, options: LoopOptions): Promise<number> {
  const { orchestrate, ...where } = options;
  const world = worldNow(options.world, state);
  const request: Turn = { ...where, prompt, fresh: state.fresh };
  if (state.planning) {
    print(`${planText((await planTurn(request, world, orchestrate)).envelope)}\n`);
    return EXIT.ok;
  }
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>();
  const stop = () => giveUp();
  Deno.addSignalListener("SIGINT", stop);
  try {
    const { code, sent } = await takeTurn(request, { world, orchestrate, say, givenUp });
    // A prompt that never reached codex has not begun the new session.
    if (sent) state.fresh = false;
    else if (code === GIVEN_UP) say([""]);
    return code;
  } finally {
    Deno.removeSignalListener("SIGINT", stop);
  }
}
