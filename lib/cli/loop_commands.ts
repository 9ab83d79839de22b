import type { World } from "../settings/world.ts";
import { print } from "./output.ts";

/** What the user's commands have changed since the loop began. */
export interface LoopState {
  switchedOff?: boolean;
  planning: boolean;
  fresh: boolean;
}

interface LoopCommand {
  does: string;
  /** What it changes, and what is said then. */
  sets?: Partial<LoopState>;
  says?: string;
}

const COMMANDS: Readonly<Record<string, LoopCommand>> = {
  off: {
    does: "hand prompts to codex without context",
    sets: { switchedOff: true },
    says: "Prompts go to codex without context; /on ends that.",
  },
  on: {
    does: "with context again",
    sets: { switchedOff: false, planning: false },
    says: "Prompts go to codex with context.",
  },
  plan: {
    does: "show what would run, and run nothing; /on ends that. /plan PROMPT: for this one",
    sets: { planning: true },
    says: "Prompts are planned and not run; /on ends that.",
  },
  new: {
    does: "start a new codex session with the next prompt",
    sets: { fresh: true },
    says: "The next prompt starts a new codex session.",
  },
  tools: { does: "the tools and whether they run" },
  help: { does: "this list" },
  quit: { does: "leave (Ctrl-D)" },
};

const HELP = [
  ...Object.entries(COMMANDS).map(([name, { does }]) => `  /${name.padEnd(6)} ${does}`),
  "  Several lines: end a line with \\, or paste them. Ctrl-C stops a turn, not the loop.",
].join("\n");

/** The command that a line is, `/plan`, and the prompt behind one of ours, `/plan fix the login`; undefined for a prompt (`/etc/hosts is wrong`). */
export function commandIn(line: string): { name: string; rest: string } | undefined {
  const [, word = "", rest = ""] = /^\/([a-z]+)(?:\s+([^]*))?$/.exec(line.trim()) ?? [];
  const name = word === "exit" ? "quit" : word;
  return name === "" || rest !== "" && !Object.hasOwn(COMMANDS, name) ? undefined : { name, rest };
}

export async function obey(name: string, state: LoopState, cwd: string, world: World): Promise<string> {
  if (!Object.hasOwn(COMMANDS, name)) return `No such command.\n${HELP}`;
  Object.assign(state, COMMANDS[name]?.sets);
  if (name === "tools") {
    const { listTools } = await import("../kernel/plan.ts");
    for (const { tool, tier, state: runs, purpose } of await listTools(cwd, worldNow(world, state))) {
      print(`${tool.padEnd(16)} tier ${tier}  ${runs.padEnd(18)} ${purpose}\n`);
    }
  }
  return name === "help" ? HELP : COMMANDS[name]?.says ?? "";
}

export function worldNow(world: World, { switchedOff, planning }: LoopState): World {
  const own: Record<string, string> = {
    ...(switchedOff === undefined ? {} : { CI_AUTO_TOOLS: switchedOff ? "off" : "auto" }),
    CI_AUTO_TOOLS_DRY_RUN: planning ? "1" : "0",
    CI_AUTO_TOOLS_MODE: planning ? "plan" : "run",
  };
  return { ...world, env: (name) => own[name] ?? world.env(name) };
}
