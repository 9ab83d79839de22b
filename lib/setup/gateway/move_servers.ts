import { SetupError } from "../setup_error.ts";
import type { ClientGateway } from "./client_gateway.ts";
import { alone, makeChanges, type Outcome, ownChange } from "./gateway_changes.ts";
import { gatewayEntry, readState, withGateway } from "./move_state.ts";
import { putBack, requireServers } from "./put_back.ts";
import { GATEWAY_SERVER, sameValue, serversIn, type WrittenServer } from "./server_format.ts";

export interface Moved extends Outcome {
  moved: string[];
  stays: { name: string; why: string }[];
}

/**
 * Moves a client's servers behind the gateway: original, servers, and only then the client's file, so that each is in some file whenever it ends. What was
 * moved before stays moved. Throws `SetupError`.
 *
 * @param program absolute path of what the client is to start.
 * @param dryRun think it through and change nothing.
 */
export function moveServers(gateway: ClientGateway, program: string, dryRun: boolean): Moved {
  const { file, format, servers, isGateway } = gateway;
  return alone(gateway, dryRun, () => {
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
    const reason = gateway.reasons();
    const judged = all.filter(({ entry }) => !isGateway(entry)).map((server) => ({
      name: server.name,
      why: earlier.includes(server.name) ? undefined : reason(server),
    }));
    const moved = judged.flatMap(({ name, why }) => why === undefined ? [name] : []);
    const stays = judged.flatMap(({ name, why }) => why === undefined ? [] : [{ name, why }]);
    const isDone = recovered.length === 0 && sameValue(earlier.toSorted(), moved.toSorted()) &&
      gatewayEntry(gateway, client.text)?.["command"] === program;
    if (isDone) return { moved, stays, recovered, changes: [], files: [] };

    const after = withGateway(gateway, text, moved, program);
    const behind = format.only(text, moved, file);
    const goes = ({ name }: WrittenServer) => moved.includes(name);
    const gateways = serversIn(format, after, file).filter(({ entry }) => isGateway(entry));
    requireServers(gateway, after, text, [...all.filter((server) => !goes(server)), ...gateways]);
    requireServers(gateway, behind, "", all.filter(goes));
    const kept = { action: "kept", note: "the original, until you undo this" } as const;
    const wrote = { action: "wrote", note: "your servers, in their own words" } as const;
    const outcome = makeChanges(gateway, dryRun, [
      ...(original === undefined ? [] : [ownChange(gateway.original, original, kept)]),
      ownChange(servers, behind, wrote),
      { file: client, after },
    ]);
    return { moved, stays, recovered, ...outcome };
  });
}
