import type { World } from "../settings/world.ts";
import { commands, helpOf } from "./help.ts";
import { print } from "./output.ts";

/** What the user's commands have changed since the loop began. */
export interface LoopState {
  switchedOff?: boolean;
  planning: boolean;
  fresh: boolean;
}

/** What each command changes, and what is said then; `help.txt` has what each does. */
const COMMANDS: Readonly<Record<string, { sets?: Partial<LoopState>; says?: string }>> = {
  off: { sets: { switchedOff: true }, says: "Prompts go to codex without context; /on ends that." },
  on: { sets: { switchedOff: false, planning: false }, says: "Prompts go to codex with context." },
  plan: { sets: { planning: true }, says: "Prompts are planned and not run; /on ends that." },
  new: { sets: { fresh: true }, says: "The next prompt starts a new codex session." },
  tools: {},
  help: {},
  quit: {},
};

/** The command that a line is, `/plan`, also without its slash, or one of the shell; and the prompt behind one of ours, `/plan fix the login`; undefined for a prompt (`/etc/hosts is wrong`). */
export function commandIn(line: string): { name: string; rest: string } | undefined {
  const [, slash, word = "", rest = ""] = /^(\/?)([a-z]+)(?:\s+([^]*))?$/.exec(line.trim()) ?? [];
  const name = word === "exit" ? "quit" : word;
  const isOwn = Object.hasOwn(COMMANDS, name);
  const isOne = slash ? isOwn || rest === "" : rest === "" && (isOwn || commands().includes(name));
  return isOne ? { name, rest } : undefined;
}

export async function obey(name: string, state: LoopState, cwd: string, world: World): Promise<string> {
  const help = helpOf("/help").trimEnd();
  if (!Object.hasOwn(COMMANDS, name)) return `No such command.\n${help}`;
  Object.assign(state, COMMANDS[name]?.sets);
  if (name === "tools") {
    const { listTools } = await import("../kernel/plan.ts");
    for (const { tool, tier, state: runs, purpose } of await listTools(cwd, worldNow(world, state))) {
      print(`${tool.padEnd(16)} tier ${tier}  ${runs.padEnd(18)} ${purpose}\n`);
    }
  }
  return name === "help" ? help : COMMANDS[name]?.says ?? "";
}

export function worldNow(world: World, { switchedOff, planning }: LoopState): World {
  const own: Record<string, string> = {
    ...(switchedOff === undefined ? {} : { CI_AUTO_TOOLS: switchedOff ? "off" : "auto" }),
    CI_AUTO_TOOLS_DRY_RUN: planning ? "1" : "0",
    CI_AUTO_TOOLS_MODE: planning ? "plan" : "run",
  };
  return { ...world, env: (name) => own[name] ?? world.env(name) };
}
