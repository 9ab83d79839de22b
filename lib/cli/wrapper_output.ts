import { coloured } from "../clients/codex_notices.ts";
import type { Envelope } from "../contract/envelope.ts";
import type { World } from "../settings/world.ts";

/** A plan for people: what would run, with which codex command, and what limits it. */
export function planText({ tool_plan, fused_context: { for_user } }: Envelope): string {
  const command = tool_plan.planned_codex_command === undefined
    ? []
    : [`[Codex] ${tool_plan.planned_codex_command}`];
  return [for_user.tool_plan_text, ...command, for_user.results_text, for_user.limits_text].join("\n");
}

/** The same world, but planning. */
export function dryWorld(world: World): World {
  return { ...world, env: (name) => name === "CI_AUTO_TOOLS_DRY_RUN" ? "1" : world.env(name) };
}

/** Lines for the user on stderr, with colour on a terminal that wants it. */
export function say(lines: readonly string[]): void {
  const colour = Deno.stderr.isTerminal() && (Deno.env.get("NO_COLOR") ?? "") === "" &&
    Deno.env.get("TERM") !== "dumb";
  for (const line of lines) console.error(colour ? coloured(line) : line);
}

/** The real path of a folder; undefined where there is none. */
export function folder(path: string): string | undefined {
  try {
    return Deno.statSync(path).isDirectory ? Deno.realPathSync(path) : undefined;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
