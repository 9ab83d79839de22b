import type { World } from "../../settings/world.ts";
import { findProgram } from "../../settings/find_program.ts";
import { executorOf } from "./agent.ts";
import { claudeAgent } from "./claude.ts";
import { codexAgent } from "./codex.ts";
import type { Executor } from "./executor.ts";

const AGENTS = { codex: codexAgent, claude: claudeAgent } as const;

export function agentOf(name: Executor["name"], world: World): { installed(): boolean; install: string } {
  return { installed: () => findProgram(name, world) !== undefined, install: AGENTS[name](world).install };
}

export function executorFor(
  name: Executor["name"],
  world: World,
  environment: Readonly<Record<string, string>>,
): Executor {
  return executorOf(AGENTS[name](world), world, environment);
}
