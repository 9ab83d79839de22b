import { createHash } from "node:crypto";
import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { findFile, type FoundFile, isThere, textOf } from "../replace_file.ts";
import { SetupError } from "../setup_error.ts";
import type { ClientGateway } from "./client_gateway.ts";
import { MAX_CLIENT_BYTES } from "./move_rules.ts";
import { GATEWAY_SERVER, serversIn } from "./server_format.ts";

/** What is kept of an earlier move. What is behind the gateway stands twice: in the file of servers, which people edit, and in the original. */
export interface Kept {
  /** The client's file as it would be without the gateway; undefined where there was none, or it cannot be read any more. */
  original: string | undefined;
  /** The servers behind the gateway, in their own words, each from where it is. */
  behind: string;
  /** Names of those that the file of servers does not have, and the original has. */
  recovered: readonly string[];
  /** Names of those that no file has any more. */
  lost: readonly string[];
  /** Nothing was edited since the move: the original may come back whole. */
  exact: boolean;
  /** Nothing of what the move wrote is missing. */
  isWhole: boolean;
}

/** What is known where the gateway's entry is all there is. */
export const NOTHING_KEPT: Kept = {
  original: undefined,
  behind: "",
  recovered: [],
  lost: [],
  exact: false,
  isWhole: false,
};

/** What we remember of a move beside the texts. Without it, all that the original has and the client's file has not counts as moved. */
interface MoveRecord {
  version: 2;
  /** The client's file. */
  file: string;
  /** Names of the servers behind the gateway. */
  moved: string[];
  /** Of all that the move wrote. */
  fingerprint: string;
}

/**
 * Reads the client's file, and all that undoing a move goes by: undefined where nothing was moved, as far as our files say. Throws `SetupError`.
 *
 * @param forget what cannot be read counts as lost, in the place of an error.
 */
export function findKept(
  gateway: ClientGateway,
  forget = false,
): { client: FoundFile; kept: Kept | undefined } {
  const { format, file } = gateway;
  const namesIn = (text: string | undefined) => serversIn(format, text ?? "", file).map(({ name }) => name);
  const client = findFile(file, MAX_CLIENT_BYTES);
  const present = namesIn(textOf(client));
  const record = readRecord(gateway);
  const original = orUndefined(() => readServers(gateway, gateway.original));
  const inOriginal = serversIn(format, original ?? "", gateway.original)
    .flatMap(({ name, entry }) => gateway.isGateway(entry) ? [] : [name]);
  const names = record?.moved ?? inOriginal.filter((name) => !present.includes(name));
  const written = format.only(original ?? "", names, gateway.original);
  const read = () => fileOfServers(gateway, written, original !== undefined);
  const servers = forget ? orUndefined(read) : read();
  const found = namesIn(servers);
  if (record === undefined && original === undefined && found.length === 0) {
    return { client, kept: undefined };
  }

  const missing = names.filter((name) => !found.includes(name) && !present.includes(name));
  const recovered = missing.filter((name) => inOriginal.includes(name));
  const again = format.only(original ?? "", recovered, gateway.original);
  const behind = servers === undefined ? again : format.withServers(servers, again, gateway.servers);
  return {
    client,
    kept: {
      original,
      behind,
      recovered,
      lost: missing.filter((name) => !recovered.includes(name)),
      exact: record?.fingerprint === fingerprint(original, textOf(client), behind),
      isWhole: record !== undefined && servers !== undefined && recovered.length === 0,
    },
  };
}

/** The program that the client's entry for the gateway starts; undefined where there is no such entry. Throws `SetupError`. */
export function gatewayProgram(gateway: ClientGateway): string | undefined {
  const entry = gatewayEntry(gateway, textOf(findFile(gateway.file, MAX_CLIENT_BYTES)));
  return isRecord(entry) && typeof entry["command"] === "string" ? entry["command"] : undefined;
}

/** The gateway's entry in the text of a client's file. A file that does not even name it is not looked into: whatever else is wrong with it is not ours to say. */
export function gatewayEntry({ format, file, isGateway }: ClientGateway, text: string | undefined): unknown {
  if (text === undefined || !text.includes(GATEWAY_SERVER)) return undefined;
  return serversIn(format, text, file).find(({ entry }) => isGateway(entry))?.entry;
}

/** The record of a move that wrote these texts. */
export function recordText(
  file: string,
  moved: readonly string[],
  ...texts: Parameters<typeof fingerprint>
): string {
  const record: MoveRecord = { version: 2, file, moved: [...moved], fingerprint: fingerprint(...texts) };
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** All files of ours that are there, with what a killed process has left of them. */
export function keptFiles({ folder }: ClientGateway): string[] {
  if (!isThere(folder)) return [];
  return Array.from(Deno.readDirSync(folder), ({ name }) => name)
    .filter((name) => /^(?:record|servers|original(?:-\d+)?)\.(?:json|toml)(?:\..*\.tmp)?$/.test(name))
    .map((name) => `${folder}/${name}`);
}

/** The text of a file in the client's form. Throws `SetupError` where it cannot be read. */
function readServers({ format }: ClientGateway, path: string): string | undefined {
  const text = textOf(findFile(path, MAX_CLIENT_BYTES));
  format.values(text ?? "", path);
  return text;
}

/**
 * The file of servers; undefined where there is none, or it was cut off. Throws `SetupError` where it cannot be read, saying what else there is.
 *
 * @param written what the move wrote: nobody edits a file into a beginning of itself.
 */
function fileOfServers(gateway: ClientGateway, written: string, hasOriginal: boolean): string | undefined {
  const { servers, client } = gateway;
  try {
    const text = textOf(findFile(servers, MAX_CLIENT_BYTES));
    const isCut = text !== undefined && text.length < written.length && written.startsWith(text);
    return isCut ? undefined : readServers(gateway, servers);
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
  return isRecord(value) && value["version"] === 2 && typeof value["file"] === "string" &&
    Array.isArray(value["moved"]) && value["moved"].every((name) => typeof name === "string") &&
    typeof value["fingerprint"] === "string";
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

function fingerprint(original: string | undefined, client: string | undefined, servers: string): string {
  return createHash("sha256").update(JSON.stringify([original, client, servers])).digest("hex");
}
