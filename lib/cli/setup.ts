import { allHooksDisabled, claudeHooks, codexHooks, HOW_TO_TRUST } from "../setup/client_hooks.ts";
import { EXIT } from "../contract/error_codes.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { findProgram } from "../settings/find_program.ts";
import { othersFollow } from "../setup/hook_file.ts";
import type { Change } from "../setup/file_changes.ts";
import {
  type ClientHooks,
  hookFileText,
  hookPaths,
  hookProgram,
  installHook,
  uninstallHook,
} from "../setup/hook_installation.ts";
import { isOtherProgram } from "../setup/other_program.ts";
import { SetupError } from "../setup/setup_error.ts";
import { print, printError } from "./output.ts";
import { attempt, say, sayChanges } from "./setup_report.ts";
import { didYouMean } from "./nearest.ts";
import { readOptions } from "./options.ts";
import { UsageError } from "./usage_error.ts";

const HELP = `Usage: codex-auto setup hook [--claude] [--codex]
       codex-auto setup gateway [--claude] [--codex]    moves MCP servers behind one; more: codex-auto setup gateway --help
       codex-auto setup remove [--claude] [--codex]     takes out both
       codex-auto setup --uninstall                     the same, but leaves what starts another codex-auto that is there

Puts the prompt hook and the gateway into Claude Code and Codex, and takes them out again.
Without --claude or --codex: Claude Code, and Codex where it is installed. Your own settings, hooks and comments stay as they are.
Running it twice changes nothing. The first original of a changed file is kept beside it until removal.

Files:
  \${CLAUDE_CONFIG_DIR:-~/.claude}/settings.json and hooks/context-inject-global.sh
  \${CODEX_HOME:-~/.codex}/hooks.json and hooks/context-inject-global.sh

Examples:
  codex-auto setup hook              both clients
  codex-auto setup hook --claude     Claude Code alone
  codex-auto setup remove            undo exactly that
  codex-auto doctor                  see whether it works

Exit: 0 done, 2 wrong usage, 20 a file could not be changed (the message names it; nothing is half-written)
`;

/** `codex-auto setup …`. Returns the exit code: 0, or 20 where a client's file stands in the way. Throws `UsageError`. */
export async function run(args: string[]): Promise<number> {
  if (args[0] === "gateway") return (await import("./setup_gateway.ts")).runGateway(args.slice(1));
  const request = readArgs(args);
  if (request === "help") {
    print(HELP);
    return EXIT.ok;
  }
  if (!request.remove && !Deno.build.standalone) {
    printError(
      "codex-auto setup: only the compiled program can be a hook; build it with ./install.sh and run that\n",
    );
    return EXIT.config;
  }
  const world = systemWorld();
  const clients = chosen(request, world);
  if (!request.remove) return exitCode(clients.map((client) => attempt(() => install(client), client.name)));
  const { undoGateway } = await import("./setup_gateway.ts");
  const own = request.ownOnly && Deno.build.standalone ? Deno.execPath() : undefined;
  return exitCode(
    clients.map((client) =>
      remove(client, () => undoGateway(client.name === "Codex" ? "codex" : "claude", world, own), own)
    ),
  );
}

function exitCode(done: readonly boolean[]): number {
  return done.includes(false) ? EXIT.config : EXIT.ok;
}

interface Request {
  remove: boolean;
  /** Of what is removed, only what starts this program. */
  ownOnly: boolean;
  claude: boolean;
  codex: boolean;
}

function readArgs(args: string[]): Request | "help" {
  const options = readOptions(args, { help: HELP, flags: ["claude", "codex", "uninstall"], words: true });
  if (options.has("help")) return "help";
  const [command, ...more] = options.words;
  const uninstall = options.has("uninstall");
  const remove = uninstall || command === "remove";
  if (more[0] !== undefined) throw new UsageError(`unexpected "${more[0].slice(0, 60)}"`, HELP);
  if (command === undefined && !remove) {
    throw new UsageError('say "hook", "gateway" or "remove"', HELP);
  }
  if (command !== undefined && command !== "hook" && command !== "remove") {
    throw new UsageError(
      `unknown action ${command.slice(0, 60)}${didYouMean(command, ["hook", "gateway", "remove"])}`,
      HELP,
    );
  }
  return {
    remove,
    ownOnly: uninstall && command !== "remove",
    claude: options.has("claude"),
    codex: options.has("codex"),
  };
}

type Client = { name: "Claude Code" | "Codex"; hooks: () => ClientHooks };

/** Removal looks at both clients; installation leaves Codex alone where there is none. */
function chosen(request: Request, world: World): Client[] {
  const all = !request.claude && !request.codex;
  const clients: Client[] = [];
  if (all || request.claude) clients.push({ name: "Claude Code", hooks: () => claudeHooks(world) });
  if (request.codex || (all && (request.remove || codexIsHere(world)))) {
    clients.push({
      name: "Codex",
      hooks: () => codexHooks(world),
    });
  }
  return clients;
}

function codexIsHere(world: World): boolean {
  if (findProgram("codex", world) !== undefined) return true;
  try {
    return Deno.statSync(codexHooks(world).folder).isDirectory;
  } catch (error) {
    // A folder that cannot be seen, or is not known, is no sign of Codex; --codex insists.
    if (
      error instanceof SetupError || error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory || error instanceof Deno.errors.PermissionDenied
    ) return false;
    throw error;
  }
}

function install({ name, hooks: find }: Client): void {
  const hooks = find();
  const changes = installHook(hooks, Deno.execPath());
  say(name);
  sayChanges(changes);
  const { file } = hookPaths(hooks);
  const text = hookFileText(hooks);
  if (!hooks.canRead(text)) {
    say(
      `  note: ${name} reads strict JSON only and skips all of ${file} until its comments and trailing commas are gone`,
    );
  }
  if (name !== "Codex") {
    if (allHooksDisabled(text, file)) {
      say(`  note: "disableAllHooks" in ${file} switches all hooks off, ours too`);
    }
    return;
  }
  const changed = changes.some(({ path }) => path === file);
  say(
    changed && !isSetUp(changes)
      ? `  next: ${HOW_TO_TRUST}`
      : '  whether Codex trusts it: "codex-auto doctor"',
  );
}

/** Takes out the hook and the gateway; trouble with one does not keep the other. False where there was trouble. */
function remove(
  { name, hooks: find }: Client,
  undoGateway: () => boolean,
  own: string | undefined,
): boolean {
  say(name);
  let found = false;
  const hooks = attempt(() => found = removeHooks(name, find(), own) || found);
  const gateway = attempt(() => found = undoGateway() || found);
  if (!found && hooks && gateway) say("  nothing of ours was there");
  return hooks && gateway;
}

function removeHooks(name: Client["name"], hooks: ClientHooks, own: string | undefined): boolean {
  const program = own === undefined ? undefined : hookProgram(hooks);
  if (own !== undefined && isOtherProgram(program, own)) {
    say(`  left: the hook starts ${program}, which stays; codex-auto setup remove takes it out`);
    return true;
  }
  const shifts = name === "Codex" && othersFollow(hookFileText(hooks), hookPaths(hooks).file);
  const changes = uninstallHook(hooks);
  sayChanges(changes);
  if (shifts) {
    say("  note: hooks that stood behind ours have moved up; Codex will ask you to trust them again");
  }
  return changes.length > 0;
}

function isSetUp(changes: readonly Change[]): boolean {
  return changes.every(({ action }) => action === "already set up");
}
