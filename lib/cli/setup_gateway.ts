import { EXIT } from "../contract/error_codes.ts";
import { locations } from "../settings/locations.ts";
import type { GatewayClient } from "../settings/mcp_servers/moved_servers.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { type ClientGateway, clientGateway, reachedServers } from "../setup/gateway/client_gateway.ts";
import { moveServers, type Outcome, undoMove } from "../setup/gateway/gateway_move.ts";
import type { Move, Undo } from "../setup/gateway/plan.ts";
import { gatewayProgram, type Kept } from "../setup/gateway/kept.ts";
import { changeDiff } from "../setup/gateway/change_diff.ts";
import { isThere } from "../setup/replace_file.ts";
import { command } from "./command.ts";
import { Failure, requireCompiled } from "./failure.ts";
import { print } from "./output.ts";
import { attempt, CLIENTS, isLeft, LABEL, say, sayChanges } from "./setup_report.ts";
import { UsageError } from "./usage_error.ts";

const HELP = `Usage: codex-auto setup gateway [--claude] [--codex] [--only NAME]… [--except NAME]… [--dry-run]
       codex-auto setup gateway --undo [--forget] [--claude] [--codex] [--dry-run]

Moves a client's MCP servers behind one, and back again.

The servers of your own configuration go, in their own words, to a file that the gateway reads; one server, auto-tools, stands in their
place. What cannot work from there stays, and it is said why. --undo puts everything back: byte for byte where nothing was edited since,
else server by server around what you have changed. Without --claude or --codex: the clients that have a configuration.

  --only NAME     move this one alone; also one that may need a login (those moved before stay moved)
  --except NAME   leave this one where it is, or move it back
  --dry-run       show the changes as a diff, secrets masked, and change nothing
  --undo          move all back; a server that is missing in our file comes from the original
  --forget        with --undo: give up the servers that cannot go back, and take the gateway out all the same

Files:
  ~/.claude.json (mcpServers; not those of projects, of .mcp.json and of plugins) and \${CODEX_HOME:-~/.codex}/config.toml ([mcp_servers.NAME])
  \${XDG_CONFIG_HOME:-~/.config}/auto-tools/gateway/{claude,codex}/: the moved servers and the originals, for you alone (0600)

Examples:
  codex-auto setup gateway --claude --dry-run     see what would change
  codex-auto setup gateway --claude               move
  codex-auto mcp --list                           see how each server is from behind the gateway
  codex-auto setup gateway --undo                 everything back

Exit: 0 done, 2 wrong usage, 20 a file could not be changed (the message names it; nothing is half-written)
`;

interface Request {
  clients: GatewayClient[];
  undo: boolean;
  forget: boolean;
  only: readonly string[];
  except: readonly string[];
  dryRun: boolean;
}

/** `codex-auto setup gateway …`. Returns the exit code: 0, or 20 where a client's file stands in the way. */
export const runGateway = command({
  help: HELP,
  flags: ["claude", "codex", "undo", "forget", "dry-run"],
  values: ["only", "except"],
}, async (options) => {
  const request: Request = {
    clients: CLIENTS.filter((client) => options.has(client)),
    undo: options.has("undo"),
    forget: options.has("forget"),
    only: options.values("only"),
    except: options.values("except"),
    dryRun: options.has("dry-run"),
  };
  const { undo, forget, only, except } = request;
  if (undo && only.length + except.length > 0) {
    throw new UsageError("--undo moves everything back; leave out --only and --except");
  }
  if (forget && !undo) throw new UsageError("--forget goes with --undo");
  if (!undo) requireCompiled("only the compiled program can be a server");
  return await setUp(request, Deno.execPath(), systemWorld());
});

async function setUp(request: Request, program: string, world: World): Promise<number> {
  const reached = request.undo ? [] : await reachedServers(locations(world), world);
  const gateways = (request.clients.length > 0 ? request.clients : CLIENTS)
    .map((client) => clientGateway(client, program, world, reached))
    // Without a word: the clients that have a configuration, or had one when their servers were moved.
    .filter(({ file, folder }) => request.clients.length > 0 || isThere(file) || isThere(folder));
  if (gateways.length === 0) {
    if (!request.undo) {
      throw new Failure(
        "neither Claude Code nor Codex has a configuration here; name one: --claude, --codex",
        EXIT.config,
      );
    }
    say("nothing of ours was there");
    return EXIT.ok;
  }
  if (!request.undo) requireKnown(request, gateways, program);
  const done = gateways.map((gateway) =>
    attempt(
      () => request.undo ? undo(gateway, request) : move(gateway, request, program),
      LABEL[gateway.client],
    )
  );
  return done.includes(false) ? EXIT.config : EXIT.ok;
}

