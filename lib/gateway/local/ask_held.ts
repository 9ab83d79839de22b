import type { Locations } from "../../settings/locations.ts";
import { isRecord } from "../../settings/json.ts";
import type { World } from "../../settings/world.ts";
import { askSockets } from "../../tools/gateway_socket.ts";
import { socketFolders } from "../../tools/local_socket.ts";

/** Gateways that are asked, ms for all, and UTF-16 units of arguments that a person is shown. */
const LIMITS = { most: 50, maxAnswer: 64 * 1024 * 1024 };
const ANSWER_MS = 5000;

/** The arguments of a call that waits for the user, from the gateway that holds it; undefined where none does. */
export async function askHeld(
  argumentsSha256: string,
  world: World,
  locations: Locations,
): Promise<Record<string, unknown> | undefined> {
  const options = { ...LIMITS, signal: AbortSignal.timeout(ANSWER_MS) };
  const question = { show: argumentsSha256 };
  for await (const asked of askSockets(socketFolders(world, locations), undefined, question, options)) {
    // Nobody listens any more, or it is no gateway: another one may know.
    if (!(asked instanceof Error) && asked["answer"] === "result" && isRecord(asked["result"])) {
      return asked["result"];
    }
  }
  return undefined;
}
