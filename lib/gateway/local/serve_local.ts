import { attempt } from "../../settings/attempt.ts";
import { makeOwnFolder } from "../../settings/own_files.ts";
import { GATEWAY, MAX_QUESTION } from "../../tools/gateway_socket.ts";
import { isListening, listenAt, socketFolders, socketPath, socketsIn } from "../../tools/local_socket.ts";
import type { Gateway, GatewayPlace } from "../gateway.ts";
import { answerTo } from "./answer.ts";

/** Sockets of gateways that are gone, looked at once, at the start. */
const MAX_OLD = 50;

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
