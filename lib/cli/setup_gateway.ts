import { EXIT } from "../contract/error_codes.ts";
import { locations } from "../settings/locations.ts";
import type { GatewayClient } from "../settings/mcp_servers/moved_servers.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { type ClientGateway, clientGateway, reachedServers } from "../setup/gateway/client_gateway.ts";
import {
  type MoveChoice,
  moveServers,
  serversOfProjects,
  undoMove,
  type Undone,
} from "../setup/gateway/gateway_move.ts";
import type { FileChange } from "../setup/file_changes.ts";
import { gatewayProgram } from "../setup/gateway/kept.ts";
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

The moved servers and the originals lie in \${XDG_CONFIG_HOME:-~/.config}/auto-tools/gateway/, for you alone (0600).

Example:
  codex-auto setup gateway --claude --dry-run && codex-auto setup gateway --claude && codex-auto mcp --list

Exit: 0 done, 2 wrong usage, 20 a file could not be changed (the message names it; nothing is half-written)
`;

/** `codex-auto setup gateway …`. Returns the exit code: 0, or 20 where a client's file stands in the way. */
export const runGateway = command({
  help: HELP,
  flags: [...CLIENTS, "undo", "forget", "dry-run"],
  values: ["only", "except"],
}, async (options) => {
  const undoes = options.has("undo");
  const forget = options.has("forget");
  const choice: MoveChoice = {
    program: Deno.execPath(),
    only: options.values("only"),
    except: options.values("except"),
    dryRun: options.has("dry-run"),
  };
  if (undoes && choice.only.length + choice.except.length > 0) {
    throw new UsageError("--undo moves everything back; leave out --only and --except");
  }
  if (forget && !undoes) throw new UsageError("--forget goes with --undo");
  if (!undoes) requireCompiled("only the compiled program can be a server");
  const world = systemWorld();
  const reached = undoes ? [] : await reachedServers(locations(world), world);
  const named = CLIENTS.filter((client) => options.has(client));
  const gateways = (named.length > 0 ? named : CLIENTS)
    .map((client) => clientGateway(client, choice.program, world, reached))
    // Without a word: the clients that have a configuration, or had one when their servers were moved.
    .filter(({ file, folder }) => named.length > 0 || isThere(file) || isThere(folder));
  if (gateways.length === 0) {
    if (!undoes) {
      const none = "neither Claude Code nor Codex has a configuration here";
      throw new Failure(`${none}; name one: --claude, --codex`, EXIT.config);
    }
    say("nothing of ours was there");
  }
  if (!undoes) requireKnown(choice, gateways);
  const done = gateways.map((gateway) =>
    attempt(
      () => undoes ? undo(gateway, choice.dryRun, forget) : move(gateway, choice),
      LABEL[gateway.client],
    )
  );
  return done.includes(false) ? EXIT.config : EXIT.ok;
});

/**
 * Undoes a client's move, for whoever takes out everything; false where there was none. A move that starts another program stays. Throws `SetupError`.
 */
export function undoGateway(client: GatewayClient, world: World): boolean {
  const gateway = clientGateway(client, Deno.execPath(), world);
  if (isLeft("gateway", gatewayProgram(gateway))) return true;
  const outcome = undoMove(gateway, false);
  if (outcome !== undefined) sayUndone(gateway, outcome);
  return outcome !== undefined || sayByHand(gateway);
}

/** A name that no client knows is a slip of the pen: nothing is moved then. */
function requireKnown(choice: MoveChoice, gateways: readonly ClientGateway[]): void {
  const wanted = [...choice.only, ...choice.except];
  if (wanted.length === 0) return;
  const plans = gateways.map((gateway) => moveServers(gateway, { ...choice, dryRun: true }));
  const known = plans.flatMap(({ moved, stays }) => [...moved, ...stays.map(({ name }) => name)]);
  const wrong = wanted.find((name) => !known.includes(name));
  if (wrong === undefined) return;
  throw new UsageError(`no server is called "${wrong}"; there are: ${known.join(", ") || "none"}`);
}

const NEXT = "codex-auto mcp --list starts each server once and says how it is; then restart";
const ASKS = "the gateway asks by itself for what does more than read";
const RESTART = {
  claude:
    `Claude Code. It asks before it calls the gateway until you allow mcp__auto-tools there (/permissions); ${ASKS}`,
  codex: `Codex. It lets the gateway's tools run; ${ASKS}`,
} as const;

function move(gateway: ClientGateway, choice: MoveChoice): void {
  const { moved, stays, recovered, changes, files } = moveServers(gateway, choice);
  say(LABEL[gateway.client]);
  if (files.length === 0) say(`  already set up ${gateway.file}`);
  say(`  behind the gateway: ${moved.join(", ") || "no server of this client"}`);
  sayRecovered(gateway, recovered);
  for (const { name, why } of stays) say(`  stays: ${name} (${why})`);
  for (const name of serversOfProjects(gateway)) say(`  stays: ${name} (it is for one project alone)`);
  sayChanges(changes);
  if (choice.dryRun) sayDiff(gateway, files);
  else if (changes.length > 0) say(`  next: ${NEXT} ${RESTART[gateway.client]}`);
}

function undo(gateway: ClientGateway, dryRun: boolean, forget: boolean): void {
  const outcome = undoMove(gateway, dryRun, forget);
  say(LABEL[gateway.client]);
  if (outcome !== undefined) {
    sayUndone(gateway, outcome);
    if (dryRun) sayDiff(gateway, outcome.files);
  } else if (!sayByHand(gateway)) say("  nothing of ours was there");
}

function sayUndone(gateway: ClientGateway, outcome: Undone): void {
  const { back, conflicts, forgotten, recovered, changes } = outcome;
  say(`  moved back: ${back.join(", ") || "nothing"}`);
  sayRecovered(gateway, recovered);
  if (forgotten.length > 0) say(`  forgotten: ${forgotten.join(", ")}`);
  for (const name of conflicts) {
    const stays = `that one stays, and the moved one is kept in ${gateway.servers}`;
    say(`  conflict: ${name} has another content in ${gateway.file} since; ${stays}`);
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
function sayRecovered({ servers }: ClientGateway, recovered: readonly string[]): void {
  if (recovered.length === 0) return;
  say(`  from the original: ${recovered.join(", ")} (not in ${servers} any more)`);
}

function sayDiff({ format }: ClientGateway, files: readonly FileChange[]): void {
  for (const change of files) print(changeDiff(change, format));
}
