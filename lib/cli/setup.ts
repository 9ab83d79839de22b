import { EXIT } from "../contract/error_codes.ts";
import { attempt } from "../settings/attempt.ts";
import { CLIENTS, HOOK_CLIENTS, type HookClient } from "../settings/mcp_servers/client_places.ts";
import { findProgram, type World } from "../settings/world.ts";
import { clientHooks, HOW_TO_TRUST } from "../setup/client_hooks.ts";
import { installedHook, installHook, uninstallHook } from "../setup/hook_installation.ts";
import { command, oneOf, UsageError } from "./command.ts";
import { requireCompiled } from "./failure.ts";
import { forClient, isLeft, say, sayChanges } from "./setup_report.ts";

/** `codex-auto setup …`. Returns the exit code: 0, or 20 where a client's file stands in the way. */
export async function run(args: string[]): Promise<number> {
  const at = args.indexOf("gateway");
  if (at < 0) return await setUp(args);
  return await (await import("./setup_gateway.ts")).runGateway(args.toSpliced(at, 1));
}

const ACTIONS = ["hook", "gateway", "remove"] as const;

const setUp = command({ name: "setup", flags: HOOK_CLIENTS, words: 1 }, async (options, world) => {
  const [word] = options.words;
  if (word === undefined) throw new UsageError('say "hook", "gateway" or "remove"');
  const removes = oneOf(ACTIONS, word) === "remove";
  requireCompiled("only the compiled program can be a hook");
  const { undoGateway } = await import("./setup_gateway.ts");
  const named = HOOK_CLIENTS.filter((client) => options.has(client));
  // Removal looks at all clients; installation leaves alone those that are not here.
  const clients = named.length > 0 ? named : HOOK_CLIENTS.filter((each) => removes || isHere(each, world));
  const done = clients.map((client) =>
    removes
      ? remove(client, world, () => undoGateway(client, world))
      : forClient(() => install(client, world), CLIENTS[client].label)
  );
  // What keeps a repository warm for a hook that is gone would do so for nobody.
  if (removes && named.length === 0) (await import("../kernel/warm.ts")).endDaemons(world);
  return done.includes(false) ? EXIT.config : EXIT.ok;
});

function isHere(client: HookClient, world: World): boolean {
  // A folder that is not known, or cannot be seen, is no sign of a client; its flag insists.
  return client === "claude" || findProgram(client, world) !== undefined ||
    attempt(() => Deno.statSync(clientHooks(client, world).folder).isDirectory) === true;
}

function install(client: HookClient, world: World): void {
  const hooks = clientHooks(client, world);
  const changes = installHook(hooks, Deno.execPath());
  sayChanges(changes);
  if (Deno.execPath().includes("/_npx/")) {
    say("  note: npx will delete this program some day; npm install -g codex-auto keeps it");
  }
  const { file, text } = installedHook(hooks);
  if (!hooks.canRead(text)) {
    const skips = `skips all of ${file} until its comments and trailing commas are gone`;
    say(`  note: ${CLIENTS[client].label} cannot read that and ${skips}`);
  }
  if (client !== "codex") return;
  const isNew = changes.some(({ path, action }) => path === file && action !== "already set up");
  say(isNew ? `  next: ${HOW_TO_TRUST}` : '  whether Codex trusts it: "codex-auto doctor"');
}

/** Takes out the hook and the gateway; trouble with one does not keep the other. False where there was trouble. */
function remove(client: HookClient, world: World, undoGateway: () => boolean): boolean {
  say(CLIENTS[client].label);
  let found = false;
  const removeHooks = () => {
    const hooks = clientHooks(client, world);
    if (isLeft("hook", installedHook(hooks).program)) return true;
    const changes = uninstallHook(hooks);
    sayChanges(changes);
    return changes.length > 0;
  };
  // The folder of Codex may be there for the gateway's sake: the hook, which leaves it, comes last.
  const done = [undoGateway, removeHooks].map((part) => forClient(() => found = part() || found));
  if (!found && !done.includes(false)) say("  nothing of ours was there");
  return !done.includes(false);
}
