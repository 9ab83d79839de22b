import { WRAPPED } from "../../clients/hook_message.ts";
import { attempt } from "../../settings/attempt.ts";
import { findProgram } from "../../settings/find_program.ts";
import type { GuardHook } from "../guard/order.ts";
import { type Agent, type ExecutorEvent, limited } from "./executor.ts";
import { type EventTable, listIn, readerOf, relativeTo, sumIn, textIn, valueIn } from "./lines.ts";

const PERMISSION = /^--permission-mode(?:=|$)|^--(?:allow-)?dangerously-skip-permissions$/;
/** What a planner must not use, whatever the user's settings allow. */
const READ_ONLY = "--disallowedTools=Edit,Write,MultiEdit,NotebookEdit,Bash";
/** Tools of Claude Code that write the file they name. */
const WRITERS = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

/**
 * `claude -p --output-format stream-json`, one new session a step. It may edit files; which commands it may run is the user's to say, in Claude Code's own
 * settings or with `--allowedTools` behind `--`.
 */
export const CLAUDE: Agent = {
  install:
    "Claude Code is not installed: there is no executable `claude` on PATH; install it with `npm install -g @anthropic-ai/claude-code`",
  program: (world) => findProgram("claude", world),
  invocation({ prompt, schema, args, guard: { hook } }) {
    const isPermission = (arg: string, at: number) =>
      PERMISSION.test(arg) || args[at - 1] === "--permission-mode";
    const reading = schema && ["--json-schema", JSON.stringify(schema), READ_ONLY];
    const own = limited(args, isPermission, reading, ["--permission-mode", "acceptEdits"]);
    return {
      args: ["-p", "--output-format", "stream-json", "--verbose", ...withHook(own, hook)],
      env: { [WRAPPED]: "1" },
      stdin: prompt,
    };
  },
  sandbox: () => [],
  reader: (cwd) =>
    readerOf(eventsOf(cwd), (line) => {
      const type = textIn(line, "type");
      const content = valueIn(line, "message", "content");
      return Array.isArray(content)
        ? content.map((block) => [`${type} ${textIn(block, "type")}`, block] as const)
        : [[type === "system" ? `system ${textIn(line, "subtype")}` : type, line]];
    }),
};

/** The guard as a hook of this session alone. Claude Code takes the last settings it is given, so the user's own go along. What goes wrong refuses the call. */
function withHook(args: readonly string[], { program }: GuardHook): string[] {
  const hook = {
    type: "command",
    command: program,
    args: ["hook", "--guard"],
    timeout: 60,
    onFailure: "block",
  };
  const at = args.findLastIndex((arg) => /^--settings(?:=|$)/.test(arg));
  const given = at < 0 ? "{}" : args[at]?.slice("--settings=".length) || args[at + 1] || "{}";
  const theirs: unknown = attempt(() =>
    JSON.parse(/^\s*\{/.test(given) ? given : Deno.readTextFileSync(given))
  );
  const hooks = Object(valueIn(theirs, "hooks"));
  const PreToolUse = [{ matcher: "*", hooks: [hook] }, ...listIn(hooks, "PreToolUse")];
  return [...args, "--settings", JSON.stringify({ ...Object(theirs), hooks: { ...hooks, PreToolUse } })];
}

function eventsOf(cwd: string): EventTable {
  /** Commands that run, and files that are being written, by the id of their call. */
  const open = new Map<string, { command: string } | { path: string }>();
  return {
    "system init": () => [{ kind: "begun" }],
    "system permission_denied": (event) => {
      const call = open.get(textIn(event, "tool_use_id"));
      const what = call === undefined
        ? textIn(event, "tool_name")
        : "path" in call
        ? call.path
        : call.command;
      const why = textIn(event, "decision_reason") || textIn(event, "message");
      return [{ kind: "refused", command: what, why: `was not let through: ${why}` }];
    },
    "assistant text": (block) => [{ kind: "said", text: textIn(block, "text") }],
    "assistant tool_use": (block) => {
      const [name, id] = [textIn(block, "name"), textIn(block, "id")];
      if (name === "Bash") {
        const command = textIn(block, "input", "command");
        open.set(id, { command });
        return [{ kind: "command_started", command }];
      }
      if (!WRITERS.has(name)) return [{ kind: "tool", name }];
      const path = textIn(block, "input", "file_path") || textIn(block, "input", "notebook_path");
      open.set(id, { path: relativeTo(cwd, path) });
      return [];
    },
    "user tool_result": (block) => {
      const id = textIn(block, "tool_use_id");
      const call = open.get(id);
      open.delete(id);
      if (call === undefined) return [];
      const failed = valueIn(block, "is_error") === true;
      if ("path" in call) return failed ? [] : [{ kind: "files", paths: [call.path] }];
      const output = textIn(block, "content") ||
        listIn(block, "content").map((part) => textIn(part, "text")).join("");
      return [{ kind: "command_ended", command: call.command, code: failed ? 1 : 0, output }];
    },
    result: (event) => {
      const inputs = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
      const tokens = sumIn(valueIn(event, "usage"), ...inputs, "output_tokens");
      const lines: ExecutorEvent[] = [{ kind: "usage", tokens, cost_usd: sumIn(event, "total_cost_usd") }];
      const structured = valueIn(event, "structured_output");
      const said = structured === undefined ? textIn(event, "result") : JSON.stringify(structured);
      if (valueIn(event, "is_error") === true) {
        lines.push({ kind: "failed", message: said || textIn(event, "subtype") });
      } else if (said !== "") lines.push({ kind: "said", text: said });
      return lines;
    },
  };
}
