import { createHash } from "node:crypto";
import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { textOf } from "../file_changes.ts";
import { findFile, type FoundFile, isThere } from "../replace_file.ts";
import { SetupError } from "../setup_error.ts";
import type { ClientGateway } from "./client_gateway.ts";
import type { Kept } from "./plan.ts";
import { GATEWAY_SERVER } from "./server_format.ts";
import { MAX_CLIENT_BYTES } from "./move_rules.ts";

/** Byte order mark of a client's file, which its format does not know. */
const MARK = "\uFEFF";

/**
 * What we remember of a move beside the texts. It makes undoing exact; without it, all that an original has and the client's file has not counts as
 * moved.
 */
export interface MoveRecord {
  version: 1;
  /** The client's file. */
  file: string;
  /** Names of the servers behind the gateway. */
  moved: string[];
  /** Of the newest original; null where there was no file. */
  original_sha256: string | null;
  /** Of what the move left in the client's file; null where the original is not to come back whole. */
  client_sha256: string | null;
  servers_sha256: string;
}

/** A client's file, and what is kept of an earlier move. */
export interface Found {
  client: FoundFile;
  /** Its text without byte order mark. */
  text: string | undefined;
  mark: string;
  /** Undefined where nothing was moved, as far as our files say. */
  kept: Kept | undefined;
  /** The originals' paths, the newest first. */
  originals: readonly string[];
  /** The whole text of the original that the last move went by; undefined where there is none, or it is not what it was. */
  newest: string | undefined;
}

/**
 * Reads everything that a move or its undoing goes by. What is behind the gateway stands twice: in the file of servers, which people edit, and in the
 * originals. Each makes up for the other. Throws `SetupError`.
 *
 * @param forget what cannot be read counts as lost, in the place of an error.
 */
export function findKept(gateway: ClientGateway, forget = false): Found {
  const { format } = gateway;
  const client = findFile(gateway.file, MAX_CLIENT_BYTES);
  const whole = textOf(client);
  const { mark, body: text } = withoutMark(whole);
  const paths = originalPaths(gateway);
  const record = readRecord(gateway);
  const texts = paths.map((path) => orUndefined(() => originalText(gateway, path)));
  const newest = record === undefined
    ? texts[0]
    : texts.find((each) => each !== undefined && sha256(each) === record.original_sha256);
  const found = { client, text, mark, originals: paths, newest };
  if (paths.length === 0 && record === undefined && !isThere(gateway.servers)) {
    return { ...found, kept: undefined };
  }

  const present = format.servers(text ?? "", gateway.file);
  // Where none is what the record says, the newest is damaged.
  const trusted = new Set(newest === undefined ? texts.slice(1) : [newest, ...texts]);
  const originals = [...trusted].flatMap((each) => each === undefined ? [] : [withoutMark(each).body]);
  const named = (original: string) =>
    format.servers(original, gateway.file).filter(({ entry }) => !gateway.isGateway(entry))
      .map(({ name }) => name);
  const names = record?.moved ?? [...new Set(originals.flatMap(named))]
    .filter((name) => !present.some((server) => server.name === name));

  const [original = ""] = originals;
  const read = () => serversText(gateway, format.only(original, names, gateway.file), originals.length > 0);
  const servers = forget ? orUndefined(read) : read();

  let behind = servers ?? "";
  let missing = names.filter((name) =>
    ![...format.servers(behind, gateway.servers), ...present].some((server) => server.name === name)
  );
  const recovered: string[] = [];
  for (const each of originals) {
    const there = named(each).filter((name) => missing.includes(name));
    if (there.length === 0) continue;
    const words = format.only(each, there, gateway.file);
    behind = format.withServers(behind, words, { order: [], instead: false }, gateway.servers);
    missing = missing.filter((name) => !there.includes(name));
    recovered.push(...there);
  }

  const hasGateway = present.some(({ entry }) => gateway.isGateway(entry));
  const tellsNothing = record === undefined && originals.length === 0 &&
    format.servers(behind, gateway.servers).length === 0;
  if (tellsNothing && hasGateway && !forget) return { ...found, kept: undefined };
  const exact = record !== undefined && record.client_sha256 === sha256(whole ?? "") &&
    (record.original_sha256 === null ? paths.length === 0 : newest !== undefined) &&
    (servers === undefined || record.servers_sha256 === sha256(servers));
  const ours = originals[0] === undefined ||
    !format.servers(originals[0], gateway.file).some(({ entry }) => gateway.isGateway(entry));
  const isWhole = record !== undefined && servers !== undefined && recovered.length === 0;
  return { ...found, kept: { originals, behind, servers, recovered, lost: missing, exact, ours, isWhole } };
}

