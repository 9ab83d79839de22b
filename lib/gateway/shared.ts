import { ignoreError } from "../settings/attempt.ts";
import { inTime } from "../settings/in_time.ts";
import { locations } from "../settings/locations.ts";
import { makeOwnFolder } from "../settings/own_files.ts";
import type { World } from "../settings/world.ts";
import * as local from "../tools/local_socket.ts";

/*
 * One process of a user has the gateways of all clients. `codex-auto mcp` joins it, starts it where there is none, and passes bytes on from then on. Servers are started
 * there by what the joining side says of its environment, so the socket alone is no proof of being the user: a client's sandbox may let its commands connect. Whoever joins
 * makes a file that is named then, in the folder of the socket, where only the user's own programs can.
 */

/** What a client has started `codex-auto mcp` with. */
export interface Joining {
  cwd: string;
  environment: Readonly<Record<string, string>>;
}

export type Joined = Awaited<ReturnType<typeof joinShared>>;

/** ms in which the process must be there and know what a client has behind it; else that client has a gateway of its own. */
const JOIN_MS = 5000;
const RETRY_MS = 20;
/** ms for one who connects to say who it is. */
const NAMED_MS = 2000;
const MAX_CLIENTS = 100;
/** UTF-16 units of an environment, above what systems give a process, and of what is said of the settings. */
const MAX_JOINING = 4 * 1024 * 1024;
/** ms without a client after which the process ends, and between two looks. */
const IDLE_MS = 10_000;
const LOOK_MS = 500;

/** A list: variables that say where files are, and how the network is reached, which a process cannot have of two kinds. */
const OF_THE_PROCESS =
  /^(?:HOME|XDG_(?:CACHE|CONFIG|DATA|STATE)_HOME|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|DENO_.+)$/i;

/** Joins the process that has everybody's gateways: the connection to it, and what is to be said of the settings. Throws an `Error` that says why there is none to join. */
export async function joinShared(joining: Joining, world: World) {
  const { folder, socket } = meetingPlace(joining, world);
  makeOwnFolder(folder);
  const until = world.elapsed() + JOIN_MS;
  const { NotFound, ConnectionRefused } = Deno.errors;
  for (let isStarted = false;; isStarted = true) {
    const connection = await local.connectTo(socket).catch((error: Error) => error);
    if (!(connection instanceof Error)) {
      return await introduce(connection, folder, joining, until - world.elapsed());
    }
    const isAbsent = connection instanceof NotFound || connection instanceof ConnectionRefused;
    if (!isAbsent || !Deno.build.standalone || world.elapsed() > until) throw connection;
    if (!isStarted) local.startInBackground("mcp", "daemon");
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function introduce(connection: Deno.UnixConn, folder: string, joining: Joining, ms: number) {
  const answered = () => local.readObject(connection, MAX_JOINING, "line");
  try {
    const answer = await inTime(local.introduce(connection, folder, joining, answered), ms);
    if (answer === undefined) throw new TypeError("it did not answer in time");
    return { connection, problems: answer["problems"] as string[] };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Passes on all that one side says. */
export async function passOn(from: Pick<Deno.Conn, "read">, to: Pick<Deno.Conn, "write">): Promise<void> {
  const buffer = new Uint8Array(16 * 1024);
  for (let read = await from.read(buffer); read !== null; read = await from.read(buffer)) {
    await local.send(to, buffer.subarray(0, read));
  }
}

/** Has the gateways of all who join until nobody has for a while; comes back at once where another process has them. `serve` takes a client in once it knows what is to be said of the settings. Throws what the system says. */
export async function hostShared(
  { environment }: Pick<Joining, "environment">,
  serve: (joining: Joining, takeIn: (problems: readonly string[]) => Promise<Deno.UnixConn>) => Promise<void>,
  world: World,
): Promise<void> {
  const { folder, socket } = meetingPlace({ environment }, world);
  makeOwnFolder(folder);
  if (await local.isListening(socket)) return;
  let [clients, since] = [0, world.elapsed()];
  const listening = local.serveAt(socket, MAX_CLIENTS, async (connection) => {
    const said = local.introduced(connection, folder, world.nonce(16), MAX_JOINING);
    const joining = await inTime(said, NAMED_MS) as Joining | undefined;
    if (joining === undefined) return;
    clients++;
    const takeIn = (problems: readonly string[]) =>
      local.send(connection, `${JSON.stringify({ problems })}\n`).then(() => connection);
    await serve(joining, takeIn).catch(ignoreError);
    clients--;
    since = world.elapsed();
  });
  while (clients > 0 || (world.elapsed() - since < IDLE_MS && listening.isFound())) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  listening.close();
}

function meetingPlace({ environment }: Pick<Joining, "environment">, world: World) {
  const [folder] = local.socketFolders(world, locations(world));
  const same = Object.entries(environment).filter(([name]) => OF_THE_PROCESS.test(name)).sort();
  const socket = folder &&
    local.socketPath(folder, JSON.stringify(same), `${local.programHash()}-mcp.daemon`);
  if (folder !== undefined && socket !== undefined) return { folder, socket };
  throw new TypeError("there is no folder for a socket, or its path is too long (XDG_RUNTIME_DIR names one)");
}
