import { EXIT } from "../contract/error_codes.ts";
import { VERSION, versionText } from "../contract/version.ts";
import { print } from "./output.ts";

/** What there is to call, each in one line. */
export const COMMANDS = {
  loop: "the loop; away from a terminal each line of stdin is a prompt or a command",
  continuous: "list, report and edit the runs of --continuous",
  context: "print the context for a prompt and call nobody",
  status: "what is indexed, and what prompts of this week were given",
  why: "what the last prompts in this repository led to",
  index: "state of the code index; build it",
  files: "context files that were kept because they did not fit",
  setup: "put the hook and the gateway into Claude Code and Codex, or take them out again",
  doctor: "prove each piece by running it",
  trust: "let this repository's configuration start MCP servers",
  mcp: "the gateway: one MCP server in front of all your others",
  allow: "your word on a tool behind the gateway that does more than read",
  redact: "pass a text through redaction and injection filter",
  hook: "answer a client's UserPromptSubmit hook",
} as const;

/** What `codex-auto help` prints. */
export const HELP =
  `codex-auto ${VERSION}: finds what a coding model should see of your repository, before it answers.

Usage:
  codex-auto                       a loop around codex: each prompt gets its context, the session goes on
  codex-auto "PROMPT" [-- ARGS]    one turn of codex with context; ARGS go to codex
  codex-auto --new ["PROMPT"]      the same in a new session instead of this repository's
  codex-auto --dry-run "PROMPT"    the plan as JSON; starts neither a tool nor codex
  codex-auto --continuous "GOAL"   plan a goal, work it task by task, prove each, stop when it should
  codex-auto resume --continuous   go on with such a run
  codex-auto COMMAND

Commands:
${Object.entries(COMMANDS).map(([name, does]) => `  ${name.padEnd(9)} ${does}\n`).join("")}
Environment:
  CI_AUTO_TOOLS=auto|on|off        auto: only for prompts about code
  CI_AUTO_TOOLS_MODE=run|plan      plan: say what would run, run nothing
  CI_AUTO_TOOLS_TIER_MAX=1|2       2 enables call chains, impact, complexity and hot spots
  CI_AUTO_TOOLS_BUDGET_WALL_MS, CI_AUTO_TOOLS_MAX_CONCURRENCY, CI_AUTO_TOOLS_REPO_ROOT

codex-auto COMMAND --help tells more of each.
`;

/** `codex-auto help`, `--help` and `--version`. */
export function run(args: string[]): Promise<number> {
  print(args[0] === "--version" || args[0] === "-V" ? `codex-auto ${versionText()}\n` : HELP);
  return Promise.resolve(EXIT.ok);
}