/** The program that the client's entry for the gateway starts; undefined where there is no such entry. Throws `SetupError`. */
export function gatewayProgram(gateway: ClientGateway): string | undefined {
  const entry = gatewayEntry(gateway, withoutMark(textOf(findFile(gateway.file, MAX_CLIENT_BYTES))).body);
  return isRecord(entry) && typeof entry["command"] === "string" ? entry["command"] : undefined;
}

/** The gateway's entry in the text of a client's file. A file that does not even name it is not looked into: whatever else is wrong with it is not ours to say. */
export function gatewayEntry({ format, file, isGateway }: ClientGateway, text: string | undefined): unknown {
  if (text === undefined || !text.includes(GATEWAY_SERVER)) return undefined;
  return format.servers(text, file).find(({ entry }) => isGateway(entry))?.entry;
}

/** The record of a move, as it is written. */
export function recordText(
  { file, moved, original, client, servers }: {
    file: string;
    moved: readonly string[];
    original: string | undefined;
    client: string | undefined;
    servers: string;
  },
): string {
  const record: MoveRecord = {
    version: 1,
    file,
    moved: [...moved],
    original_sha256: original === undefined ? null : sha256(original),
    client_sha256: client === undefined ? null : sha256(client),
    servers_sha256: sha256(servers),
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** What a process that was killed has left of a file of ours. */
export function leftovers({ folder }: ClientGateway): string[] {
  return namesIn(folder).filter((name) => name.endsWith(".tmp")).map((name) => `${folder}/${name}`);
}

/** Where the next original goes: none is ever written over. */
export function nextOriginal({ original }: ClientGateway, paths: readonly string[]): string {
  return paths[0] === undefined ? original() : original(numberOf(paths[0]) + 1);
}

function originalPaths({ folder, original }: ClientGateway): string[] {
  return namesIn(folder).map((name) => `${folder}/${name}`)
    .filter((path) => path === original() || path === original(numberOf(path)))
    .sort((some, other) => numberOf(other) - numberOf(some));
}

function namesIn(folder: string): string[] {
  return isThere(folder) ? Array.from(Deno.readDirSync(folder), ({ name }) => name) : [];
}

/** `original.json` is the first, `original-2.json` the second. */
function numberOf(path: string): number {
  return Number(/-(\d+)\.[a-z]+$/.exec(path)?.[1] ?? 1);
}

/** Throws `SetupError` where an original cannot be read. */
function originalText({ format }: ClientGateway, path: string): string | undefined {
  const text = textOf(findFile(path, MAX_CLIENT_BYTES));
  format.servers(withoutMark(text).body ?? "", path);
  return text;
}

/**
 * The file of servers; undefined where there is none, or it was cut off. Throws `SetupError` where it cannot be read, saying what else there is.
 *
 * @param written what the move wrote: nobody edits a file into a beginning of itself.
 */
function serversText(
  { format, servers, client }: ClientGateway,
  written: string,
  hasOriginal: boolean,
): string | undefined {
  try {
    const text = textOf(findFile(servers, MAX_CLIENT_BYTES));
    if (text === undefined || (text.length < written.length && written.startsWith(text))) return undefined;
    format.servers(text, servers);
    return text;
  } catch (error) {
    if (!(error instanceof SetupError) || !hasOriginal) throw error;
    throw error.advising(
      `or remove it: then codex-auto setup gateway --${client} (or --undo) takes your servers as they were before they were moved`,
    );
  }
}

/** A damaged record, or another version's, tells nothing. Throws `SetupError` for one of another file. */
function readRecord({ record: path, file }: ClientGateway): MoveRecord | undefined {
  const text = orUndefined(() => textOf(findFile(path)));
  let value: unknown;
  try {
    value = JSON.parse(text ?? "null");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!isMoveRecord(value)) return undefined;
  if (value.file === file) return value;
  throw new SetupError(
    path,
    `tells of servers that were moved out of ${value.file}; undo that first (with the variables that were set then)`,
  );
}

function isMoveRecord(value: unknown): value is MoveRecord {
  const isHash = (each: unknown) => each === null || typeof each === "string";
  return isRecord(value) && value["version"] === 1 && typeof value["file"] === "string" &&
    Array.isArray(value["moved"]) && value["moved"].every((name) => typeof name === "string") &&
    isHash(value["original_sha256"]) && isHash(value["client_sha256"]) &&
    typeof value["servers_sha256"] === "string";
}

/** What cannot be read is as good as gone. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SetupError) return undefined;
    throw error;
  }
}

function withoutMark(text: string): { mark: string; body: string };
function withoutMark(text: string | undefined): { mark: string; body: string | undefined };
function withoutMark(text: string | undefined): { mark: string; body: string | undefined } {
  return text?.startsWith(MARK) ? { mark: MARK, body: text.slice(MARK.length) } : { mark: "", body: text };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
