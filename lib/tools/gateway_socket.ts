import { createHash } from "node:crypto";
import { attempt } from "../settings/attempt.ts";
import type { McpServerConfig } from "../settings/config_schema.ts";
import { inTime } from "../settings/in_time.ts";
import type { Locations } from "../settings/locations.ts";
import { isRecord } from "../settings/json.ts";
import { checkOwnFile, checkOwnFolder, followLinks } from "../settings/own_files.ts";
import { newestFirst } from "../settings/small_file.ts";
import type { World } from "../settings/world.ts";

/** Bytes of a socket's path that every system takes. */
const MAX_PATH_BYTES = 103;
/** UTF-16 units of a question and of an answer: what a server may send for one prompt. */
export const MAX_QUESTION = 16 * 1024;
export const MAX_ANSWER = 4 * 1024 * 1024;
/** ms in which a gateway takes a question, so that the rest of the time is enough to start the server without it. */
const TAKEN_MS = 250;

/** A call that a prompt asks a running gateway for, or the arguments of a call that waits for the user, by their hash. */
export type GatewayQuestion = { show: string } | {
  server: string;
  /** Of the server's configuration as the prompt reads it: another one is another server. */
  configuration: string;
  tool: string;
  args: Record<string, unknown>;
  timeoutMs: number;
};

/** `refused` is the gateway's last word; `unknown` leaves the prompt to start the server itself. */
export type GatewayAnswer =
  | { answer: "result"; result: Record<string, unknown> }
  | { answer: "refused" | "unknown"; message: string };

/** Where gateways and prompts of one user meet: a gateway opens its socket in the first, and a prompt looks in all. */
export function socketFolders(world: World, { state }: Pick<Locations, "state">): string[] {
  const runtime = world.env("XDG_RUNTIME_DIR");
  // Another user's folder, as after `su`, is passed over.
  const own = runtime?.startsWith("/") ? attempt(() => followLinks(`${runtime}/auto-tools`)) : undefined;
  return [own, state === undefined ? undefined : `${state}/run`].filter((folder) => folder !== undefined);
}

/** Path of a new socket of a gateway; undefined where it would be too long. */
export function newSocket(folder: string, root: string, id: string): string | undefined {
  const path = `${folder}/${prefixOf(root)}${id}.sock`;
  return new TextEncoder().encode(path).length > MAX_PATH_BYTES ? undefined : path;
}

/** The sockets of a repository's gateways, or of all, the newest first. Throws `NotOurs`. */
export function socketsIn(folder: string, root: string | undefined, max: number): string[] {
  if (!checkOwnFolder(folder)) return [];
  const prefix = root === undefined ? "" : prefixOf(root);
  return newestFirst(folder, (name) => name.startsWith(prefix) && name.endsWith(".sock")).slice(0, max);
}

function prefixOf(root: string): string {
  return `${createHash("sha256").update(root).digest("hex").slice(0, 16)}-`;
}

/** Why a tool is not called for a prompt. */
export function notReadOnly(server: string, tool: string): string {
  return `MCP server ${server} does not declare ${tool} read-only (readOnlyHint), so it never runs automatically`;
}

export function configurationHash(config: McpServerConfig): string {
  return createHash("sha256").update(JSON.stringify(config)).digest("hex");
}

/** Asks gateways of a repository, or of all, one after the other, the newest of a folder first: what each answers, or why it does not. */
export async function* askSockets(
  folders: readonly string[],
  root: string | undefined,
  question: GatewayQuestion,
  { most, maxAnswer, signal }: { most: number; maxAnswer: number; signal: AbortSignal },
): AsyncGenerator<Record<string, unknown> | Error> {
  for (const folder of folders) {
    try {
      for (const socket of socketsIn(folder, root, most)) {
        if (!signal.aborted) yield await askSocket(socket, question, maxAnswer, signal).catch(asError);
      }
    } catch (error) {
      yield asError(error);
    }
  }
}

function asError(error: unknown): Error {
  if (error instanceof Error) return error;
  throw error;
}

/** The gateway sends a line break once it has taken the question. Throws an `Error` that says why there is no answer. */
async function askSocket(
  path: string,
  question: GatewayQuestion,
  maxAnswer: number,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  // A file, a FIFO or a link in its place is not even opened.
  checkOwnFile(path, undefined, "isSocket");
  const text = JSON.stringify({ version: 2, ...question });
  if (text.length > MAX_QUESTION) throw new TypeError("the arguments are too long for it");
  const connection = await Deno.connect({ transport: "unix", path });
  const end = () => void attempt(() => connection.close());
  signal.addEventListener("abort", end);
  try {
    const taken = send(connection, text).then(() => connection.closeWrite())
      .then(() => connection.read(new Uint8Array(1)));
    if (await inTime(taken, TAKEN_MS) === undefined) throw new TypeError("it did not answer in time");
    return await readObject(connection, maxAnswer);
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

export async function send(to: Deno.Conn, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
}

/** All that the other side sends, as a JSON object. Throws `TypeError` for anything else, and for more than `max` UTF-16 units. */
export async function readObject(from: Deno.Conn, max: number): Promise<Record<string, unknown>> {
  const buffer = new Uint8Array(64 * 1024);
  const decoder = new TextDecoder();
  let text = "";
  for (let read = await from.read(buffer); read !== null; read = await from.read(buffer)) {
    text += decoder.decode(buffer.subarray(0, read), { stream: true });
    if (text.length > max) throw new TypeError(`it sent more than ${max} characters`);
  }
  if (text === "") throw new TypeError("it ended without an answer");
  const value = attempt((): unknown => JSON.parse(text));
  if (isRecord(value)) return value;
  throw new TypeError("it sent what is no JSON object");
}
