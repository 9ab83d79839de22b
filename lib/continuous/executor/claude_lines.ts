import type { AgentLine } from "./agent.ts";
import { arrayIn, fieldIn, numberIn, parsedLine, relativeTo, textIn } from "./json_line.ts";

/** Tools of Claude Code that write the file they name. */
const WRITERS = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

/** A reader of `claude -p --output-format stream-json --verbose`. */
export function claudeLines(cwd: string): (line: string) => AgentLine[] {
  /** Commands that run, and files that are being written, by the id of their call. */
  const open = new Map<string, { command: string } | { path: string }>();
  return (line) => {
    const event = parsedLine(line);
    switch (textIn(event, "type")) {
      case "system":
        return textIn(event, "subtype") === "init" ? [{ kind: "begun" }] : [];
      case "assistant":
        return arrayIn(fieldIn(event, "message"), "content").flatMap((block) => assistant(block, open, cwd));
      case "user":
        return arrayIn(fieldIn(event, "message"), "content").flatMap((block) => toolResult(block, open));
      case "result":
        return result(event);
      default:
        return [];
    }
  };
}

type Open = Map<string, { command: string } | { path: string }>;

function assistant(block: unknown, open: Open, cwd: string): AgentLine[] {
  if (textIn(block, "type") === "text") return [{ kind: "said", text: textIn(block, "text") }];
  if (textIn(block, "type") !== "tool_use") return [];
  const [name, id, input] = [textIn(block, "name"), textIn(block, "id"), fieldIn(block, "input")];
  if (name === "Bash") {
    const command = textIn(input, "command");
    open.set(id, { command });
    return [{ kind: "command_started", command }];
  }
  if (!WRITERS.has(name)) return [{ kind: "tool", name }];
  open.set(id, { path: relativeTo(cwd, textIn(input, "file_path") || textIn(input, "notebook_path")) });
  return [];
}

function toolResult(block: unknown, open: Open): AgentLine[] {
  const id = textIn(block, "tool_use_id");
  const call = open.get(id);
  if (call === undefined) return [];
  open.delete(id);
  const failed = fieldIn(block, "is_error") === true;
  if ("path" in call) return failed ? [] : [{ kind: "files", paths: [call.path] }];
  const content = fieldIn(block, "content");
  const output = typeof content === "string"
    ? content
    : arrayIn(block, "content").map((part) => textIn(part, "text")).join("");
  return [{ kind: "command_ended", command: call.command, code: failed ? 1 : 0, output }];
}

function result(event: unknown): AgentLine[] {
  const usage = fieldIn(event, "usage");
  const inputs = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"];
  const tokens = inputs.reduce((sum, name) => sum + numberIn(usage, name), 0);
  const lines: AgentLine[] = [{ kind: "usage", tokens, cost_usd: numberIn(event, "total_cost_usd") }];
  const structured = fieldIn(event, "structured_output");
  const said = structured === undefined ? textIn(event, "result") : JSON.stringify(structured);
  if (fieldIn(event, "is_error") === true) {
    lines.push({ kind: "failed", message: said || textIn(event, "subtype") });
  } else if (said !== "") lines.push({ kind: "said", text: said });
  return lines;
}
