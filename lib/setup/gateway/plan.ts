import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { SetupError } from "../setup_error.ts";
import { GATEWAY_SERVER, sameValue, type ServerFormat, type WrittenServer } from "./server_format.ts";

/** What is kept of an earlier move, as texts in the client's form. */
export interface Kept {
  /** The client's file as it was before each move that met a new state, the newest first. */
  originals: readonly string[];
  /** The servers behind the gateway, in their own words. */
  behind: string;
  /** The file that the gateway reads them from; undefined where it is gone, or was cut off. */
  servers: string | undefined;
  /** Names of those that this file does not have and an original has. */
  recovered: readonly string[];
  /** Names of those that no file has any more. */
  lost: readonly string[];
  /** Nothing was edited since the move: the newest original may come back whole. */
  exact: boolean;
  /** Whether the gateway's entry in the client's file was put there by the move. */
  ours: boolean;
  /** Nothing of what the move wrote is missing. */
  isWhole: boolean;
}

export interface PlanOptions {
  format: ServerFormat;
  /** The client's file and the file of the moved servers, for messages. */
  file: string;
  servers: string;
  isGateway(entry: unknown): boolean;
}

export interface MoveOptions extends PlanOptions {
  /** Absolute path of the program that the client is to start. */
  program: string;
  /** Why a server stays where it is; undefined where it goes. */
  stays(name: string, entry: unknown): string | undefined;
}

/** A client's file with the gateway in it, and the servers that stand behind it. */
export interface Move {
  /** The client's file as if there had never been a move; undefined where there is none. */
  original: string | undefined;
  client: string;
  servers: string;
  moved: string[];
  stays: { name: string; why: string }[];
  /** Names of servers that are for single projects alone, which nobody else's sessions should have. */
  ofProjects: string[];
  /** Nothing would change but the order of things. */
  done: boolean;
}

/** What the client's file is without the gateway. */
export interface Undo {
  /** Undefined where the file goes, as it came with the move. */
  client: string | undefined;
  /** The moved servers that cannot go back: the client has others of their names. Empty text where there are none. */
  servers: string;
  back: string[];
  conflicts: string[];
}

/** Thinks a move through. Throws `SetupError` where the client's file does not allow it. */
export function planMove(current: string | undefined, kept: Kept | undefined, options: MoveOptions): Move {
  const { format, file, program, isGateway, stays } = options;
  const before = kept === undefined ? undefined : planUndo(current, kept, options);
  const [conflict] = before?.conflicts ?? [];
  if (conflict !== undefined) {
    throw new SetupError(
      file,
      `has another server called "${conflict}" than the one behind the gateway, in ${options.servers}; rename one of them and run this again`,
    );
  }
  const original = before === undefined ? current : before.client;
  const text = original ?? "";
  const all = format.servers(text, file);
  const gateway = all.find(({ entry }) => isGateway(entry));
  if (gateway === undefined && all.some(({ name }) => name === GATEWAY_SERVER)) {
    throw new SetupError(
      file,
      `has a server of its own called "${GATEWAY_SERVER}", the gateway's name; rename it and run this again`,
    );
  }
  const others = all.filter(({ entry }) => !isGateway(entry));
  const judged = others.map((server) => ({ server, why: server.fixed ?? stays(server.name, server.entry) }));
  const going = judged.flatMap(({ server, why }) => why === undefined ? [server] : []);
  const moved = going.map(({ name }) => name);
  const withGateway = gateway === undefined ? format.withGateway(text, program, moved, file) : text;
  const client = format.without(withGateway, moved, file);
  const servers = format.only(text, moved, file);

  const left = others.filter(({ name }) => !moved.includes(name));
  const remaining = format.servers(client, file).filter(({ entry }) => !isGateway(entry));
  ensure(same(remaining, left) && same(format.servers(servers, file), going), file);
  ensure(sameValue(format.rest(client, file), format.rest(text, file)), file);
  return {
    original,
    client,
    servers,
    moved,
    stays: judged.flatMap(({ server: { name }, why }) => why === undefined ? [] : [{ name, why }]),
    ofProjects: format.ofProjects(text, file),
    done: kept?.isWhole === true && isDone(current, kept, { client, servers }, options),
  };
}

