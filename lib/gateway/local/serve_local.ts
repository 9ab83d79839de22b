import { inTime } from "../../settings/in_time.ts";
import { makeOwnFolder } from "../../settings/own_files.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import {
  LineSource,
  MAX_QUESTION,
  sendLine,
  type WarmDoor,
  warmDoor,
  warmDoors,
  warmFolders,
} from "../../tools/gateway_door.ts";
import type { Gateway } from "../gateway.ts";
import type { GatewayPlace } from "../gateway.ts";
import { answerCall, heldArguments, type LocalSettings, readQuestion } from "./answer.ts";

/** Prompts that are served at once; each has a few tools. */
const MAX_OPEN = 16;
/** ms in which a connection must say what it wants. */
const QUESTION_MS = 2000;
/** Doors of gateways that are gone, looked at once, at the start. */
const MAX_OLD = 50;

/** Lets the prompts of one repository use the servers that a gateway keeps, and a terminal see what waits in it, until it is closed. */
export interface LocalDoor {
  close(): void;
}

/**
 * Opens a socket (0600, in a folder of the user's own, 0700) for prompts. Undefined where there is no place for one: prompts start their servers
 * themselves then, as they do where no gateway runs.
 */
export function serveLocal(
  { root, locations, settings }: Pick<GatewayPlace, "root" | "locations" | "settings">,
  gateway: Gateway,
): LocalDoor | undefined {
  const [folder] = warmFolders(gateway.world, locations);
  if (folder === undefined) return undefined;
  const door = warmDoor(folder, root, gateway.world.nonce(4));
  if (door === undefined) return undefined;
  const key = gateway.world.nonce(16);
  try {
    makeOwnFolder(folder);
    removeDead(folder, root);
    writeFileAtomic(door.key, key);
    const listener = Deno.listen({ transport: "unix", path: door.socket });
    Deno.chmodSync(door.socket, 0o600);
    return openDoor(door, listener, (connection) => serve(connection, key, settings, gateway));
  } catch (error) {
    // A full disk, a folder of somebody else's: it is quicker with a door, and right without one.
    if (!(error instanceof Error)) throw error;
    removeDoor(door);
    return undefined;
  }
}

/** Lets connections in, at most so many at once, and closes each when it has been served. */
function openDoor(
  door: WarmDoor,
  listener: Deno.UnixListener,
  serve: (connection: Deno.Conn) => Promise<void>,
): LocalDoor {
  const open = new Set<Deno.Conn>();
  let closed = false;

  async function accept(): Promise<void> {
    try {
      for await (const connection of listener) {
        if (open.size >= MAX_OPEN) {
          connection.close();
          continue;
        }
        open.add(connection);
        serve(connection).finally(() => open.delete(connection) && connection.close());
      }
    } catch (error) {
      // No descriptors are left, say: nobody is to wait at this door.
      if (!(error instanceof Error)) throw error;
      close();
    }
  }

  function close(): void {
    if (closed) return;
    closed = true;
    listener.close();
    removeDoor(door);
    for (const connection of open) connection.close();
    open.clear();
  }

  accept();
  return { close };
}

async function serve(
  connection: Deno.Conn,
  key: string,
  settings: LocalSettings,
  gateway: Gateway,
): Promise<void> {
  const gone = new AbortController();
  try {
    const lines = new LineSource(connection, MAX_QUESTION);
    const line = await inTime(lines.next(), QUESTION_MS);
    const question = line === undefined ? undefined : readQuestion(line, key);
    if (question === undefined) return;
    if ("show" in question) return await sendLine(connection, heldArguments(question.show, gateway));
    await sendLine(connection, { answer: "taken" });
    // Nothing more is to come: an end means that the prompt is over, and its call with it.
    const left = () => gone.abort();
    lines.next().then(left, left);
    await sendLine(connection, await answerCall(question, settings, gateway, gone.signal));
  } catch (error) {
    // Whoever was there has gone, or sent what is no question.
    if (!(error instanceof Error)) throw error;
  } finally {
    gone.abort();
  }
}

/** Removes doors that nobody stands behind any more; one that is busy stays. */
function removeDead(folder: string, root: string): void {
  for (const door of warmDoors(folder, root, MAX_OLD)) {
    Deno.connect({ transport: "unix", path: door.socket }).then(
      (connection) => connection.close(),
      (error) => {
        if (error instanceof Deno.errors.ConnectionRefused) removeDoor(door);
      },
    );
  }
}

function removeDoor({ socket, key }: WarmDoor): void {
  for (const path of [socket, key]) {
    try {
      Deno.removeSync(path);
    } catch (error) {
      // Somebody else has, or it cannot be: a dead door costs a prompt a moment.
      if (!(error instanceof Error)) throw error;
    }
  }
}
