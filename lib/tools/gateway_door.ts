import { createHash } from "node:crypto";
import { attempt } from "../settings/attempt.ts";
import type { McpServerConfig } from "../settings/config_schema.ts";
import type { Locations } from "../settings/locations.ts";
import { isRecord } from "../settings/mcp_servers/configured_server.ts";
import { checkOwnFolder, followLinks } from "../settings/own_files.ts";
import { standing } from "../settings/small_file.ts";
import type { World } from "../settings/world.ts";

/** Bytes of a socket's path that every system takes. */
const MAX_PATH_BYTES = 103;
/** Gateways of one repository that are asked, the newest first. */
const MAX_ASKED = 2;
/** Bytes of a question. */
export const MAX_QUESTION = 64 * 1024;
/** Bytes of an answer: what a server may send for one prompt. */
export const MAX_ANSWER = 4 * 1024 * 1024;

/** A gateway's socket and, beside it, the file with the word that opens it. */
export interface WarmDoor {
  socket: string;
  key: string;
}

/** One call that a prompt asks a running gateway for: one line of JSON. Two lines come back, that it was taken and what came of it. */
export interface WarmQuestion {
  version: 1;
  /** The word in the key file. */
  key: string;
  server: string;
  /** Of the server's configuration as the prompt reads it: another one is another server. */
  configuration: string;
  tool: string;
  args: Record<string, unknown>;
  timeoutMs: number;
}

/** The arguments of a call that waits for the user, by their hash; one line comes back. */
export type ShowQuestion = Pick<WarmQuestion, "version" | "key"> & { show: string };

/** `refused` is the gateway's last word; `unknown` leaves the prompt to start the server itself. */
export type WarmAnswer =
  | { answer: "taken" }
  | { answer: "result"; result: Record<string, unknown> }
  | { answer: "refused"; code: string; message: string }
  | { answer: "unknown"; message: string };

/**
 * Where gateways and prompts of one user meet, the best place first: a gateway opens its door there, and a prompt looks at all, since
 * clients keep variables from what they start.
 */
export function warmFolders(world: World, { state }: Pick<Locations, "state">): string[] {
  const runtime = world.env("XDG_RUNTIME_DIR");
  // Another user's folder, as after `su`, is passed over.
  const own = runtime?.startsWith("/") ? attempt(() => followLinks(`${runtime}/auto-tools`)) : undefined;
  return [...(own === undefined ? [] : [own]), ...(state === undefined ? [] : [`${state}/run`])];
}

/** The door of a gateway; undefined where its path would be too long for a socket. */
export function warmDoor(folder: string, root: string, id: string): WarmDoor | undefined {
  const door = doorOf(folder, `${prefixOf(root)}${id}`);
  return new TextEncoder().encode(door.socket).length > MAX_PATH_BYTES ? undefined : door;
}

/** The doors of a repository's gateways, or of all, the newest first. Throws `NotOurs`. */
export function warmDoors(folder: string, root: string | undefined, max = MAX_ASKED): WarmDoor[] {
  if (!checkOwnFolder(folder)) return [];
  const prefix = root === undefined ? "" : prefixOf(root);
  return Array.from(Deno.readDirSync(folder))
    .filter(({ name }) => name.startsWith(prefix) && name.endsWith(".sock"))
    .map(({ name }) => doorOf(folder, name.slice(0, -".sock".length)))
    // Whatever stands in a socket's place is taken for a door as well, and met as a broken one.
    .map((door) => ({ door, made: standing(door.socket)?.mtime?.getTime() ?? 0 }))
    .sort((a, b) => b.made - a.made).slice(0, max).map(({ door }) => door);
}

function prefixOf(root: string): string {
  return `${createHash("sha256").update(root).digest("hex").slice(0, 16)}-`;
}

function doorOf(folder: string, name: string): WarmDoor {
  return { socket: `${folder}/${name}.sock`, key: `${folder}/${name}.key` };
}

export function configurationHash(config: McpServerConfig): string {
  return createHash("sha256").update(JSON.stringify(config)).digest("hex");
}

/** Sends one value as a line. */
export async function sendLine(
  to: Deno.Conn,
  value: WarmQuestion | ShowQuestion | WarmAnswer,
): Promise<void> {
  const bytes = new TextEncoder().encode(`${JSON.stringify(value)}\n`);
  for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
}

/** Reads lines of JSON objects, each of at most `maxChars`. */
export class LineSource {
  #rest = "";
  #decoder = new TextDecoder();

  constructor(readonly from: Deno.Conn, readonly maxChars: number) {}

  /** The next object; undefined where the other side has ended. Throws `TypeError` for anything else. */
  async next(): Promise<Record<string, unknown> | undefined> {
    const buffer = new Uint8Array(64 * 1024);
    let line = "";
    for (let piece = this.#rest;;) {
      const end = piece.indexOf("\n");
      line += end < 0 ? piece : piece.slice(0, end);
      if (line.length > this.maxChars) throw new TypeError(`a line of more than ${this.maxChars} characters`);
      if (end >= 0) {
        this.#rest = piece.slice(end + 1);
        const value = attempt((): unknown => JSON.parse(line));
        if (isRecord(value)) return value;
        throw new TypeError("a line that is no JSON object");
      }
      const read = await this.from.read(buffer);
      if (read === null) return undefined;
      piece = this.#decoder.decode(buffer.subarray(0, read), { stream: true });
    }
  }
}