/** Thinks through how the moved servers go back: byte for byte where nothing has changed since, else one by one. Throws `SetupError`. */
export function planUndo(current: string | undefined, kept: Kept, options: PlanOptions): Undo {
  const { format, file, isGateway } = options;
  const moved = format.servers(kept.behind, options.servers);
  const names = moved.map(({ name }) => name);
  const [original] = kept.originals;
  if (kept.exact) return { client: original, servers: "", back: names, conflicts: [] };
  // Where the client's file is gone, the original has all that was in it.
  const text = current ?? format.without(original ?? "", names, file);
  const present = new Map(format.servers(text, file).map(({ name, entry }) => [name, entry]));
  const back = names.filter((name) => !present.has(name));
  const conflicts = moved.filter(({ name, entry }) =>
    present.has(name) && !sameValue(present.get(name), entry)
  ).map(({ name }) => name);
  const order = format.servers(original ?? "", file).map(({ name }) => name);
  const instead = kept.ours && isGateway(present.get(GATEWAY_SERVER));
  const from = format.only(kept.behind, back, options.servers);
  const client = back.length === 0 && !instead
    ? current
    : format.withServers(text, from, { order, instead }, file);

  const expected = format.servers(text, file).filter(({ name }) => !(instead && name === GATEWAY_SERVER));
  const returned = moved.filter(({ name }) => back.includes(name));
  ensure(same(format.servers(client ?? "", file), [...expected, ...returned]), file);
  ensure(sameValue(format.rest(client ?? "", file), format.rest(text, file)), file);
  return {
    client,
    servers: conflicts.length === 0 ? "" : format.only(kept.behind, conflicts, options.servers),
    back,
    conflicts,
  };
}

/** Whether the client's file and what stands behind the gateway say already what the plan would make them say. */
function isDone(
  current: string | undefined,
  { behind }: Kept,
  plan: { client: string; servers: string },
  { format, file, servers, isGateway }: PlanOptions,
): boolean {
  if (current === undefined) return false;
  const wanted = format.servers(plan.client, file);
  const present = format.servers(current, file);
  const gatewayOf = (all: WrittenServer[]) => all.find(({ entry }) => isGateway(entry));
  const others = (all: WrittenServer[]) => all.filter(({ entry }) => !isGateway(entry));
  return says(gatewayOf(present)?.entry, gatewayOf(wanted)?.entry) && same(others(present), others(wanted)) &&
    same(format.servers(behind, servers), format.servers(plan.servers, file));
}

/** Whether an entry says all that is wanted; what a person has added to it is theirs. */
function says(entry: unknown, wanted: unknown): boolean {
  if (!isRecord(entry) || !isRecord(wanted)) return false;
  return Object.entries(wanted).every(([key, value]) => {
    const said = entry[key];
    if (!Array.isArray(value) || !Array.isArray(said)) return sameValue(said, value);
    return value.every((each) => said.includes(each));
  });
}

/** The same servers, in whatever order. */
function same(some: readonly WrittenServer[], others: readonly WrittenServer[]): boolean {
  const entries = new Map(others.map(({ name, entry }) => [name, entry]));
  return some.length === others.length && new Set(some.map(({ name }) => name)).size === entries.size &&
    some.every(({ name, entry }) => entries.has(name) && sameValue(entries.get(name), entry));
}

/** The last word before anything is written: what comes out must say what went in. */
function ensure(isTrue: boolean, file: string): void {
  if (isTrue) return;
  throw new SetupError(file, "is written in a way that cannot be changed without loss; nothing was changed");
}
