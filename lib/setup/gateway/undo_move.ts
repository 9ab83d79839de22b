import type { FileChange } from "../file_changes.ts";
import { SetupError } from "../setup_error.ts";
import type { ClientGateway } from "./client_gateway.ts";
import { alone, makeChanges, type Outcome, ownRemovals } from "./gateway_changes.ts";
import { gatewayEntry, readState } from "./move_state.ts";
import { putBack } from "./put_back.ts";
import { GATEWAY_SERVER } from "./server_format.ts";

export interface Undone extends Outcome {
  back: string[];
}

/** Moves a client's servers back, from the file of servers or from the original; undefined where nothing was moved. Throws `SetupError`; then nothing is changed. */
export function undoMove(gateway: ClientGateway, dryRun: boolean): Undone | undefined {
  const { file, servers, original } = gateway;
  return alone(gateway, dryRun, () => {
    const state = readState(gateway);
    const { client, recovered } = state;
    const gone = ownRemovals(gateway);
    if (!state.isMoved) {
      // A move writes the program's whole path; a person may have put another word there.
      if (String(gatewayEntry(gateway, client.text)?.["command"]).startsWith("/")) {
        throw new SetupError(
          file,
          `has the gateway in it, and neither ${servers} nor ${original} tells what was moved; nothing was changed. Put one of them back from a backup and run this again, or take "${GATEWAY_SERVER}" out by hand`,
        );
      }
      makeChanges(gateway, dryRun, gone);
      return undefined;
    }
    const { text, back } = putBack(gateway, state);
    // A link of the user's must not be left leading nowhere.
    const after = text ?? (client.isLink ? "" : undefined);
    const isAsBefore = after !== undefined && after === state.original;
    const told = { action: "changed", note: "as it was before" } as const;
    const files: FileChange[] = [{ file: client, after, ...(isAsBefore ? { told } : {}) }, ...gone];
    return { back, recovered, ...makeChanges(gateway, dryRun, files) };
  });
}
