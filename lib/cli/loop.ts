import { GIVEN_UP, type Orchestrate, takeTurn, type Turn } from "../clients/codex_turn.ts";
import { planTurn } from "../clients/codex_plan_turn.ts";
import { EXIT } from "../contract/error_codes.ts";
import { orchestrate as kernel } from "../kernel/orchestrate.ts";
import { listTools } from "../kernel/tool_list.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { parseWrapperArgs, WRAPPER_USAGE } from "./codex_args.ts";
import { dryWorld, folder, planText, say } from "./wrapper_output.ts";
import { type LineSource, pipedLines } from "./line_source.ts";
import { LOOP_HELP, type LoopCommand, loopCommand } from "./loop_commands.ts";
import { addToHistory, readHistory } from "./loop_history.ts";
import { PromptAssembler } from "./prompt_assembler.ts";

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
export async function run(args: string[], orchestrate: Orchestrate = kernel): Promise<number> {
  const parsed = parseWrapperArgs(args);
  const cwd = typeof parsed === "string" ? undefined : folder(parsed.repo ?? Deno.cwd());
  if (typeof parsed === "string" || cwd === undefined || parsed.prompt !== undefined) {
    console.error(
      `codex-auto: ${
        typeof parsed === "string" ? parsed : "the loop takes a folder and no prompt"
      }\n\n${WRAPPER_USAGE}`,
    );
    return EXIT.usage;
  }
  const world = parsed.dryRun ? dryWorld(systemWorld()) : systemWorld();
  return await loop({ cwd, codexArgs: parsed.codexArgs, fresh: parsed.fresh, world, orchestrate });
}

/** What the user's commands have changed since the loop began. */
interface LoopState {
  switchedOff: boolean | undefined;
  planning: boolean;
  fresh: boolean;
}

/**
 * The interactive loop: reads a prompt, orchestrates it, hands it to codex, until the end of the input. Returns 0; where stdin is no terminal, the
 * last turn's exit code.
 */
export async function loop(options: LoopOptions): Promise<number> {
  const { world } = options;
  const terminal = Deno.stdin.isTerminal();
  const state: LoopState = {
    switchedOff: undefined,
    planning: readSwitches(world).mode === "plan",
    fresh: options.fresh,
  };
  const lines = terminal
    ? (await import("./terminal_lines.ts")).terminalLines(readHistory(world))
    : pipedLines(Deno.stdin.readable);
  if (terminal) {
    say([
      "codex-auto: each prompt goes to codex with what was found in this repository. /help lists the commands.",
    ]);
  }
  let code = 0;
  try {
    for (;;) {
      const read = await readPrompt(lines, state, terminal ? world : undefined);
      if (read === undefined) break;
      const command = loopCommand(read);
      if (command === "quit") break;
      if (command !== undefined) await obey(command, state, options);
      else if (read.trim() !== "") code = await turn(read, state, options);
    }
  } finally {
    lines.close();
  }
  return terminal ? EXIT.ok : code;
}

/** Reads lines until they make a prompt or a command; undefined at the end of the input. Keeps history where a world is given. */
async function readPrompt(
  lines: LineSource,
  state: LoopState,
  history: World | undefined,
): Promise<string | undefined> {
  const assembler = new PromptAssembler();
  lines.take();
  try {
    for (;;) {
      const line = await lines.next(assembler.open ? "… " : promptSign(state));
      if (line === undefined) return assembler.take();
      if (typeof line === "object") {
        if ("unreadable" in line) say([line.unreadable]);
        assembler.take();
        continue;
      }
      if (history) say(failed(addToHistory(line, history)));
      const prompt = assembler.push(line);
      if (prompt !== undefined) return prompt;
    }
  } finally {
    lines.release();
  }
}

function failed(why: string | undefined): string[] {
  return why === undefined ? [] : [`[Limits] the line is not kept in the history: ${why}`];
}

function promptSign({ switchedOff, planning }: LoopState): string {
  return `codex-auto${switchedOff ? " (off)" : planning ? " (plan)" : ""}> `;
}

/** The world as the user's commands have it. */
function worldNow({ world }: LoopOptions, { switchedOff, planning }: LoopState): World {
  const own: Record<string, string> = {
    ...(switchedOff === undefined ? {} : { CI_AUTO_TOOLS: switchedOff ? "off" : "auto" }),
    CI_AUTO_TOOLS_DRY_RUN: planning ? "1" : "0",
    CI_AUTO_TOOLS_MODE: planning ? "plan" : "run",
  };
  return { ...world, env: (name) => own[name] ?? world.env(name) };
}

async function turn(prompt: string, state: LoopState, options: LoopOptions): Promise<number> {
  const world = worldNow(options, state);
  const request: Turn = { prompt, cwd: options.cwd, codexArgs: options.codexArgs, fresh: state.fresh };
  if (state.planning) {
    console.log(planText((await planTurn(request, world, options.orchestrate)).envelope));
    return EXIT.ok;
  }
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>();
  const stop = () => giveUp();
  Deno.addSignalListener("SIGINT", stop);
  try {
    const code = await takeTurn(request, { world, orchestrate: options.orchestrate, say, givenUp });
    // A prompt that never reached codex has not begun the new session.
    if (code !== GIVEN_UP) state.fresh = false;
    return code;
  } finally {
    Deno.removeSignalListener("SIGINT", stop);
  }
}

async function obey(
  command: Exclude<LoopCommand, "quit"> | "unknown",
  state: LoopState,
  options: LoopOptions,
): Promise<void> {
  if (command === "off" || command === "on") {
    state.switchedOff = command === "off";
    if (command === "on") state.planning = false;
    say([
      command === "off"
        ? "Prompts go to codex without context; /on ends that."
        : "Prompts go to codex with context.",
    ]);
  } else if (command === "plan") {
    state.planning = !state.planning;
    say([state.planning ? "Prompts are planned and not run; /plan again ends that." : "Prompts are run."]);
  } else if (command === "new") {
    state.fresh = true;
    say(["The next prompt starts a new codex session."]);
  } else if (command === "tools") {
    const tools = await listTools(options.cwd, worldNow(options, state));
    console.log(
      tools.map(({ tool, tier, state, purpose }) =>
        `${tool.padEnd(16)} tier ${tier}  ${state.padEnd(18)} ${purpose}`
      ).join("\n"),
    );
  } else {
    say([command === "unknown" ? "No such command; a prompt may not be a lone /word here." : "", LOOP_HELP]);
  }
}
