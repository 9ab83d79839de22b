import { ignoreError } from "../settings/attempt.ts";
import { inTime } from "../settings/in_time.ts";
import { CLIENT_CAP } from "../settings/defaults.ts";
import { locations } from "../settings/locations.ts";
import { makeOwnFolder } from "../settings/own_files.ts";
import { standing } from "../settings/small_file.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { sandboxEntry } from "../tools/bundle.ts";
import { introduced, isListening, send, serveAt } from "../tools/local_socket.ts";
import { reachOf, sandboxProvider, sandboxThread } from "../tools/sandbox.ts";
import { openTools, promptOptions } from "./open_tools.ts";
import { orchestrate } from "./orchestrate.ts";
import { prepare } from "./prepare.ts";
import type { OpenTools } from "./request.ts";
import { type Asked, daemonSocket, MAX_ASKED } from "./warm.ts";

/** Requests that are worked on at once; several may come at once. */
const MAX_OPEN = 64;
/** ms in which whoever connects must say what it wants: one that does not would take the place of another. */
const ASKED_MS = 2000;
/** ms between two signs of life while an answer is worked on. */
const BEAT_MS = 100;
/** ms between two looks at whether anybody still can find it. */
const LOOK_MS = 1000;
/** Requests that a daemon answers for itself at the start: what they need of the program is compiled by then. */
const WARM_UP = ["where is the configuration read and checked", "how are errors reported to the user"];

/**
 * Keeps the repository around `cwd` warm for prompts until nobody has asked for a while, or its socket or the program is gone; not where another daemon
 * does, or none is wanted. Throws `AutoToolsError` where there is no repository, and what the system says.
 */
export async function keepWarm(cwd: string, world: World): Promise<void> {
  const places = locations(world);
  const prepared = await prepare(cwd, world, places);
  const { rootError, settings: { daemonMinutes } } = prepared;
  if (rootError) throw rootError;
  const socket = daemonSocket(prepared, places, world);
  if (daemonMinutes === 0 || socket === undefined) return;
  const folder = socket.slice(0, socket.lastIndexOf("/"));
  makeOwnFolder(folder);
  if (await isListening(socket)) return;
  const reach = reachOf(promptOptions(prepared, places, world));
  const thread = sandboxThread(sandboxEntry(), reach);
  const open: OpenTools = (place) =>
    openTools(place, (codebase) => {
      const isSame = JSON.stringify(reachOf(codebase)) === JSON.stringify(reach);
      if (!isSame) throw new Error("it keeps another place warm");
      return sandboxProvider(sandboxEntry(), codebase, thread);
    });
  let last = world.elapsed();
  const serve = async (connection: Deno.UnixConn): Promise<void> => {
    const said = await inTime(introduced(connection, folder, world.nonce(16), MAX_ASKED), ASKED_MS);
    if (said === undefined) return;
    last = world.elapsed();
    const { request, environment, spentMs } = said as unknown as Asked;
    const variables = new Map(Object.entries(environment));
    const theirs = systemWorld((name) => variables.get(name));
    const beat = setInterval(() => void send(connection, " ").catch(ignoreError), BEAT_MS);
    const envelope = await orchestrate({ ...request, began: last - spentMs }, theirs, open)
      .finally(() => clearInterval(beat));
    await send(connection, JSON.stringify({ envelope }));
  };
  // Without a home nothing of it is logged.
  const cacheHome = places.cache?.slice(0, places.cache.lastIndexOf("/"));
  const bare = systemWorld((name) => name === "XDG_CACHE_HOME" ? cacheHome : undefined);
  for (const prompt of WARM_UP) {
    const client = { name: "claude-code", event: "cli" } as const;
    // Where the user's own settings choose the root, these find another place, and the first prompt compiles the rest.
    await orchestrate({ prompt, client, cwd, cap: CLIENT_CAP["claude-hook"], asked: true }, bare, open)
      .catch(ignoreError);
  }
  const listening = serveAt(socket, MAX_OPEN, serve);
  const idleMs = daemonMinutes * 60_000;
  // Who uninstalls may not know the folder of the socket.
  const isWanted = () => listening.isFound() && standing(Deno.execPath()) !== undefined;
  while (world.elapsed() - last < idleMs && isWanted()) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(LOOK_MS, idleMs)));
  }
  listening.close();
  thread.close();
}
