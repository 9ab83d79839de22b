import { inTime } from "../../settings/in_time.ts";
import type { Locations } from "../../settings/locations.ts";
import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import type { World } from "../../settings/world.ts";
import { askSocket, socketFolders, socketsIn } from "../../tools/gateway_socket.ts";

/** Gateways that are asked, ms for each, and UTF-16 units of arguments that a person is shown. */
const MAX_ASKED = 50;
const ANSWER_MS = 2000;
const MAX_CHARS = 64 * 1024 * 1024;

/** The arguments of a call that waits for the user, from the gateway that holds it; undefined where none does. */
export async function askHeld(
  argumentsSha256: string,
  world: World,
  locations: Locations,
): Promise<Record<string, unknown> | undefined> {
  for (const folder of socketFolders(world, locations)) {
    for (const socket of socketsIn(folder, undefined, MAX_ASKED)) {
      try {
        const asked = askSocket(socket, { show: argumentsSha256 }, MAX_CHARS);
        const { answer, result } = await inTime(asked, ANSWER_MS) ?? {};
        if (answer === "result" && isRecord(result)) return result;
      } catch (error) {
        // Nobody listens any more, or it is no gateway: another one may know.
        if (!(error instanceof Error)) throw error;
      }
    }
  }
  return undefined;
}
