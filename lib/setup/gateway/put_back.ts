import { SetupError } from "../setup_error.ts";
import type { ClientGateway } from "./client_gateway.ts";
import { isUnedited, type MoveState } from "./move_state.ts";
import { GATEWAY_SERVER, sameValue, serversIn, type WrittenServer } from "./server_format.ts";

/**
 * The client's file without the gateway, and the servers that come back into it: byte for byte where nothing was edited since, else with the moved servers as
 * the last ones. The text is undefined where the file came with the move. Throws `SetupError`.
 */
export function putBack(
  gateway: ClientGateway,
  state: MoveState,
): { text: string | undefined; back: string[] } {
  const { format, file, servers, isGateway } = gateway;
  const { client, original, behind } = state;
  const moved = serversIn(format, behind, servers);
  const names = moved.map(({ name }) => name);
  if (isUnedited(gateway, state)) return { text: original, back: names };
  // Where the client's file is gone, the original has all that was in it.
  const text = client.text ?? format.without(original ?? "", names, file);
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
  const rest = format.without(text, taken, file);
  const after = format.withServers(rest, format.only(behind, back, servers), file);
  requireServers(gateway, after, text, [
    ...present.filter(({ name }) => !taken.includes(name)),
    ...moved.filter(({ name }) => back.includes(name)),
  ]);
  return { text: after, back };
}

/** The last word before anything is written: a text must say what the one before said, with these servers. Throws `SetupError`. */
export function requireServers(
  { format, file }: ClientGateway,
  text: string,
  before: string,
  servers: readonly WrittenServer[],
): void {
  const { key } = format;
  const expected = Object.fromEntries(servers.map(({ name, entry }) => [name, entry]));
  const found = { [key]: {}, ...format.values(text, file) };
  if (sameValue(found, { ...format.values(before, file), [key]: expected })) return;
  throw new SetupError(
    file,
    `is written in a way that cannot be changed without loss; write each server as a table of its own, [${key}.NAME], and run this again`,
  );
}
