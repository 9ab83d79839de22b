import type { AgentLine } from "./agent.ts";
import { arrayIn, fieldIn, numberIn, parsedLine, relativeTo, textIn } from "./json_line.ts";

/** A reader of the events of `codex exec --json`. What it does not know it passes over: newer versions say more. */
export function codexLines(cwd: string): (line: string) => AgentLine[] {
  return (line) => {
    const event = parsedLine(line);
    switch (textIn(event, "type")) {
      case "turn.started":
        return [{ kind: "begun" }];
      case "turn.completed": {
        const usage = fieldIn(event, "usage");
        return [{
          kind: "usage",
          tokens: numberIn(usage, "input_tokens") + numberIn(usage, "output_tokens"),
          cost_usd: 0,
        }];
      }
      case "turn.failed":
        return [{ kind: "failed", message: textIn(fieldIn(event, "error"), "message") || "the turn failed" }];
      case "item.started":
        return started(fieldIn(event, "item"));
      case "item.completed":
        return completed(fieldIn(event, "item"), cwd);
      default:
        return [];
    }
  };
}

function started(item: unknown): AgentLine[] {
  if (textIn(item, "type") !== "command_execution") return [];
  return [{ kind: "command_started", command: unwrapped(textIn(item, "command")) }];
}

function completed(item: unknown, cwd: string): AgentLine[] {
  switch (textIn(item, "type")) {
    case "command_execution": {
      const code = fieldIn(item, "exit_code");
      return [{
        kind: "command_ended",
        command: unwrapped(textIn(item, "command")),
        code: typeof code === "number" ? code : null,
        output: textIn(item, "aggregated_output"),
      }];
    }
    case "file_change":
      return [{
        kind: "files",
        paths: arrayIn(item, "changes").map((change) => relativeTo(cwd, textIn(change, "path"))),
      }];
    case "agent_message":
      return [{ kind: "said", text: textIn(item, "text") }];
    case "mcp_tool_call":
      return [{ kind: "tool", name: `${textIn(item, "server")}/${textIn(item, "tool")}` }];
    case "error": {
      const text = textIn(item, "message");
      // Codex says of every section it does not know that it ignores it; this one is ours.
      return /unrecognized configuration setting/.test(text) && /`continuous`/.test(text)
        ? []
        : [{ kind: "warning", text }];
    }
    default:
      return [];
  }
}

/** The command itself, without the shell that Codex runs it in. */
function unwrapped(command: string): string {
  const inner = /^(?:\/\S*\/)?(?:ba|z|da)?sh -l?c (.*)$/s.exec(command)?.[1];
  if (inner === undefined) return command;
  const quoted = /^'((?:[^']|'\\''|'"'"')*)'$/s.exec(inner)?.[1];
  if (quoted !== undefined) return quoted.replace(/'\\''|'"'"'/g, "'");
  const double = /^"((?:[^"\\]|\\.)*)"$/s.exec(inner)?.[1];
  return double === undefined ? inner : double.replace(/\\(["\\$`])/g, "$1");
}
