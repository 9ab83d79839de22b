import { inTime } from "../../settings/in_time.ts";
import type { Locations } from "../../settings/locations.ts";
import { checkOwnFile, readOwnFile } from "../../settings/own_files.ts";
import type { World } from "../../settings/world.ts";
import { LineSource, sendLine, type WarmDoor, warmDoors, warmFolders } from "../../tools/gateway_door.ts";

/** ms that a gateway has to answer. */
const ANSWER_MS = 2000;
/** Bytes of arguments that a person is shown. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Gateways that are asked. */
const MAX_DOORS = 50;

/** The arguments of a call that waits, from the gateway that holds it; undefined where none does. */
export async function askHeld(
  argumentsSha256: string,
  world: World,
  locations: Locations,
): Promise<Record<string, unknown> | undefined> {
  for (const folder of warmFolders(world, locations)) {
    for (const door of warmDoors(folder, undefined, MAX_DOORS)) {
      try {
        const { answer, result } = await inTime(ask(door, argumentsSha256), ANSWER_MS) ?? {};
        if (answer === "result" && typeof result === "object" && result !== null) return { ...result };
      } catch (error) {
        // Nobody stands behind it any more, or it is no door: another one may know.
        if (!(error instanceof Error)) throw error;
      }
    }
  }
  return undefined;
}

async function ask({ socket, key }: WarmDoor, show: string): Promise<Record<string, unknown> | undefined> {
  checkOwnFile(socket, undefined, "isSocket");
  using connection = await Deno.connect({ transport: "unix", path: socket });
  await sendLine(connection, { version: 1, key: readOwnFile(key) ?? "", show });
  return await new LineSource(connection, MAX_BYTES).next();
}
