import { attempt } from "../../settings/attempt.ts";
import { SERVER_NAMES } from "../../settings/mcp_servers/configured_server.ts";
import { sanitizedNames } from "../../settings/sanitized_names.ts";
import { whileLocked } from "../../settings/while_locked.ts";
import type { Change, FileChange } from "../client_file.ts";
import { carryOut, findFile, isThere, removeEmpty, withoutUs } from "../client_file.ts";
import { SetupError } from "../setup_error.ts";
import type { ClientGateway } from "./client_gateway.ts";
import { gatewayProgram, putBack, readState, requireServers, withGateway } from "./move_state.ts";
import { GATEWAY_SERVER, sameValue, serversIn } from "./server_format.ts";

/**
 * Moves a client's servers behind the gateway: original, servers, and only then the client's file, so that each is in some file whenever it ends. What was moved before stays
 * moved. `recovered`: names of those that come from the original, since the file of servers has lost them. Throws `SetupError`.
 */
export function moveServers(gateway: ClientGateway, program: string, dryRun: boolean) {
  const { file, format, servers, isGateway } = gateway;
  // Two moves at once could take each other's files for left-overs.
  return whileLocked(gateway.stable, () => {
    const state = readState(gateway);
    const { client, recovered } = state;
    const original = state.isMoved ? putBack(gateway, state).text : client.text;
    const text = original ?? "";
    const all = serversIn(format, text, file);
    if (all.some(({ name, entry }) => name === GATEWAY_SERVER && !isGateway(entry))) {
      throw new SetupError(
        file,
        `has a server of its own called "${GATEWAY_SERVER}", the gateway's name; rename it and run this again`,
      );
    }
    const earlier = serversIn(format, state.behind, servers).map(({ name }) => name);
    const judge = gateway.judge();
    const judged = all.filter(({ entry }) => !isGateway(entry))
      .map((server) => ({ ...server, ...judge(server) }));
    const isGoing = ({ name, why }: typeof judged[number]) => why === "" || earlier.includes(name);
    const stays = judged.filter((server) => !isGoing(server));
    const moved = judged.filter(isGoing).map(({ name }) => name);
    const names = sanitizedNames(moved, SERVER_NAMES);
    const going = judged.filter(isGoing).map(({ rulesFor, ...server }) => {
      const behind = names.get(server.name) ?? server.name;
      return { ...server, behind, rules: rulesFor(behind) };
    });
    const isDone = recovered.length === 0 && sameValue(earlier.toSorted(), moved.toSorted()) &&
      gatewayProgram(gateway, client.text) === program;
    if (isDone) return { moved, going, stays, recovered, changes: [] };

    const after = withGateway(gateway, text, moved, program);
    const behind = format.only(text, moved);
    const gateways = serversIn(format, after, file).filter(({ entry }) => isGateway(entry));
    requireServers(gateway, after, text, [...all.filter(({ name }) => !moved.includes(name)), ...gateways]);
    requireServers(gateway, behind, "", going);
    const kept = { action: "kept", note: "the original, until you undo this" } as const;
    const wrote = { action: "wrote", note: "your servers, in their own words" } as const;
    const mode = 0o600;
    const changes = makeChanges(gateway, dryRun, [
      ...(original === undefined
        ? []
        : [{ file: findFile(gateway.original), after: original, told: kept, mode }]),
      { file: findFile(servers), after: behind + format.end, told: wrote, mode },
      { file: client, after },
    ]);
    return { moved, going, stays, recovered, changes };
  });
}

/** Moves a client's servers back, from the file of servers or from the original; undefined where nothing was moved. Throws `SetupError`; then nothing is changed. */
export function undoMove(gateway: ClientGateway, dryRun: boolean) {
  const { file, servers, original } = gateway;
  return whileLocked(gateway.stable, () => {
    const state = readState(gateway);
    const { client, recovered } = state;
    const gone = ownRemovals(gateway);
    if (!state.isMoved) {
      // A move writes the program's whole path; a person may have put another word there.
      if (gatewayProgram(gateway, client.text)?.startsWith("/")) {
        throw new SetupError(
          file,
          `has the gateway in it, and neither ${servers} nor ${original} tells what was moved; nothing was changed. Put one of them back from a backup and run this again, or take "${GATEWAY_SERVER}" out by hand`,
        );
      }
      makeChanges(gateway, dryRun, gone);
      return undefined;
    }
    const { text, back } = putBack(gateway, state);
    const files = [withoutUs(client, text, state.original, ""), ...gone];
    return { moved: back, recovered, changes: makeChanges(gateway, dryRun, files) };
  });
}

/** The end of all that is ours, with what a killed process has left. The original goes first: without it, what the client's file lacks by then is not missing. */
function ownRemovals({ folder, original, servers }: ClientGateway): FileChange[] {
  const names = isThere(folder) ? Array.from(Deno.readDirSync(folder), ({ name }) => name) : [];
  const broken = names.filter((name) => name.endsWith(".tmp")).map((name) => `${folder}/${name}`);
  return [original, servers, ...broken].map((path) => ({
    file: attempt(() => findFile(path)) ?? { path, target: path },
    after: undefined,
    mode: 0o600,
  }));
}

function makeChanges(
  { folder, ownFolders, clientFolders }: ClientGateway,
  dryRun: boolean,
  all: readonly FileChange[],
): Change[] {
  if (dryRun) return carryOut(all, { dryRun });
  try {
    if (isThere(folder)) Deno.chmodSync(folder, 0o700);
    return carryOut(all, { folders: [...ownFolders, ...clientFolders] });
  } finally {
    // A process that was killed may have left these alone.
    removeEmpty(ownFolders);
  }
}
