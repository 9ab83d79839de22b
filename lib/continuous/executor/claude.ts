import { findProgram } from "../../settings/find_program.ts";
import type { World } from "../../settings/world.ts";
import { WRAPPED } from "../../clients/codex_wrapped.ts";
import type { Agent } from "./agent.ts";
import { claudeLines } from "./claude_lines.ts";

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
      const mode = args.some((arg) => /^--permission-mode(?:=|$)|^--dangerously-skip-permissions$/.test(arg));
      return {
        command,
        args: schema
          ? [...ours, "--json-schema", JSON.stringify(schema)]
          : [...ours, ...(mode ? [] : ["--permission-mode", "acceptEdits"]), ...args],
        env: { [WRAPPED]: "1" },
        stdin: prompt,
      };
    },
    reader: claudeLines,
  };
}
