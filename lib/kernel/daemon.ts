import { attempt } from "../settings/attempt.ts";
import { locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import { sandboxEntry } from "../tools/bundle.ts";
import { DAEMON, daemonOf, daemonSocket } from "../tools/daemon.ts";
import { socketFolders, socketsIn } from "../tools/local_socket.ts";
import { serveDaemon } from "../tools/daemon_server.ts";
import { promptOptions } from "./open_tools.ts";
import { prepare } from "./prepare.ts";

const MAX_DAEMONS = 1000;
/** Requests that a daemon answers for itself at the start: what they need of the program is compiled by then. */
const WARM_UP = ["where is the configuration read and checked", "how are errors reported to the user"];

export function isKeptWarm(root: string, world: World): boolean {
  return daemonOf(root, locations(world), world) !== undefined;
}

/** Ends all daemons of the user, within a second: one whose socket is gone is of no use. */
export function endDaemons(world: World): void {
  const sockets = socketFolders(world, locations(world))
    .flatMap((folder) => attempt(() => socketsIn(folder, undefined, DAEMON, MAX_DAEMONS)) ?? []);
  for (const socket of sockets) attempt(() => Deno.removeSync(socket));
}

/** Keeps the tools of the repository around `cwd` warm for prompts, until nobody has asked for a while; not where another daemon does, or none is wanted. Throws `AutoToolsError` where there is no repository. */
export async function keepWarm(cwd: string, world: World): Promise<void> {
  const places = locations(world);
  const prepared = await prepare(cwd, world, places);
  const { root, rootError, settings: { daemonMinutes } } = prepared;
  if (rootError) throw rootError;
  const socket = daemonSocket(root, places, world);
  if (daemonMinutes === 0 || socket === undefined) return;
  const calls = WARM_UP.flatMap((query) =>
    ["ci_search", "ci_graph_rag"].map((tool) => ({
      tool,
      args: { query, symbols: [], paths: [], limit: 10, depth: 2, budget: 8000, top_k: 10 },
      timeoutMs: 5000,
    }))
  );
  await serveDaemon({
    socket,
    entry: sandboxEntry(),
    codebase: promptOptions(prepared, places, world),
    calls,
    idleMs: daemonMinutes * 60_000,
  }, world);
}
