import type { World } from "../settings/world.ts";
import { print } from "./output.ts";
import { say } from "./wrapper.ts";

/** What a line that begins with a slash asks of the loop. */
export type LoopCommand = "off" | "on" | "plan" | "tools" | "new" | "help" | "quit";

const COMMANDS: Readonly<Record<LoopCommand, string>> = {
  off: "hand prompts to codex without context",
  on: "with context again",
  plan: "show what would run, and run nothing; again to leave",
  tools: "the tools and whether they run",
  new: "start a new codex session with the next prompt",
  help: "this list",
  quit: "leave (Ctrl-D)",
};

export const LOOP_HELP = [
  ...Object.entries(COMMANDS).map(([name, text]) => `  /${name.padEnd(6)} ${text}`),
  '  Several lines: end a line with \\, put them between """, or paste them. Ctrl-C stops a turn, not the loop.',
].join("\n");

/**
 * The command that a line is; `unknown` for a lone word behind a slash; undefined for a prompt (`/etc/hosts
 * is wrong`).
 */
export function loopCommand(line: string): LoopCommand | "unknown" | undefined {
  const name = /^\/([a-z]+)$/.exec(line.trim())?.[1];
  if (name === undefined) return undefined;
  if (name === "exit") return "quit";
  for (const known of ["off", "on", "plan", "tools", "new", "help", "quit"] as const) {
    if (known === name) return known;
  }
  return "unknown";
}

/** What the user's commands have changed since the loop began. */
export interface LoopState {
  switchedOff: boolean | undefined;
  planning: boolean;
  fresh: boolean;
}

/** What stands before the cursor. */
export function promptSign({ switchedOff, planning }: LoopState): string {
  return `codex-auto${switchedOff ? " (off)" : planning ? " (plan)" : ""}> `;
}

/** The world as the user's commands have it. */
export function worldNow(world: World, { switchedOff, planning }: LoopState): World {
  const own: Record<string, string> = {
    ...(switchedOff === undefined ? {} : { CI_AUTO_TOOLS: switchedOff ? "off" : "auto" }),
    CI_AUTO_TOOLS_DRY_RUN: planning ? "1" : "0",
    CI_AUTO_TOOLS_MODE: planning ? "plan" : "run",
  };
  return { ...world, env: (name) => own[name] ?? world.env(name) };
}

/** Does what a command says. */
export async function obey(
  command: Exclude<LoopCommand, "quit"> | "unknown",
  state: LoopState,
  cwd: string,
  world: World,
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
    const { listTools } = await import("../kernel/tool_list.ts");
    const tools = await listTools(cwd, worldNow(world, state));
    print(
      tools.map(({ tool, tier, state, purpose }) =>
        `${tool.padEnd(16)} tier ${tier}  ${state.padEnd(18)} ${purpose}\n`
      ).join(""),
    );
  } else {
    say([...(command === "unknown" ? ["No such command."] : []), LOOP_HELP]);
  }
}
