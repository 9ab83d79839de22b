import { VERSION } from "../contract/version.ts";
import { sha256Hex } from "../settings/sha256.ts";
import { attempt, ignoreError, recover } from "../settings/attempt.ts";
import { inTime } from "../settings/in_time.ts";
import type { Locations } from "../settings/locations.ts";
import { isRecord } from "../settings/json.ts";
import { checkOwnFile, checkOwnFolder, followLinks } from "../settings/own_files.ts";
import { newestFirst, standing } from "../settings/small_file.ts";
import type { World } from "../settings/world.ts";

/*
 * Processes of one user meet at sockets (0600) in a folder of the user's own (0700). One connection is one question and its answer, both JSON objects;
 * whoever listens sends a line break once it has taken the question.
 */

/** Bytes of a socket's path that every system takes. */
const MAX_PATH_BYTES = 103;
/** ms in which a question is taken, so that the rest of a prompt's time is enough to do without. */
const TAKEN_MS = 250;
/** Questions that are answered at once; a prompt has a few, and several may come at once. */
const MAX_OPEN = 64;
/** ms in which a connection must say what it wants: one that does not would take the place of another. */
const QUESTION_MS = 2000;

/** The folders that may hold sockets: whoever listens takes the first, and whoever asks looks in all, since a client may keep variables from what it starts. */
export function socketFolders(world: World, { state }: Pick<Locations, "state">): string[] {
  const runtime = world.env("XDG_RUNTIME_DIR");
  // Another user's folder, as after `su`, is passed over.
  const own = runtime?.startsWith("/") ? attempt(() => followLinks(`${runtime}/auto-tools`)) : undefined;
  return [own, state && `${state}/run`].filter((folder) => folder !== undefined);
}

/** Path of a socket for the repository at `root`; undefined where it would be too long. */
export function socketPath(folder: string, root: string, name: string): string | undefined {
  const path = `${folder}/${prefixOf(root)}${name}`;
  return new TextEncoder().encode(path).length > MAX_PATH_BYTES ? undefined : path;
}

/** The sockets of a repository whose names end so, or of all repositories, the newest first. Throws `NotOurs`. */
export function socketsIn(folder: string, root: string | undefined, ending: string, max: number): string[] {
  if (!checkOwnFolder(folder)) return [];
  const prefix = root === undefined ? "" : prefixOf(root);
  return newestFirst(folder, (name) => name.startsWith(prefix) && name.endsWith(ending)).slice(0, max);
}

/** The same for every process of this very program. */
export function programHash(): string {
  const program = Deno.execPath();
  const { mtime, size } = standing(program) ?? {};
  return sha256Hex(JSON.stringify([VERSION, program, mtime, size])).slice(0, 8);
}

/** Starts this program again from a shell, which it outlives as no child of ours would, with its streams closed, since clients wait for those. About 2 ms. */
export function startInBackground(...args: string[]): void {
  if (!Deno.build.standalone) return;
  new Deno.Command("/bin/sh", {
    args: ["-c", `"$0" "$@" </dev/null >/dev/null 2>&1 &`, Deno.execPath(), ...args],
    cwd: "/",
    stdout: "null",
    stderr: "null",
    detached: true,
  }).outputSync();
}

function prefixOf(root: string): string {
  return `${sha256Hex(root).slice(0, 16)}-`;
}

