import type { Envelope } from "../contract/envelope.ts";
import { attempt, ignoreError } from "../settings/attempt.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { inTime } from "../settings/in_time.ts";
import { isRecord } from "../settings/json.ts";
import { type Locations, locations } from "../settings/locations.ts";
import { standing } from "../settings/small_file.ts";
import type { World } from "../settings/world.ts";
import { connectTo, introduce, programHash, readObject } from "../tools/local_socket.ts";
import { socketFolders, socketPath, socketsIn } from "../tools/local_socket.ts";
import type { Prepared } from "./prepare.ts";
import type { OrchestrationRequest } from "./request.ts";

/*
 * A daemon keeps the kernel and the built-in tools of one repository warm: all code compiled, a sandbox that has been started. It does with a request what
 * whoever has it would do, in the environment of that process; where there is none, or it fails, they do it.
 */

const DAEMON = ".daemon";
/** Daemons of a user. */
const MAX_DAEMONS = 1000;
/** UTF-16 units of a prompt that is handed over: a longer one takes its time anywhere, and would hold up the others. */
const MAX_PROMPT = 64 * 1024;
/** The same of a request with its environment, and of an answer. */
export const MAX_ASKED = 4 * 1024 * 1024;
const MAX_ANSWER = 16 * 1024 * 1024;
/** ms without a sign of life after which a daemon is given up. */
const SILENT_MS = 500;

export interface Asked {
  request: OrchestrationRequest;
  environment: Readonly<Record<string, string>>;
  /** ms of the wall budget that are gone. */
  spentMs: number;
}

type Place = Pick<Prepared, "root" | "rootSource" | "repository">;

/** Where a daemon of this very program listens for a repository; undefined where it cannot. Prompts look for it around the folder that they come from. */
export function daemonSocket({ root, rootSource, repository }: Place, places: Locations, world: World) {
  const [folder] = socketFolders(world, places);
  const place = rootSource === "config" && repository?.top || root;
  return folder && socketPath(folder, place, `${programHash()}${DAEMON}`);
}

export function isKeptWarm(place: Place, places: Locations, world: World): boolean {
  const socket = daemonSocket(place, places, world);
  return socket !== undefined && standing(socket) !== undefined;
}

/** Ends all daemons of the user, within a second: one whose socket is gone is of no use. */
export function endDaemons(world: World): void {
  const sockets = socketFolders(world, locations(world))
    .flatMap((folder) => attempt(() => socketsIn(folder, undefined, DAEMON, MAX_DAEMONS)) ?? []);
  for (const socket of sockets) attempt(() => Deno.removeSync(socket));
}

/** What the daemon says that keeps the repository around `request.cwd` warm; undefined where there is none, or it cannot tell. `environment`: all that `world` has. */
export async function askDaemon(
  { began, ...request }: OrchestrationRequest,
  world: World,
  environment = Deno.env.toObject(),
): Promise<Envelope | undefined> {
  const { autoTools, mode } = readSwitches(world);
  // A plan is made where it was asked for: it names the command that would run next.
  const isHandedOver = autoTools !== "off" && mode === "run" && request.prompt.length <= MAX_PROMPT;
  const socket = isHandedOver && Deno.build.standalone ? daemonAround(request.cwd, world) : undefined;
  if (socket === undefined) return undefined;
  const asked: Asked = { request, environment, spentMs: began === undefined ? 0 : world.elapsed() - began };
  const { envelope } = await answer(socket, asked).catch((error) => {
    // Who listens there is not well, and the next prompt need not ask.
    if (error instanceof Deno.errors.TimedOut) attempt(() => Deno.removeSync(socket));
    return ignoreError(error) ?? {} as Record<string, unknown>;
  });
  return isRecord(envelope) ? envelope as unknown as Envelope : undefined;
}

/** The socket for the innermost folder around `cwd` that has a daemon. */
function daemonAround(cwd: string, world: World): string | undefined {
  const [folder] = socketFolders(world, locations(world));
  const ending = `${programHash()}${DAEMON}`;
  const there = folder && attempt(() => socketsIn(folder, undefined, ending, MAX_DAEMONS)) || [];
  if (there.length === 0) return undefined;
  let at = attempt(() => Deno.realPathSync(world.env("CI_AUTO_TOOLS_REPO_ROOT") ?? cwd)) ?? "";
  for (; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const socket = socketPath(folder ?? "", at, ending) ?? "";
    if (there.includes(socket)) return socket;
  }
  return undefined;
}

async function answer(socket: string, asked: Asked): Promise<Record<string, unknown>> {
  const connection = await connectTo(socket);
  const read = async (buffer: Uint8Array) => {
    const bytes = await inTime(connection.read(buffer), SILENT_MS);
    if (bytes !== undefined) return bytes;
    throw new Deno.errors.TimedOut("it says nothing");
  };
  try {
    const listening = { read, write: (bytes: Uint8Array) => connection.write(bytes) };
    const folder = socket.slice(0, socket.lastIndexOf("/"));
    return await introduce(listening, folder, asked, () => readObject(listening, MAX_ANSWER));
  } finally {
    connection.close();
  }
}