/**
 * Undoes a client's move, for whoever takes out everything; false where there was none. With `own`, a move that starts another program stays. Throws
 * `SetupError`.
 */
export function undoGateway(client: GatewayClient, world: World, own?: string): boolean {
  const gateway = clientGateway(client, Deno.execPath(), world);
  if (isLeft("gateway", own && gatewayProgram(gateway), own)) return true;
  const outcome = undoMove(gateway, false);
  if (outcome !== undefined) sayUndone(gateway, outcome, false);
  return outcome !== undefined || sayByHand(gateway);
}

/** A name that no client knows is a slip of the pen: nothing is moved then. */
function requireKnown({ only, except }: Request, gateways: readonly ClientGateway[], program: string): void {
  const wanted = [...only, ...except];
  if (wanted.length === 0) return;
  const plans = gateways.map((gateway) => moveServers(gateway, { program, only, except, dryRun: true }).plan);
  const known = plans.flatMap(({ moved, stays }) => [...moved, ...stays.map(({ name }) => name)]);
  const wrong = wanted.find((name) => !known.includes(name));
  if (wrong === undefined) return;
  throw new UsageError(`no server is called "${wrong}"; there are: ${known.join(", ") || "none"}`);
}

function move(gateway: ClientGateway, { only, except, dryRun }: Request, program: string): void {
  const outcome = moveServers(gateway, { program, only, except, dryRun });
  const { plan: { moved, stays, ofProjects }, kept, changes, files } = outcome;
  say(LABEL[gateway.client]);
  if (files.length === 0) say(`  already set up ${gateway.file}`);
  say(`  behind the gateway: ${moved.join(", ") || "no server of this client"}`);
  sayRecovered(gateway, kept);
  for (const { name, why } of stays) say(`  stays: ${name} (${why})`);
  for (const name of ofProjects) say(`  stays: ${name} (it is for one project alone)`);
  sayChanges(changes);
  if (dryRun) sayDiff(gateway, outcome);
  else if (changes.length > 0) say(`  next: ${NEXT[gateway.client]}`);
}

const NEXT = {
  claude:
    "codex-auto mcp --list starts each server once and says how it is; then restart Claude Code. It asks before it calls the gateway until you allow mcp__auto-tools there (/permissions); the gateway asks by itself for what does more than read",
  codex:
    "codex-auto mcp --list starts each server once and says how it is; then restart Codex. It lets the gateway's tools run; the gateway asks by itself for what does more than read",
} as const;

function undo(gateway: ClientGateway, { dryRun, forget }: Request): void {
  const outcome = undoMove(gateway, dryRun, forget);
  say(LABEL[gateway.client]);
  if (outcome === undefined) {
    if (!sayByHand(gateway)) say("  nothing of ours was there");
    return;
  }
  sayUndone(gateway, outcome, forget);
  if (dryRun) sayDiff(gateway, outcome);
}

function sayUndone(
  gateway: ClientGateway,
  { plan: { back, conflicts }, kept, changes }: Outcome<Undo>,
  forget: boolean,
): void {
  say(`  moved back: ${back.join(", ") || "nothing"}`);
  sayRecovered(gateway, kept);
  const given = forget ? [...kept?.lost ?? [], ...conflicts] : [];
  if (given.length > 0) say(`  forgotten: ${given.join(", ")}`);
  for (const name of forget ? [] : conflicts) {
    say(
      `  conflict: ${name} has another content in ${gateway.file} since; that one stays, and the moved one is kept in ${gateway.servers}`,
    );
  }
  sayChanges(changes);
}

/** Says so where the gateway stands in the client's file without a move; false where it does not. */
function sayByHand(gateway: ClientGateway): boolean {
  const program = gatewayProgram(gateway);
  if (program === undefined) return false;
  say(`  left: ${gateway.file} starts the gateway as "${program}", which was put there by hand`);
  return true;
}

/** Says which servers the file of servers no longer had. */
function sayRecovered({ servers }: ClientGateway, kept: Kept | undefined): void {
  if (kept === undefined || kept.recovered.length === 0) return;
  say(`  from the original: ${kept.recovered.join(", ")} (not in ${servers} any more)`);
}

function sayDiff(gateway: ClientGateway, { files }: Outcome<Move | Undo>): void {
  for (const change of files) print(changeDiff(change, gateway.format));
}