/** Asks whoever listens. Throws an `Error` that says why there is no answer; the system's own where nobody listens, and the socket is removed then. */
export async function ask(
  path: string,
  question: object,
  { maxAnswer, signal }: { maxAnswer: number; signal: AbortSignal },
): Promise<Record<string, unknown>> {
  const connection = await connectTo(path);
  const end = () => void attempt(() => connection.close());
  signal.addEventListener("abort", end);
  try {
    const taken = send(connection, JSON.stringify(question)).then(() => connection.closeWrite())
      .then(() => connection.read(new Uint8Array(1)));
    if (await inTime(taken, TAKEN_MS) === undefined) {
      throw new Deno.errors.TimedOut("it did not answer in time");
    }
    return await readObject(connection, maxAnswer);
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

/** Answers at a path in a folder of ours questions of at most `maxQuestion` UTF-16 units; one without an answer gets none. Throws what the system says. */
export function listenAt(
  path: string,
  maxQuestion: number,
  answer: (question: Record<string, unknown>) => Promise<object | undefined>,
) {
  return serveAt(path, MAX_OPEN, async (connection) => {
    const question = await inTime(readObject(connection, maxQuestion), QUESTION_MS);
    if (question === undefined) return;
    // It has been taken.
    await send(connection, "\n");
    const answered = await answer(question);
    if (answered !== undefined) await send(connection, JSON.stringify(answered));
  });
}

/** Serves whoever connects at a path in a folder of ours, at most `maxOpen` at once: more are turned away. Throws what the system says. */
export function serveAt(path: string, maxOpen: number, serve: (connection: Deno.UnixConn) => Promise<void>) {
  const listener = listen(path);
  const own = standing(path)?.ino;
  /** Whether whoever looks for the path finds this one there, and no other that has taken its place. */
  const isFound = () => own !== undefined && standing(path)?.ino === own;
  const close = () => {
    attempt(() => isFound() && Deno.removeSync(path));
    attempt(() => listener.close());
  };
  let open = 0;
  const serveAll = async () => {
    for await (const connection of listener) {
      // Whoever was there has gone, or sent what is no question.
      const served = ++open > maxOpen ? Promise.resolve() : serve(connection).catch(ignoreError);
      served.finally(() => {
        open--;
        attempt(() => connection.close());
      });
    }
  };
  // No descriptors are left, say: nobody is to wait at this socket.
  serveAll().catch(ignoreError).finally(close);
  return { isFound, close };
}

/** A socket that is found only once somebody listens there: one that refuses is taken for what a killed process left, and removed. Throws where there is one. */
function listen(path: string): Deno.UnixListener {
  const aside = `${path.slice(0, path.lastIndexOf("/"))}/${Deno.pid}.new`;
  attempt(() => Deno.removeSync(aside));
  const listener = Deno.listen({ transport: "unix", path: aside });
  try {
    Deno.chmodSync(aside, 0o600);
    // Not every system has a second name for a socket; a rename takes the place of one that came at the same moment.
    const why = recover(() => Deno.linkSync(aside, path), Error, (error) => error);
    if (why instanceof Deno.errors.AlreadyExists) throw why;
    if (why) Deno.renameSync(aside, path);
  } catch (error) {
    listener.close();
    throw error;
  } finally {
    attempt(() => Deno.removeSync(aside));
  }
  return listener;
}

export async function isListening(path: string): Promise<boolean> {
  return await connectTo(path).then((connection) => (connection.close(), true), () => false);
}

export async function connectTo(path: string): Promise<Deno.UnixConn> {
  // A file, a FIFO or a link in its place is not even opened.
  checkOwnFile(path, undefined, "isSocket");
  return await Deno.connect({ transport: "unix", path }).catch((error) => {
    if (error instanceof Deno.errors.ConnectionRefused) attempt(() => Deno.removeSync(path));
    throw error;
  });
}

export async function send(to: Pick<Deno.Conn, "write">, said: string | Uint8Array): Promise<void> {
  const bytes = typeof said === "string" ? new TextEncoder().encode(said) : said;
  for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
}

/** Has whoever listens in `folder` know that the user says this: a client's sandbox may let its commands connect, but not make the file that is named then. Gives what `answered` gives. */
export async function introduce<T>(
  to: Pick<Deno.Conn, "read" | "write">,
  folder: string,
  said: object,
  answered: () => Promise<T>,
): Promise<T> {
  const { name } = await readObject(to, 100, "line");
  if (typeof name !== "string" || !/^[0-9a-f]{32}$/.test(name)) throw new TypeError("it names no file");
  const proof = proofOf(folder, name);
  Deno.writeTextFileSync(proof, "", { createNew: true, mode: 0o600 });
  try {
    await send(to, `${JSON.stringify(said)}\n`);
    return await answered();
  } finally {
    attempt(() => Deno.removeSync(proof));
  }
}

/** What whoever has connected to a socket in `folder` says; undefined for one who has not shown that it is the user. `name`: 32 hexadecimal digits by chance. */
export async function introduced(connection: Deno.Conn, folder: string, name: string, max: number) {
  await send(connection, `${JSON.stringify({ name })}\n`);
  const said = await readObject(connection, max, "line");
  // Who may make the file is the user, by this very program.
  return checkOwnFile(proofOf(folder, name)) && said;
}

const proofOf = (folder: string, name: string) => `${folder}/${name}.joins`;

/** All that the other side sends up to its end, or to a line break that ends it, as a JSON object. Throws `TypeError` for anything else, and for more than `max` UTF-16 units. */
export async function readObject(from: Pick<Deno.Conn, "read">, max: number, end: "line" | "all" = "all") {
  const buffer = new Uint8Array(64 * 1024);
  const decoder = new TextDecoder();
  let text = "";
  for (let read = await from.read(buffer); read !== null; read = await from.read(buffer)) {
    text += decoder.decode(buffer.subarray(0, read), { stream: true });
    if (text.length > max) throw new TypeError(`it sent more than ${max} characters`);
    if (end === "line" && text.endsWith("\n")) break;
  }
  if (text === "") throw new TypeError("it ended without an answer");
  const value = attempt((): unknown => JSON.parse(text));
  if (isRecord(value)) return value;
  throw new TypeError("it sent what is no JSON object");
}
