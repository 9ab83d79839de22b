import { EXIT } from "../contract/error_codes.ts";
import { locations } from "../settings/locations.ts";
import { textAt } from "../settings/json.ts";
import { CLIENTS, GATEWAY_CLIENTS, type HookClient } from "../settings/mcp_servers/client_places.ts";
import type { World } from "../settings/world.ts";
import { type Change, findFile, isThere } from "../setup/client_file.ts";
import { type ClientGateway, clientGateway, serversOfProjects } from "../setup/gateway/client_gateway.ts";
import { moveServers, undoMove } from "../setup/gateway/move_servers.ts";
import { gatewayEntry, gatewayProgram } from "../setup/gateway/move_state.ts";
import { command } from "./command.ts";
import { Failure, requireCompiled } from "./failure.ts";
import { gatewayConfiguration } from "./mcp_gateway.ts";
import { forClient, isLeft, say, sayChanges } from "./setup_report.ts";
import { carryAllowed, forgetAllowed, type Going, ruleRows, RULES } from "./setup_rules.ts";

/** `codex-auto setup gateway …`. Returns the exit code: 0, or 20 where a client's file stands in the way. */
export const runGateway = command({
  name: "setup gateway",
  flags: [...GATEWAY_CLIENTS, "undo", "dry-run"],
}, async (options, world) => {
  const undoes = options.has("undo");
  const dryRun = options.has("dry-run");
  if (!undoes) requireCompiled("only the compiled program can be a server");
  // What a gateway has behind it where no project is open.
  const reached = undoes
    ? []
    : (await gatewayConfiguration(locations(world).home ?? Deno.cwd(), world)).servers;
  const named = GATEWAY_CLIENTS.filter((client) => options.has(client));
  const gateways = (named.length > 0 ? named : GATEWAY_CLIENTS)
    .map((client) => clientGateway(client, Deno.execPath(), world, reached))
    // Without a word: the clients that have a configuration, or had one when their servers were moved.
    .filter(({ file, folder }) => named.length > 0 || isThere(file) || isThere(folder));
  if (gateways.length === 0 && !undoes) {
    const none = "neither Claude Code nor Codex has a configuration here";
    throw new Failure(`${none}; name one: --claude, --codex`, EXIT.config);
  }
  if (gateways.length === 0) say("nothing of ours was there");
  let done = true;
  for (const gateway of gateways) {
    let going: Going = [];
    const went = forClient(() => {
      if (!undoes) going = move(gateway, dryRun);
      else if (!undo(gateway, dryRun, world)) say("  nothing of ours was there");
    }, CLIENTS[gateway.client].label);
    if (went && !undoes && !dryRun) await carryAllowed(gateway.client, going, world);
    done &&= went;
  }
  return done ? EXIT.ok : EXIT.config;
});

/** Undoes a client's move; false where there was none. A move that starts another program stays. Throws `SetupError`. */
export function undoGateway(client: HookClient, world: World): boolean {
  if (client !== "claude" && client !== "codex") return false;
  const gateway = clientGateway(client, Deno.execPath(), world);
  if (isLeft("gateway", gatewayProgram(gateway))) return true;
  return undo(gateway, false, world);
}

const NEXT = "codex-auto mcp --list starts each server once and says how it is; then restart";
const ASKS = "the gateway asks by itself for what does more than read";
const RESTART = {
  claude:
    `Claude Code. It asks before it calls the gateway until you allow mcp__auto-tools there (/permissions); ${ASKS}`,
  codex: `Codex. It lets the gateway's tools run; ${ASKS}`,
  own:
    'Codex. Its entry auto-tools stays as you wrote it: codex exec refuses the gateway\'s tools without default_tools_approval_mode = "approve", and servers get no variables that env_vars does not name',
} as const;

/** What is another for a server that moves, whichever it is. */
const CHANGES = {
  claude:
    "prompts are /mcp__auto-tools__SERVER__PROMPT, resources @auto-tools:URI; what a server asks you comes with its name",
  codex: "resources are the server auto-tools'; what a server asks you comes with its name",
} as const;

/** Returns what moves, with the client's own rules for it. Throws `SetupError`. */
function move(gateway: ClientGateway, dryRun: boolean): Going {
  const program = Deno.execPath();
  const thought = moveServers(gateway, program, true);
  if (thought.changes.length === 0) say(`  already set up ${gateway.file}`);
  const rows = [
    ...thought.going.flatMap(({ name, behind, rules }) =>
      [[behind === name ? "moves" : `moves as ${behind}`], ...ruleRows(rules)].map((row) => [name, ...row])
    ),
    ...thought.stays.map(({ name, why }) => [name, "stays", why]),
    ...serversOfProjects(gateway).map((name) => [name, "stays", "it is for one project alone"]),
  ];
  const width = Math.max(0, ...rows.map(([name = ""]) => name.length));
  for (const [name = "", ...row] of rows) say(`  ${name.padEnd(width)}  ${row.join("  ")}`);
  if (thought.moved.length === 0) say("  no server of this client moves");
  else {
    say(
      "  what moves: the tools are SERVER/TOOL, called by run_tool_batch, and no longer mcp__SERVER__TOOL;",
    );
    say(`  ${CHANGES[gateway.client]}; tasks of a server are waited for`);
    if (thought.going.some(({ rules }) => ruleRows(rules).length > 0)) say(`  ${RULES}`);
  }
  const outcome = dryRun ? thought : moveServers(gateway, program, false);
  sayFiles(gateway, outcome, dryRun);
  const mode = textAt(gatewayEntry(gateway, findFile(gateway.file).text), "default_tools_approval_mode");
  const next = gateway.client === "codex" && mode !== "approve" ? "own" : gateway.client;
  if (!dryRun && outcome.changes.length > 0) say(`  next: ${NEXT} ${RESTART[next]}`);
  return thought.going;
}

function undo(gateway: ClientGateway, dryRun: boolean, world: World): boolean {
  const outcome = undoMove(gateway, dryRun);
  if (outcome === undefined) return false;
  if (!dryRun) forgetAllowed(gateway.client, world);
  say(`  moved back: ${outcome.moved.join(", ") || "nothing"}`);
  sayFiles(gateway, outcome, dryRun);
  return true;
}

/** Which servers the file of servers no longer had, and what was done to which file. */
function sayFiles(
  { servers }: ClientGateway,
  { recovered, changes }: { recovered: readonly string[]; changes: readonly Change[] },
  dryRun: boolean,
): void {
  if (recovered.length > 0) {
    say(`  from the original: ${recovered.join(", ")} (not whole in ${servers} any more)`);
  }
  if (dryRun && changes.length > 0) say("  without --dry-run:");
  sayChanges(changes);
}
