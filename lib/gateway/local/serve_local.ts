import { attempt, ignoreError } from "../../settings/attempt.ts";
import { inTime } from "../../settings/in_time.ts";
import { makeOwnFolder } from "../../settings/own_files.ts";
import {
  MAX_QUESTION,
  newSocket,
  readObject,
  send,
  socketFolders,
  socketsIn,
} from "../../tools/gateway_socket.ts";
import type { Gateway, GatewayPlace } from "../gateway.ts";
import { answerTo } from "./answer.ts";

/** Prompts that are served at once; each has a few tools. */
const MAX_OPEN = 16;
/** ms in which a connection must say what it wants. */
const QUESTION_MS = 2000;
/** Sockets of gateways that are gone, looked at once, at the start. */
const MAX_OLD = 50;

/** Lets prompts use the servers that a gateway keeps, and a terminal see what waits in it, through a socket. Undefined where there is no place for one. */
export function serveLocal(
  { root, locations, settings }: Pick<GatewayPlace, "root" | "locations" | "settings">,
  gateway: Gateway,
): { close(): void } | undefined {
  const [folder] = socketFolders(gateway.world, locations);
  const socket = folder === undefined ? undefined : newSocket(folder, root, gateway.world.nonce(4));
  if (folder === undefined || socket === undefined) return undefined;
  try {
    makeOwnFolder(folder);
    removeDead(folder, root);
    const listener = Deno.listen({ transport: "unix", path: socket });
    Deno.chmodSync(socket, 0o600);
    return accept(socket, listener, async (connection) => {
      const question = await inTime(readObject(connection, MAX_QUESTION), QUESTION_MS);
      if (question === undefined) return;
      // It has been taken.
      await send(connection, "\n");
      const answer = await answerTo(question, settings, gateway);
      if (answer !== undefined) await send(connection, JSON.stringify(answer));
    });
  } catch (error) {
    // A full disk, a folder of somebody else's: it is quicker with a socket, and right without one.
    if (!(error instanceof Error)) throw error;
    attempt(() => Deno.removeSync(socket));
    return undefined;
  }
}

/** Lets connections in, at most so many at once, and closes each when it has been served. */
function accept(
  path: string,
  listener: Deno.UnixListener,
  serve: (connection: Deno.Conn) => Promise<void>,
): { close(): void } {
  let open = 0;
  const serveAll = async () => {
    for await (const connection of listener) {
      // Whoever was there has gone, or sent what is no question.
      const served = ++open > MAX_OPEN ? Promise.resolve() : serve(connection).catch(ignoreError);
      served.finally(() => {
        open--;
        attempt(() => connection.close());
      });
    }
  };
  const close = () => {
    attempt(() => listener.close());
    attempt(() => Deno.removeSync(path));
  };
  // No descriptors are left, say: nobody is to wait at this socket.
  serveAll().catch(ignoreError).finally(close);
  return { close };
}

/** Removes sockets that nobody listens at any more; one that is busy stays. One that cannot be removed costs a prompt a moment. */
function removeDead(folder: string, root: string): void {
  for (const path of socketsIn(folder, root, MAX_OLD)) {
    Deno.connect({ transport: "unix", path }).then(
      (connection) => connection.close(),
      (error) => {
        if (error instanceof Deno.errors.ConnectionRefused) attempt(() => Deno.removeSync(path));
      },
    );
  }
}
