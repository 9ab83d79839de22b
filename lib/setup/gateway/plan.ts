import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { SetupError } from "../setup_error.ts";
import { sameValue } from "./same_value.ts";
import { GATEWAY_SERVER, type ServerFormat, type WrittenServer } from "./server_format.ts";

/** What is known of an earlier move, as texts. */
export interface Standing {
  /** The client's file as it was before; undefined where there was none, or nobody knows. */
  original: string | undefined;
  /** Whether both the client's file and the moved servers are byte for byte what the move left. */
  untouched: boolean;
  /** Whether the gateway's entry in the client's file was put there by the move. */
  ours: boolean;
  /** The moved servers. */
  servers: string;
}

export interface PlanOptions {
  format: ServerFormat;
  /** The client's file, for messages. */
  file: string;
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
  /** Whether the gateway's entry is put there by this move; a person may have put it there before. */
  ours: boolean;
  moved: string[];
  stays: { name: string; why: string }[];
  /** Names of servers that are for single projects alone, which nobody else's sessions should have. */
  ofProjects: string[];
  /** Names that were moved before and that the client has anew, with another content: both stay where they are. */
  conflicts: string[];
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
export function planMove(
  current: string | undefined,
  standing: Standing | undefined,
  options: MoveOptions,
): Move {
  const { format, file, program, isGateway, stays } = options;
  const before = standing === undefined ? undefined : planUndo(current, standing, options);
  const original = before === undefined ? current : before.client;
  const conflicts = before?.conflicts ?? [];
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
  const judged = others.map((server) => ({
    server,
    why: conflicts.includes(server.name)
      ? "another server of that name is behind the gateway already"
      : server.fixed ?? stays(server.name, server.entry),
  }));
  const going = judged.flatMap(({ server, why }) => why === undefined ? [server] : []);
  const moved = going.map(({ name }) => name);
  const withGateway = gateway === undefined ? format.withGateway(text, program, moved, file) : text;
  const client = format.without(withGateway, moved, file);
  const servers = before === undefined || conflicts.length === 0
    ? format.only(text, moved, file)
    : format.withServers(format.only(text, moved, file), before.servers, { order: [], instead: false }, file);

  const left = others.filter(({ name }) => !moved.includes(name));
  const remaining = format.servers(client, file).filter(({ entry }) => !isGateway(entry));
  const kept = format.servers(servers, file).filter(({ name }) => !conflicts.includes(name));
  ensure(same(remaining, left) && same(kept, going), file);
  ensure(sameValue(format.rest(client, file), format.rest(text, file)), file);
  return {
    original,
    client,
    servers,
    ours: gateway === undefined,
    moved,
    stays: judged.flatMap(({ server: { name }, why }) => why === undefined ? [] : [{ name, why }]),
    ofProjects: format.ofProjects(text, file),
    conflicts,
    done: standing !== undefined && isDone(current, standing, { client, servers }, options),
  };
}

/** Thinks through how the moved servers go back: byte for byte where nothing has changed since, else one by one. Throws `SetupError`. */
export function planUndo(current: string | undefined, standing: Standing, options: PlanOptions): Undo {
  const { format, file, isGateway } = options;
  const moved = format.servers(standing.servers, file);
  if (standing.untouched) {
    return { client: standing.original, servers: "", back: moved.map(({ name }) => name), conflicts: [] };
  }
  const text = current ?? "";
  const present = new Map(format.servers(text, file).map(({ name, entry }) => [name, entry]));
  const back = moved.filter(({ name }) => !present.has(name));
  const conflicts = moved.filter(({ name, entry }) =>
    present.has(name) && !sameValue(present.get(name), entry)
  ).map(({ name }) => name);
  const order = standing.original === undefined
    ? []
    : format.servers(standing.original, file).map(({ name }) => name);
  const instead = standing.ours && isGateway(present.get(GATEWAY_SERVER));
  const names = back.map(({ name }) => name);
  const from = format.only(standing.servers, names, file);
  const client = back.length === 0 && !instead
    ? current
    : format.withServers(text, from, { order, instead }, file);

  const expected = format.servers(text, file).filter(({ name }) => !(instead && name === GATEWAY_SERVER));
  ensure(same(format.servers(client ?? "", file), [...expected, ...back]), file);
  ensure(sameValue(format.rest(client ?? "", file), format.rest(text, file)), file);
  return {
    client,
    servers: conflicts.length === 0 ? "" : format.only(standing.servers, conflicts, file),
    back: names,
    conflicts,
  };
}

/** Whether the client's file and what stands behind the gateway say already what the plan would make them say. */
function isDone(
  current: string | undefined,
  standing: Standing,
  plan: { client: string; servers: string },
  { format, file, isGateway }: PlanOptions,
): boolean {
  if (current === undefined) return false;
  const wanted = format.servers(plan.client, file);
  const present = format.servers(current, file);
  const gatewayOf = (servers: WrittenServer[]) => servers.find(({ entry }) => isGateway(entry));
  const others = (servers: WrittenServer[]) => servers.filter(({ entry }) => !isGateway(entry));
  return says(gatewayOf(present)?.entry, gatewayOf(wanted)?.entry) && same(others(present), others(wanted)) &&
    same(format.servers(standing.servers, file), format.servers(plan.servers, file));
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
