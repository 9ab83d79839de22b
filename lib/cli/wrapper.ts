import type { Envelope } from "../contract/envelope.ts";
import type { OrchestrationRequest } from "../kernel/request.ts";
import { askDaemon } from "../kernel/warm.ts";
import type { World } from "../settings/world.ts";
import { printError } from "./output.ts";

export const WRAPPER = {
  name: "loop",
  flags: ["dry-run", "new"],
  values: ["format", "repo"],
  words: Infinity,
  passesTo: "codex",
} as const;

/** A daemon, or the kernel, loaded with the first prompt that needs it: a loop is there at once, and a kernel that cannot be loaded is one that fails. */
export const kernelLater = async (
  request: OrchestrationRequest,
  world: World,
  environment?: Record<string, string>,
): Promise<Envelope> => {
  const warm = await askDaemon(request, world, environment);
  if (warm) return warm;
  const { orchestrate } = await import("../kernel/orchestrate.ts");
  return await orchestrate(request, world);
};

/** A plan for people: what would run, with which codex command, and what limits it. */
export function planText({ tool_plan, fused_context: { for_user } }: Envelope): string {
  const command = tool_plan.planned_codex_command;
  const codex = command === undefined ? [] : [`[Codex] ${command}`];
  return [for_user.tool_plan_text, ...codex, for_user.results_text, for_user.limits_text].join("\n");
}

export function dryWorld(world: World): World {
  return { ...world, env: (name) => name === "CI_AUTO_TOOLS_DRY_RUN" ? "1" : world.env(name) };
}

export function say(lines: readonly string[]): void {
  for (const line of lines) printError(`${line}\n`);
}
