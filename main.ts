import "./lib/settings/own_files.ts";

/** codex-auto: one program in front of AI coding CLIs. Parses the first word, drops what the command does not need, loads that one command. */
type Command = { run(args: string[]): Promise<number> };

interface Entry {
  load(): Promise<Command>;
  /** What the command keeps of `PERMISSIONS`. */
  keeps: readonly Deno.PermissionName[];
}

/** Everything there is; what a command does not keep is given back before a line of it is loaded, and cannot be had again. */
const PERMISSIONS: readonly Deno.PermissionName[] = ["net", "sys", "run", "write", "env", "read"];

/** A prompt is worked on: files of the repository and our own, git, codex and the background index. */
const PROMPT: readonly Deno.PermissionName[] = ["read", "write", "run", "env"];

const CODEX: Entry = { load: () => import("./lib/cli/codex.ts"), keeps: PROMPT };
const HELP: Entry = { load: () => import("./lib/cli/help.ts"), keeps: ["env"] };

/** The executor's own programs reach the network; this one does not. */
const CONTINUOUS: Entry = { load: () => import("./lib/cli/continuous.ts"), keeps: PROMPT };

const COMMANDS: Readonly<Record<string, Entry>> = {
  hook: {
    load: () => Deno.args[1] === "--guard" ? import("./lib/cli/guard_hook.ts") : import("./lib/cli/hook.ts"),
    keeps: PROMPT,
  },
  context: { load: () => import("./lib/cli/context.ts"), keeps: PROMPT },
  redact: { load: () => import("./lib/cli/redact.ts"), keeps: [] },
  // `sys` for the priority of the background build and the parser's CPU time.
  index: { load: () => import("./lib/cli/index.ts"), keeps: [...PROMPT, "sys"] },
  // SQLite opens an index for reading with the right to write alone.
  status: { load: () => import("./lib/cli/status.ts"), keeps: PROMPT },
  // Its page alone is written.
  why: {
    load: () => import("./lib/cli/why.ts"),
    keeps: Deno.args.includes("--open") ? PROMPT : ["read", "run", "env"],
  },
  files: { load: () => import("./lib/cli/files.ts"), keeps: ["read", "write", "env"] },
  setup: { load: () => import("./lib/cli/setup.ts"), keeps: PROMPT },
  continuous: CONTINUOUS,
  doctor: { load: () => import("./lib/cli/doctor.ts"), keeps: PROMPT },
  trust: { load: () => import("./lib/cli/trust.ts"), keeps: PROMPT },
  // The gateway alone may have servers on the network behind it. Who only joins the process that has it gives the permission back.
  mcp: { load: () => import("./lib/cli/mcp.ts"), keeps: [...PROMPT, "net"] },
  // As a login is made, and for its list alone given back.
  login: { load: () => import("./lib/cli/login.ts"), keeps: [...PROMPT, "net"] },
  logout: { load: async () => ({ run: (await import("./lib/cli/login.ts")).logout }), keeps: PROMPT },
  webhook: { load: () => import("./lib/cli/webhook.ts"), keeps: ["net", "env"] },
  allow: { load: () => import("./lib/cli/allow.ts"), keeps: PROMPT },
  tool: { load: () => import("./lib/cli/tool.ts"), keeps: ["read", "env"] },
  help: HELP,
};

function entryFor(args: readonly string[]): { entry: Entry; rest: string[] } {
  const [first, ...rest] = args;
  if (first === "help" && rest.length > 0) return entryFor([...rest, "--help"]);
  if (first === "--help" || first === "-h" || first === "--version" || first === "-V") {
    return { entry: HELP, rest: [...args] };
  }
  const named = first !== undefined && Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  const own = ownArguments(args);
  const isHelpOfResume = first === "resume" && (own.includes("--help") || own.includes("-h"));
  if (named === undefined && (own.includes("--continuous") || isHelpOfResume)) {
    return { entry: CONTINUOUS, rest: [...args] };
  }
  return named ? { entry: named, rest } : { entry: CODEX, rest: [...args] };
}

/** What stands before `--`: the rest is for the program behind us. */
function ownArguments(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end < 0 ? args : args.slice(0, end);
}

async function main(args: string[]): Promise<number> {
  const { entry, rest } = entryFor(args);
  for (const name of PERMISSIONS) if (!entry.keeps.includes(name)) Deno.permissions.revokeSync({ name });
  try {
    return await (await entry.load()).run(rest);
  } catch (error) {
    return await (await import("./lib/cli/failure.ts")).report(error);
  }
}

/** Not awaited here: a module that waits at its top cannot be kept compiled. */
export const done: Promise<never> = main(Deno.args).then((code) => Deno.exit(code));
