import { EXIT } from "../contract/error_codes.ts";
import { findProgram } from "../settings/find_program.ts";
import type { GatewayClient } from "../settings/mcp_servers/moved_servers.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { allHooksDisabled, CLIENT_HOOKS, codexHooks, HOW_TO_TRUST } from "../setup/client_hooks.ts";
import { othersFollow } from "../setup/hook_file.ts";
import {
  type ClientHooks,
  hookFileText,
  hookPaths,
  hookProgram,
  installHook,
  uninstallHook,
} from "../setup/hook_installation.ts";
import { SetupError } from "../setup/setup_error.ts";
import { command, didYouMean } from "./command.ts";
import { requireCompiled } from "./failure.ts";
import { attempt, CLIENTS, isLeft, LABEL, say, sayChanges } from "./setup_report.ts";
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

/** `codex-auto setup …`. Returns the exit code: 0, or 20 where a client's file stands in the way. */
export async function run(args: string[]): Promise<number> {
  if (args[0] === "gateway") return await (await import("./setup_gateway.ts")).runGateway(args.slice(1));
  return await setUp(args);
}

const setUp = command({
  help: HELP,
  flags: ["claude", "codex", "uninstall"],
  words: true,
}, async (options) => {
  const [action, ...more] = options.words;
  const uninstall = options.has("uninstall");
  if (more[0] !== undefined) throw new UsageError(`unexpected "${more[0].slice(0, 60)}"`);
  if (action === undefined && !uninstall) throw new UsageError('say "hook", "gateway" or "remove"');
  if (action !== undefined && action !== "hook" && action !== "remove") {
    const near = didYouMean(action, ["hook", "gateway", "remove"]);
    throw new UsageError(`unknown action ${action.slice(0, 60)}${near}`);
  }
  const removes = uninstall || action === "remove";
  if (!removes) requireCompiled("only the compiled program can be a hook");
  const world = systemWorld();
  const { undoGateway } = await import("./setup_gateway.ts");
  // Of what is removed, only what starts this program.
  const own = uninstall && action !== "remove" && Deno.build.standalone ? Deno.execPath() : undefined;
  const named = CLIENTS.filter((client) => options.has(client));
  // Removal looks at both clients; installation leaves Codex alone where there is none.
  const clients = named.length > 0 ? named : removes || codexIsHere(world) ? CLIENTS : ["claude"] as const;
  const done = clients.map((client) =>
    removes
      ? remove(client, world, own, () => undoGateway(client, world, own))
      : attempt(() => install(client, world), LABEL[client])
  );
  return done.includes(false) ? EXIT.config : EXIT.ok;
});

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

function install(client: GatewayClient, world: World): void {
  const hooks = CLIENT_HOOKS[client](world);
  const changes = installHook(hooks, Deno.execPath());
  say(hooks.client);
  sayChanges(changes);
  const { file } = hookPaths(hooks);
  const text = hookFileText(hooks);
  if (!hooks.canRead(text)) {
    say(
      `  note: ${hooks.client} reads strict JSON only and skips all of ${file} until its comments and trailing commas are gone`,
    );
  }
  if (client === "claude") {
    if (allHooksDisabled(text, file)) {
      say(`  note: "disableAllHooks" in ${file} switches all hooks off, ours too`);
    }
    return;
  }
  const isNew = changes.some(({ path, action }) => path === file && action !== "already set up");
  say(isNew ? `  next: ${HOW_TO_TRUST}` : '  whether Codex trusts it: "codex-auto doctor"');
}

/** Takes out the hook and the gateway; trouble with one does not keep the other. False where there was trouble. */
function remove(
  client: GatewayClient,
  world: World,
  own: string | undefined,
  undoGateway: () => boolean,
): boolean {
  say(LABEL[client]);
  let found = false;
  const hooks = attempt(() => found = removeHooks(CLIENT_HOOKS[client](world), own) || found);
  const gateway = attempt(() => found = undoGateway() || found);
  if (!found && hooks && gateway) say("  nothing of ours was there");
  return hooks && gateway;
}

function removeHooks(hooks: ClientHooks, own: string | undefined): boolean {
  if (isLeft("hook", own && hookProgram(hooks), own)) return true;
  const shifts = hooks.client === "Codex" && othersFollow(hookFileText(hooks), hookPaths(hooks).file);
  const changes = uninstallHook(hooks);
  sayChanges(changes);
  if (shifts) {
    say("  note: hooks that stood behind ours have moved up; Codex will ask you to trust them again");
  }
  return changes.length > 0;
}
