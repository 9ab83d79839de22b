import { writeFileAtomic } from "../../settings/write_file.ts";
import { inStorage } from "../store/log.ts";
import { listAt, textAt, valueAt } from "../../settings/json.ts";
import { type Agent, type EventTable, type GuardHook, limited, relativeTo, sumIn } from "./executor.ts";

const SANDBOX = /^(?:-s|--sandbox)$/;
/** Codex takes no abbreviations. Some of these say more than their sandbox, and where they stand beside `--sandbox` it counts for nothing, or codex refuses both. */
const SANDBOX_ALONE =
  /^(?:-s.+|--sandbox=.*|--(?:yolo|full-auto|approve-for-me|dangerously-bypass-approvals-and-sandbox)(?:=.*)?)$/;

/** One new thread a step, in Codex's own sandbox. What the user adds stands behind and counts: codex takes a sandbox once. */
export const CODEX: Agent = {
  package: "@openai/codex",
  argsFor({ schema, args, scratch, guard: { hook } }) {
    const isSandbox = (arg: string, at: number) =>
      SANDBOX.test(arg) || SANDBOX.test(args[at - 1] ?? "") || SANDBOX_ALONE.test(arg);
    const file = `${scratch}/answer.schema.json`;
    if (schema) inStorage(() => writeFileAtomic(file, `${JSON.stringify(schema)}\n`, { base: scratch }));
    const reading = schema && ["--sandbox", "read-only", "--output-schema", file];
    const own = limited(args, isSandbox, reading, ["--sandbox", "workspace-write"]);
    return ["exec", "--json", ...own, ...hookConfig(hook), "-"];
  },
  sandbox(args) {
    const at = args.findIndex((arg) => SANDBOX.test(arg));
    const mode = at < 0 ? "workspace-write" : args[at + 1] ?? "";
    // What says more than a sandbox says that there is none.
    if (mode === "danger-full-access" || args.some((arg) => SANDBOX_ALONE.test(arg))) return [];
    const configured = args.flatMap((arg, at) => args[at - 1] === "-c" ? ["-c", arg] : []);
    return ["sandbox", "-c", `sandbox_mode="${mode}"`, ...configured, "--"];
  },
  named(line) {
    const item = valueAt(line, ["item"]);
    const type = textAt(line, "type");
    return [item === undefined ? [type, line] : [`${type} ${textAt(item, "type")}`, item]];
  },
  meaning: eventsOf,
};

/** Codex's arguments for the guard, which hold for one call of it. A hook that cannot be started is passed over by codex, so the shell refuses in its place. */
export function hookConfig({ program, trust }: GuardHook): string[] {
  const quoted = `'${program.replaceAll("'", `'\\''`)}'`;
  const command = `${quoted} hook --guard || { echo "codex-auto's guard cannot be started" >&2; exit 2; }`;
  const hooks = `hooks.PreToolUse=[{hooks=[{type="command",command=${JSON.stringify(command)},timeout=60}]}]`;
  if (trust === undefined) return ["-c", hooks];
  const state = `hooks.state={${JSON.stringify(trust.key)}={trusted_hash=${JSON.stringify(trust.hash)}}}`;
  return ["-c", hooks, "-c", state];
}

function eventsOf(cwd: string): EventTable {
  return {
    "turn.started": () => [{ kind: "begun" }],
    "turn.completed": (event) => {
      const count = (name: string) => sumIn(valueAt(event, ["usage"]), name);
      const [input, output] = [count("input_tokens"), count("output_tokens")];
      const billed = { input, cached: count("cached_input_tokens"), output };
      return [{ kind: "usage", tokens: input + output, cost_usd: 0, billed }];
    },
    "turn.failed": (it) => [{ kind: "failed", message: textAt(it, "error", "message") || "the turn failed" }],
    "item.started command_execution": (item) => [{
      kind: "command_started",
      command: unwrapped(textAt(item, "command")),
    }],
    "item.completed command_execution": (item) => {
      const [command, output] = [unwrapped(textAt(item, "command")), textAt(item, "aggregated_output")];
      const exit = valueAt(item, ["exit_code"]);
      const code = typeof exit === "number" ? exit : null;
      const denied = code === 0 ? undefined : SANDBOXED.exec(output)?.[0].trim();
      const ended = { kind: "command_ended" as const, command, code, output };
      if (denied === undefined) return [ended];
      return [ended, { kind: "refused", command, why: `was held back, it seems, by the sandbox: ${denied}` }];
    },
    "item.completed file_change": (item) => [{
      kind: "files",
      paths: listAt(item, "changes").map((change) => relativeTo(cwd, textAt(change, "path"))),
    }],
    "item.completed agent_message": (item) => [{ kind: "said", text: textAt(item, "text") }],
    "item.completed mcp_tool_call": (item) => [{
      kind: "tool",
      name: `${textAt(item, "server")}/${textAt(item, "tool")}`,
    }],
    "item.completed error": (item) => {
      const text = textAt(item, "message");
      // Codex says of every section it does not know that it ignores it; this one is ours.
      return /unrecognized configuration setting/.test(text) && /`continuous`/.test(text)
        ? []
        : [{ kind: "warning", text }];
    },
  };
}

/** How programs say what the sandbox does not let them do: Codex itself goes by it. */
const SANDBOXED =
  /^.*(?:operation not permitted|permission denied|read-only file system|could not resolve host).*$/im;

/** The command itself, without the shell that Codex runs it in. */
function unwrapped(command: string): string {
  const inner = /^(?:\/\S*\/)?(?:ba|z|da)?sh -l?c (.*)$/s.exec(command)?.[1] ?? command;
  const quoted = /'([^']*)'|"((?:[^"\\]|\\.)*)"/gs;
  if (inner === command || inner.replace(quoted, "") !== "") return inner;
  return inner.replace(quoted, (_, raw, text) => raw ?? text.replace(/\\(["\\$`])/g, "$1"));
}
