import { attempt } from "../../settings/attempt.ts";
import type { Locations } from "../../settings/locations.ts";
import { makeOwnFolder } from "../../settings/own_files.ts";
import type { World } from "../../settings/world.ts";
import { askGateways, GATEWAY, MAX_QUESTION } from "../../tools/ask_gateway.ts";
import { isListening, listenAt, socketFolders, socketPath, socketsIn } from "../../tools/local_socket.ts";
import type { Gateway, GatewayPlace } from "../gateway.ts";
import { answerTo } from "./answer.ts";

/** Sockets of gateways that are gone, looked at once, at the start. */
const MAX_OLD = 50;
/** ms for all gateways to show what waits in them. */
const SHOW_MS = 5000;

/** Lets prompts use the servers that a gateway keeps, and a terminal see what waits in it, through a socket. Undefined where there is no place for one. */
export function serveLocal(
  { root, locations }: Pick<GatewayPlace, "root" | "locations">,
  gateway: Gateway,
): { close(): void } | undefined {
  const [folder] = socketFolders(gateway.world, locations);
  const socket = folder === undefined
    ? undefined
    : socketPath(folder, root, `${gateway.world.nonce(4)}${GATEWAY}`);
  if (folder === undefined || socket === undefined) return undefined;
  // A full disk, a folder of somebody else's: it is quicker with a socket, and right without one.
  return attempt(() => {
    makeOwnFolder(folder);
    for (const path of socketsIn(folder, root, GATEWAY, MAX_OLD)) void isListening(path);
    return listenAt(socket, MAX_QUESTION, (question) => answerTo(question, gateway));
  });
}

/** The arguments of a call that waits for the user, from the gateway that holds it; undefined where none does. */
export async function heldArguments(
  argumentsSha256: string,
  world: World,
  locations: Locations,
): Promise<Record<string, unknown> | undefined> {
  const question = { show: argumentsSha256 };
  const folders = socketFolders(world, locations);
  const given = await askGateways(folders, undefined, question, AbortSignal.timeout(SHOW_MS));
  return given?.answer === "result" ? given.result : undefined;
}
