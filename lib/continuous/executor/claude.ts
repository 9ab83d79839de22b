import { findProgram } from "../../settings/find_program.ts";
import type { World } from "../../settings/world.ts";
import { WRAPPED } from "../../clients/codex_wrapped.ts";
import type { Agent } from "./agent.ts";
import { claudeLines } from "./claude_lines.ts";

const PERMISSION = /^--permission-mode(?:=|$)|^--(?:allow-)?dangerously-skip-permissions$/;
/** What a planner must not use, whatever the user's settings allow. */
const READ_ONLY = ["--disallowedTools=Edit,Write,MultiEdit,NotebookEdit,Bash"];

/** The user's arguments without what lets it do more: for a step that only reads. */
function withoutPermissions(args: readonly string[]): string[] {
  return args.filter((arg, at) => !PERMISSION.test(arg) && args[at - 1] !== "--permission-mode");
}

/**
 * `claude -p --output-format stream-json`, one new session a step. It may edit files; which commands it may run is the user's to say, in Claude Code's own
 * settings or with `--allowedTools` behind `--`.
 */
export function claudeAgent(world: World): Agent {
  return {
    name: "claude",
    install:
      "Claude Code is not installed: there is no executable `claude` on PATH; install it with `npm install -g @anthropic-ai/claude-code`",
    invocation({ prompt, schema, args }) {
      const command = findProgram("claude", world);
      if (command === undefined) return undefined;
      const ours = ["-p", "--output-format", "stream-json", "--verbose"];
      const mode = args.some((arg) => PERMISSION.test(arg));
      return {
        command,
        args: schema
          ? [...ours, "--json-schema", JSON.stringify(schema), ...READ_ONLY, ...withoutPermissions(args)]
          : [...ours, ...(mode ? [] : ["--permission-mode", "acceptEdits"]), ...args],
        env: { [WRAPPED]: "1" },
        stdin: prompt,
      };
    },
    reader: claudeLines,
  };
}
