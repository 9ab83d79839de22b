import { attempt } from "../../settings/attempt.ts";
import { NotReadable, textAt } from "../../settings/json.ts";
import { SERVERS_KEY } from "../../settings/mcp_servers/written_servers.ts";
import { findFile, isThere } from "../client_file.ts";
import { SetupError } from "../setup_error.ts";
import type { ClientGateway } from "./client_gateway.ts";
import { GATEWAY_SERVER, sameValue, serversIn, valuesOf, type WrittenServer } from "./server_format.ts";

type MoveState = ReturnType<typeof readState>;

/**
 * What stands in a client's file and in ours. What is behind the gateway stands twice: in the file of servers, which people edit, and in the original, the client's file as it would
 * be without the gateway; that is undefined where there was none, or it cannot be read any more. `recovered`: names of those behind it that come from the original, since the file
 * of servers is gone, or was cut off. Throws `SetupError`.
 */
export function readState(gateway: ClientGateway) {
  const { format, file, isGateway } = gateway;
  const client = findFile(file);
  const text = readServers(gateway, gateway.servers) ?? "";
  const servers = text.replace(format.end, "");
  const left = serversIn(format, servers, gateway.servers);
  if (left.length > 0 && text.includes(format.end)) {
    return { client, isMoved: true, original: originalIfReadable(gateway), behind: servers, recovered: [] };
  }
  const original = readServers(gateway, gateway.original);
  // Of a file that was cut off the last server may have lost a part.
  const present = [...serversIn(format, client.text ?? "", file), ...left.slice(0, -1)].map(({ name }) =>
    name
  );
  const recovered = serversIn(format, original ?? "", gateway.original)
    .filter(({ name, entry }) => !isGateway(entry) && !present.includes(name)).map(({ name }) => name);
  const isMoved = isThere(gateway.servers) || original !== undefined;
  const lost = format.only(original ?? "", recovered);
  const behind = format.withServers(format.without(servers, recovered), lost, gateway.servers);
  return { client, isMoved, original, behind, recovered };
}

/** Whether the client's file and the file of servers are, byte for byte, what a move makes of the original. */
function isUnedited(gateway: ClientGateway, { client, original = "", behind }: MoveState, moved: string[]) {
  const program = gatewayProgram(gateway, client.text);
  return program !== undefined && gateway.format.only(original, moved) === behind &&
    withGateway(gateway, original, moved, program) === client.text;
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
  const after = all.some(({ entry }) => isGateway(entry))
    ? text
    : format.withServers(text, format.gateway(program, going), file);
  return format.without(after, moved);
}

/** The gateway's entry in the text of a client's file. A file that does not even name it is not looked into: whatever else is wrong with it is not ours to say. */
export function gatewayEntry({ format, file, isGateway }: ClientGateway, text = ""): unknown {
  if (!text.includes(GATEWAY_SERVER)) return undefined;
  return serversIn(format, text, file).find(({ entry }) => isGateway(entry))?.entry;
}

/** The program that the client's entry for the gateway starts; undefined where there is no such entry. Throws `SetupError`. */
export function gatewayProgram(gateway: ClientGateway, text = findFile(gateway.file).text) {
  return textAt(gatewayEntry(gateway, text), "command") || undefined;
}

/** The text of a file of ours in the client's form; undefined where there is none, empty where there is an original of one that was cut off. Throws `SetupError` where it cannot be read, saying what else there is. */
function readServers(gateway: ClientGateway, path: string): string | undefined {
  try {
    const { text } = findFile(path);
    valuesOf(gateway.format, text ?? "", path);
    return text;
  } catch (error) {
    if (!(error instanceof SetupError) || path === gateway.original) throw error;
    if (originalIfReadable(gateway) === undefined) throw error;
    const [{ cause }, { end }] = [error, gateway.format];
    if (cause instanceof NotReadable && (end ? !findFile(path).text?.includes(end) : cause.isCutOff)) {
      return "";
    }
    throw error.advising(
      `or remove it: then codex-auto setup gateway --${gateway.client} (or --undo) takes your servers as they were before they were moved`,
    );
  }
}

function originalIfReadable(gateway: ClientGateway): string | undefined {
  return attempt(() => readServers(gateway, gateway.original), SetupError);
}

/** The client's file without the gateway, undefined where it came with the move, and the servers that come back: byte for byte where nothing was edited since, else as the last ones. Throws `SetupError`. */
export function putBack(gateway: ClientGateway, state: MoveState) {
  const { format, file, servers, isGateway } = gateway;
  const { client, original, behind } = state;
  const moved = serversIn(format, behind, servers);
  const names = moved.map(({ name }) => name);
  if (isUnedited(gateway, state, names)) return { text: original, back: names };
  // Where the client's file is gone, the original has all that was in it.
  const text = client.text ?? format.without(original ?? "", names);
  const present = serversIn(format, text, file);
  const now = new Map(present.map(({ name, entry }) => [name, entry]));
  const conflict = moved.find(({ name, entry }) => now.has(name) && !sameValue(now.get(name), entry));
  if (conflict !== undefined) {
    throw new SetupError(
      file,
      `has another server called "${conflict.name}" than the one behind the gateway, in ${servers}; rename one of them and run this again`,
    );
  }
  const back = names.filter((name) => !now.has(name));
  const isTheirs = serversIn(format, original ?? "", file).some(({ entry }) => isGateway(entry));
  const taken = isGateway(now.get(GATEWAY_SERVER)) && !isTheirs ? [GATEWAY_SERVER] : [];
  if (back.length + taken.length === 0) return { text: client.text, back };
  const after = format.withServers(format.without(text, taken), format.only(behind, back), file);
  const stays = present.filter(({ name }) => !taken.includes(name));
  requireServers(gateway, after, text, [...stays, ...moved.filter(({ name }) => back.includes(name))]);
  return { text: after, back };
}

/** The last word before anything is written: a text must say what the one before said, with these servers. Throws `SetupError`. */
export function requireServers(
  { client, format, file }: ClientGateway,
  text: string,
  before: string,
  servers: readonly WrittenServer[],
): void {
  const key = SERVERS_KEY[client];
  const expected = Object.fromEntries(servers.map(({ name, entry }) => [name, entry]));
  const found = { [key]: {}, ...valuesOf(format, text, file) };
  if (sameValue(found, { ...valuesOf(format, before, file), [key]: expected })) return;
  throw new SetupError(
    file,
    `is written in a way that cannot be changed without loss; write each server as a table of its own, [${key}.NAME], and run this again`,
  );
}
