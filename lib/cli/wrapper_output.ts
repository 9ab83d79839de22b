import type { Envelope } from "../contract/envelope.ts";
import type { World } from "../settings/world.ts";
import { coloured, printError } from "./output.ts";

/** A plan for people: what would run, with which codex command, and what limits it. */
export function planText({ tool_plan, fused_context: { for_user } }: Envelope): string {
  const command = tool_plan.planned_codex_command;
  const codex = command === undefined ? [] : [`[Codex] ${command}`];
  return [for_user.tool_plan_text, ...codex, for_user.results_text, for_user.limits_text].join("\n");
}

/** The same world, but planning. */
export function dryWorld(world: World): World {
  return { ...world, env: (name) => name === "CI_AUTO_TOOLS_DRY_RUN" ? "1" : world.env(name) };
}

/** Lines for the user on stderr, with colour on a terminal that wants it. */
export function say(lines: readonly string[]): void {
  const colour = coloured(Deno.stderr);
  for (const line of lines) printError(`${colour ? labelled(line) : line}\n`);
}

/** The label of a line in colour: limits in yellow, the rest faint. */
function labelled(line: string): string {
  return line.replace(
    /^\[[A-Za-z ]+\]/,
    (label) => `\u001b[${label === "[Limits]" ? 33 : 2}m${label}\u001b[0m`,
  );
}
