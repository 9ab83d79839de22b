import type { Orchestrate } from "../clients/codex_context.ts";
import type { Envelope } from "../contract/envelope.ts";
import type { World } from "../settings/world.ts";
import { printError } from "./output.ts";

/** The command line of the wrapper, of one prompt and of the loop. */
export const WRAPPER = {
  help: `Usage: codex-auto [OPTIONS] ["PROMPT"|loop] [-- CODEX ARGS]

Finds what codex should see of this repository for a prompt, puts it before the prompt and hands both to codex, in this repository's
session. Without PROMPT: a loop on a terminal; the prompt from stdin anywhere else, where loop takes each line for one.

  --dry-run      print the plan and start no codex (so does CI_AUTO_TOOLS_MODE=plan)
  --format FMT   of the plan: json (default) or text
  --repo DIR     where to look and where codex works, instead of the working directory
  --new          start a new codex session instead of going on with this repository's
  -- CODEX ARGS  go to codex: codex-auto "PROMPT" -- -s workspace-write -m MODEL

Examples:
  codex-auto "fix the login bug"
  git log -1 --format=%B | codex-auto --dry-run --format text

Exit codes: codex's own; 2 usage, 40 no codex. Of a plan: 0 usable, 10 unavailable, 20 configuration.
`,
  flags: ["dry-run", "new"],
  values: ["format", "repo"],
  words: Infinity,
  passesTo: "codex",
} as const;

/** The kernel, loaded with the first prompt: the loop is there at once, and a kernel that cannot be loaded is one that fails. */
export const kernelLater: Orchestrate = async (request, world) => {
  const { orchestrate } = await import("../kernel/orchestrate.ts");
  return await orchestrate(request, world);
};

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

/** Lines for the user on stderr. */
export function say(lines: readonly string[]): void {
  for (const line of lines) printError(`${line}\n`);
}
