import { attempt } from "../../settings/attempt.ts";
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
  /** The servers behind the gateway, each from where it is. */
  behind: string;
  /** Names of those that the file of servers does not have, and the original has. */
  recovered: readonly string[];
  /** Names of those that no file has any more. */
  lost: readonly string[];
  /** Nothing was edited since the move: the original may come back whole. */
  exact: boolean;
}

/** What we remember of a move beside the texts. Without it, all that the original has and the client's file has not counts as moved. */
export interface MoveRecord {
  /** The client's file. */
  file: string;
  /** Names of the servers behind the gateway. */
  moved: readonly string[];
}

/**
 * Reads the client's file, and all that undoing a move goes by: undefined where nothing was moved, as far as our files say. Throws `SetupError`.
 *
 * @param forget what cannot be read counts as gone, in the place of an error.
 */
export function findKept(
  gateway: ClientGateway,
  forget = false,
): { client: FoundFile; kept: Kept | undefined } {
  const { format, file } = gateway;
  const namesIn = (text = "", path = file) => serversIn(format, text, path).map(({ name }) => name);
  const client = findFile(file, MAX_CLIENT_BYTES);
  const record = readRecord(gateway);
  const original = orUndefined(() => readServers(gateway, gateway.original));
  const read = () => readEdited(gateway, original !== undefined);
  const servers = forget ? orUndefined(read) : read();
  if ((record ?? original ?? servers) === undefined) return { client, kept: undefined };

  const known = [...namesIn(servers), ...namesIn(textOf(client))];
  const inOriginal = serversIn(format, original ?? "", gateway.original)
    .flatMap(({ name, entry }) => gateway.isGateway(entry) ? [] : [name]);
  const missing = (record?.moved ?? inOriginal).filter((name) => !known.includes(name));
  const recovered = missing.filter((name) => inOriginal.includes(name));
  const again = format.only(original ?? "", recovered, gateway.original);
  const behind = servers === undefined ? again : format.withServers(servers, again, gateway.servers);
  const lost = missing.filter((name) => !recovered.includes(name));
  const exact = isExact(gateway, textOf(client), original, behind);
  return { client, kept: { original, behind, recovered, lost, exact } };
}

/** The client's file with the gateway in the place of some of its servers; as it is where it has the gateway already. */
export function withGateway(
  { format, file, isGateway }: ClientGateway,
  text: string,
  moved: readonly string[],
  program: string,
): string {
  const all = serversIn(format, text, file);
  const going = all.filter(({ name }) => moved.includes(name));
  const added = all.some(({ entry }) => isGateway(entry)) ? "" : format.gateway(program, going);
  return format.without(format.withServers(text, added, file), moved, file);
}

/** The gateway's entry in the text of a client's file. A file that does not even name it is not looked into: whatever else is wrong with it is not ours to say. */
export function gatewayEntry(
  { format, file, isGateway }: ClientGateway,
  text: string | undefined,
): Record<string, unknown> | undefined {
  if (text === undefined || !text.includes(GATEWAY_SERVER)) return undefined;
  return serversIn(format, text, file).map(({ entry }) => entry).filter(isRecord).find(isGateway);
}

/** The program that the client's entry for the gateway starts; undefined where there is no such entry. Throws `SetupError`. */
export function gatewayProgram(gateway: ClientGateway): string | undefined {
  const command = gatewayEntry(gateway, textOf(findFile(gateway.file, MAX_CLIENT_BYTES)))?.["command"];
  return typeof command === "string" ? command : undefined;
}

/** All files of ours that are there, with what a killed process has left of them. */
export function keptFiles({ folder }: ClientGateway): string[] {
  if (!isThere(folder)) return [];
  return Array.from(Deno.readDirSync(folder), ({ name }) => name)
    .filter((name) => /^(?:record|servers|original)\.(?:json|toml)(?:\..*\.tmp)?$/.test(name))
    .map((name) => `${folder}/${name}`);
}

/** Whether the client's file and the file of servers are, byte for byte, what a move makes of the original. */
function isExact(
  gateway: ClientGateway,
  client: string | undefined,
  original = "",
  behind: string,
): boolean {
  const { format, servers } = gateway;
  const program = gatewayEntry(gateway, client)?.["command"];
  const moved = serversIn(format, behind, servers).map(({ name }) => name);
  return typeof program === "string" && format.only(original, moved, gateway.original) === behind &&
    withGateway(gateway, original, moved, program) === client;
}

/** The text of a file in the client's form. Throws `SetupError` where it cannot be read. */
function readServers({ format }: ClientGateway, path: string): string | undefined {
  const text = textOf(findFile(path, MAX_CLIENT_BYTES));
  format.values(text ?? "", path);
  return text;
}

/** The file of servers, which people edit. Throws `SetupError` where it cannot be read, saying what else there is. */
function readEdited(gateway: ClientGateway, hasOriginal: boolean): string | undefined {
  try {
    return readServers(gateway, gateway.servers);
  } catch (error) {
    if (!(error instanceof SetupError) || !hasOriginal) throw error;
    throw error.advising(
      `or remove it: then codex-auto setup gateway --${gateway.client} (or --undo) takes your servers as they were before they were moved`,
    );
  }
}

/** A damaged record tells nothing. Throws `SetupError` for one of another file. */
function readRecord({ record: path, file }: ClientGateway): MoveRecord | undefined {
  const value = attempt((): unknown => JSON.parse(textOf(findFile(path)) ?? "null"));
  if (!isRecord(value) || typeof value["file"] !== "string" || !Array.isArray(value["moved"])) {
    return undefined;
  }
  if (value["file"] === file) return { file, moved: value["moved"].map(String) };
  throw new SetupError(
    path,
    `tells of servers that were moved out of ${
      value["file"]
    }; undo that first (with the variables that were set then)`,
  );
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
