import { attempt } from "../../settings/attempt.ts";
import { listAt, recordAt, textAt, valueAt } from "../../settings/json.ts";
import type { Agent, EventTable, ExecutorEvent, GuardHook } from "./executor.ts";
import { limited, relativeTo, sumIn } from "./executor.ts";

const PERMISSION = /^--permission-mode(?:=|$)|^--(?:allow-)?dangerously-skip-permissions$/;
/** What a planner must not use, whatever the user's settings allow. */
const READ_ONLY = "--disallowedTools=Edit,Write,MultiEdit,NotebookEdit,Bash";
const WRITERS = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

/** One new session a step. It may edit files; which commands it may run is the user's to say, in Claude Code's settings or with `--allowedTools` behind `--`. */
export const CLAUDE: Agent = {
  package: "@anthropic-ai/claude-code",
  argsFor({ schema, args, guard: { hook } }) {
    const isPermission = (arg: string, at: number) =>
      PERMISSION.test(arg) || args[at - 1] === "--permission-mode";
    const reading = schema && ["--json-schema", JSON.stringify(schema), READ_ONLY];
    const own = limited(args, isPermission, reading, ["--permission-mode", "acceptEdits"]);
    return ["-p", "--output-format", "stream-json", "--verbose", ...withHook(own, hook)];
  },
  sandbox: () => [],
  named(line) {
    const type = textAt(line, "type");
    const content = valueAt(line, ["message", "content"]);
    return Array.isArray(content)
      ? content.map((block) => [`${type} ${textAt(block, "type")}`, block] as const)
      : [[type === "system" ? `system ${textAt(line, "subtype")}` : type, line]];
  },
  meaning: eventsOf,
};

/** The guard as a hook of this session alone. Claude Code takes the last settings it is given, so the user's own go along. What goes wrong refuses the call. */
function withHook(args: readonly string[], { program }: GuardHook): string[] {
  const command = { type: "command", command: program, args: ["hook", "--guard"] };
  const ours = { matcher: "*", hooks: [{ ...command, timeout: 60, onFailure: "block" }] };
  const at = args.findLastIndex((arg) => /^--settings(?:=|$)/.test(arg));
  const given = at < 0 ? "{}" : args[at]?.slice("--settings=".length) || args[at + 1] || "{}";
  const theirs: unknown = attempt(() =>
    JSON.parse(/^\s*\{/.test(given) ? given : Deno.readTextFileSync(given))
  );
  const hooks = recordAt(theirs, "hooks");
  const PreToolUse = [ours, ...listAt(hooks, "PreToolUse")];
  return [...args, "--settings", JSON.stringify({ ...Object(theirs), hooks: { ...hooks, PreToolUse } })];
}

function eventsOf(cwd: string): EventTable {
  /** Commands that run, and files that are being written, by the id of their call. */
  const open = new Map<string, { command?: string; path?: string }>();
  return {
    "system init": () => [{ kind: "begun" }],
    "system permission_denied": (event) => {
      const { command, path } = open.get(textAt(event, "tool_use_id")) ?? {};
      const why = textAt(event, "decision_reason") || textAt(event, "message");
      const what = command ?? path ?? textAt(event, "tool_name");
      return [{ kind: "refused", command: what, why: `was not let through: ${why}` }];
    },
    "assistant text": (block) => [{ kind: "said", text: textAt(block, "text") }],
    "assistant tool_use": (block) => {
      const [name, id] = [textAt(block, "name"), textAt(block, "id")];
      if (name === "Bash") {
        const command = textAt(block, "input", "command");
        open.set(id, { command });
        return [{ kind: "command_started", command }];
      }
      if (!WRITERS.has(name)) return [{ kind: "tool", name }];
      const path = textAt(block, "input", "file_path") || textAt(block, "input", "notebook_path");
      open.set(id, { path: relativeTo(cwd, path) });
      return [];
    },
    "user tool_result": (block) => {
      const id = textAt(block, "tool_use_id");
      const { command, path } = open.get(id) ?? {};
      open.delete(id);
      const failed = valueAt(block, ["is_error"]) === true;
      if (path !== undefined) return failed ? [] : [{ kind: "files", paths: [path] }];
      if (command === undefined) return [];
      const output = textAt(block, "content") ||
        listAt(block, "content").map((part) => textAt(part, "text")).join("");
      return [{ kind: "command_ended", command, code: failed ? 1 : 0, output }];
    },
    result: (event) => {
      const inputs = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
      const tokens = sumIn(valueAt(event, ["usage"]), ...inputs, "output_tokens");
      const lines: ExecutorEvent[] = [{ kind: "usage", tokens, cost_usd: sumIn(event, "total_cost_usd") }];
      const structured = valueAt(event, ["structured_output"]);
      const said = structured === undefined ? textAt(event, "result") : JSON.stringify(structured);
      if (valueAt(event, ["is_error"]) === true) {
        lines.push({ kind: "failed", message: said || textAt(event, "subtype") });
      } else if (said !== "") lines.push({ kind: "said", text: said });
      return lines;
    },
  };
}
