import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { SetupError } from "../setup_error.ts";
import type { Kept } from "./kept.ts";
import {
  GATEWAY_SERVER,
  sameValue,
  type ServerFormat,
  serversIn,
  type WrittenServer,
} from "./server_format.ts";

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
  const all = serversIn(format, text, file);
  const gateway = all.find(({ entry }) => isGateway(entry));
  if (gateway === undefined && all.some(({ name }) => name === GATEWAY_SERVER)) {
    throw new SetupError(
      file,
      `has a server of its own called "${GATEWAY_SERVER}", the gateway's name; rename it and run this again`,
    );
  }
  const others = all.filter(({ entry }) => !isGateway(entry));
  const fixed = notMovable(format, text, others, file);
  const judged = others.map((server) => {
    const isFixed = fixed.includes(server.name)
      ? `it is not written as a table of its own; write it as [${format.key}.${server.name}]`
      : undefined;
    return { server, why: isFixed ?? stays(server.name, server.entry) };
  });
  const going = judged.flatMap(({ server, why }) => why === undefined ? [server] : []);
  const left = judged.flatMap(({ server, why }) => why === undefined ? [] : [server]);
  const moved = going.map(({ name }) => name);
  const withGateway = gateway === undefined ? format.withGateway(text, program, going, file) : text;
  const client = format.without(withGateway, moved, file);
  const servers = format.only(text, moved, file);

  const besideGateway = (of: string) => serversIn(format, of, file).filter(({ entry }) => !isGateway(entry));
  ensure(same(besideGateway(client), left) && same(serversIn(format, servers, file), going), file);
  ensure(sameValue(rest(format, client, file), rest(format, text, file)), file);
  const present = serversIn(format, current ?? "", file).find(({ entry }) => isGateway(entry));
  const isWanted = isRecord(present?.entry) &&
    (gateway !== undefined || present.entry["command"] === program);
  return {
    original,
    client,
    servers,
    moved,
    stays: judged.flatMap(({ server: { name }, why }) => why === undefined ? [] : [{ name, why }]),
    ofProjects: ofProjects(format, text, file),
    done: kept?.isWhole === true && isWanted && same(besideGateway(current ?? ""), left) &&
      same(serversIn(format, kept.behind, options.servers), going),
  };
}

/** Thinks through how the moved servers go back: byte for byte where nothing has changed since, else as the last ones. Throws `SetupError`. */
export function planUndo(current: string | undefined, kept: Kept, options: PlanOptions): Undo {
  const { format, file, isGateway } = options;
  const moved = serversIn(format, kept.behind, options.servers);
  const names = moved.map(({ name }) => name);
  if (kept.exact) return { client: kept.original, servers: "", back: names, conflicts: [] };
  // Where the client's file is gone, the original has all that was in it.
  const text = current ?? format.without(kept.original ?? "", names, file);
  const present = new Map(serversIn(format, text, file).map(({ name, entry }) => [name, entry]));
  const returned = moved.filter(({ name }) => !present.has(name));
  const back = returned.map(({ name }) => name);
  const conflicts = moved.filter(({ name, entry }) =>
    present.has(name) && !sameValue(present.get(name), entry)
  ).map(({ name }) => name);
  const wasThere = serversIn(format, kept.original ?? "", file).some(({ entry }) => isGateway(entry));
  const taken = isGateway(present.get(GATEWAY_SERVER)) && !wasThere ? [GATEWAY_SERVER] : [];
  const client = back.length + taken.length === 0 ? current : format.withServers(
    format.without(text, taken, file),
    format.only(kept.behind, back, options.servers),
    file,
  );

  const expected = serversIn(format, text, file).filter(({ name }) => !taken.includes(name));
  ensure(same(serversIn(format, client ?? "", file), [...expected, ...returned]), file);
  ensure(sameValue(rest(format, client ?? "", file), rest(format, text, file)), file);
  return {
    client,
    servers: conflicts.length === 0 ? "" : format.only(kept.behind, conflicts, options.servers),
    back,
    conflicts,
  };
}

/** Names of servers that cannot be taken out of a text whole, the way they are written. */
function notMovable(
  format: ServerFormat,
  text: string,
  servers: readonly WrittenServer[],
  file: string,
): string[] {
  const names = servers.map(({ name }) => name);
  const out = new Map(
    serversIn(format, format.only(text, names, file), file).map(({ name, entry }) => [name, entry]),
  );
  const stuck = serversIn(format, format.without(text, names, file), file).map(({ name }) => name);
  return servers.filter(({ name, entry }) => stuck.includes(name) || !sameValue(out.get(name), entry))
    .map(({ name }) => name);
}

/** What a text says beside its servers. */
function rest(format: ServerFormat, text: string, file: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(format.values(text, file)).filter(([key]) => key !== format.key));
}

function ofProjects(format: ServerFormat, text: string, file: string): string[] {
  const { projects } = format.values(text, file);
  const all = Object.values(isRecord(projects) ? projects : {}).flatMap((project) => {
    const servers = isRecord(project) ? project[format.key] : undefined;
    return isRecord(servers) ? Object.keys(servers) : [];
  });
  return [...new Set(all)];
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
