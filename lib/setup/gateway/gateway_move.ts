import { attempt } from "../../settings/attempt.ts";
import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { whileLocked } from "../../settings/while_locked.ts";
import { carryOut, type Change, type FileChange } from "../file_changes.ts";
import {
  ChangedMeanwhile,
  findFile,
  type FoundFile,
  isThere,
  makeFolders,
  removeEmptyFolders,
  textOf,
} from "../replace_file.ts";
import { SetupError } from "../setup_error.ts";
import type { ClientGateway } from "./client_gateway.ts";
import { findKept, gatewayEntry, type Kept, keptFiles, type MoveRecord, withGateway } from "./kept.ts";
import { MAX_CLIENT_BYTES } from "./move_rules.ts";
import { GATEWAY_SERVER, sameValue, serversIn, type WrittenServer } from "./server_format.ts";

/** Times that a plan is made because the client was writing its file. */
const TRIES = 5;

export interface MoveChoice {
  /** Absolute path of the program that the client is to start. */
  program: string;
  /** The only servers to move; all where empty. Naming one is also saying that it needs no login of the client's. */
  only: readonly string[];
  except: readonly string[];
  /** Think it through and change nothing. */
  dryRun: boolean;
}

/** What is known where the gateway's entry is all there is. */
const NOTHING_KEPT: Kept = { original: undefined, behind: "", recovered: [], lost: [], exact: false };

interface Outcome {
  /** Names of servers that were not in the file of servers any more, and come from the original. */
  recovered: readonly string[];
  changes: Change[];
  /** What is to be different in the client's file and the file of servers. */
  files: FileChange[];
}

export interface Moved extends Outcome {
  moved: string[];
  stays: { name: string; why: string }[];
}

export interface Undone extends Outcome {
  back: string[];
  /** The client has others of their names. */
  conflicts: string[];
  /** Given up, since that was asked for. */
  forgotten: string[];
}

/**
 * Moves a client's servers behind the gateway: original, record, servers, and only then the client's file. Whenever it ends, the record names all that may
 * be in no other place than ours; a name too many does no harm, as long as the client's file has that server. Throws `SetupError`.
 */
export function moveServers(gateway: ClientGateway, choice: MoveChoice): Moved {
  const { file, format, servers, isGateway } = gateway;
  return withFreshPlan(gateway, choice.dryRun, () => {
    const { client, kept } = findKept(gateway);
    requireNoneLost(gateway, kept);
    const earlier = namesIn(gateway, kept?.behind);
    const before = kept && broughtBack(gateway, textOf(client), kept);
    const [conflict] = before?.conflicts ?? [];
    if (conflict !== undefined) {
      throw new SetupError(
        file,
        `has another server called "${conflict}" than the one behind the gateway, in ${servers}; rename one of them and run this again`,
      );
    }
    const original = before === undefined ? textOf(client) : before.text;
    const text = original ?? "";
    const all = serversIn(format, text, file);
    if (all.some(({ name, entry }) => name === GATEWAY_SERVER && !isGateway(entry))) {
      throw new SetupError(
        file,
        `has a server of its own called "${GATEWAY_SERVER}", the gateway's name; rename it and run this again`,
      );
    }
    const reason = whyItStays(gateway, text, earlier, choice);
    const judged = all.filter(({ entry }) => !isGateway(entry)).map((each) => ({
      ...each,
      why: reason(each),
    }));
    const moved = judged.flatMap(({ name, why }) => why === undefined ? [name] : []);
    const stays = judged.flatMap(({ name, why }) => why === undefined ? [] : [{ name, why }]);

    const recovered = kept?.recovered ?? [];
    const isDone = recovered.length === 0 && new Set([...earlier, ...moved]).size === moved.length &&
      earlier.length === moved.length &&
      gatewayEntry(gateway, textOf(client))?.["command"] === choice.program;
    if (isDone) return { moved, stays, recovered, changes: [], files: [] };

    const after = withGateway(gateway, text, moved, choice.program);
    const behind = format.only(text, moved, file);
    const isLeft = ({ name }: WrittenServer) => !moved.includes(name);
    ensure(gateway, after, text, [
      ...all.filter(isLeft),
      ...serversIn(format, after, file).filter(({ entry }) => isGateway(entry)),
    ]);
    ensure(gateway, behind, "", all.filter((server) => !isLeft(server)));
    const kind = { action: "kept", note: "the original, until you undo this" } as const;
    const outcome = changed(gateway, [
      ...(original === undefined ? [] : [own(gateway.original, original, kind)]),
      ownRecord(gateway, [...new Set([...earlier, ...moved])]),
      own(servers, behind, { action: "wrote", note: "your servers, in their own words" }),
      { file: client, after },
    ], choice.dryRun);
    if (!choice.dryRun) carryOut([ownRecord(gateway, moved)]);
    return { moved, stays, recovered, ...outcome };
  });
}

/**
 * Moves a client's servers back, from the file of servers or from the original; undefined where nothing was moved. Where there are servers that no file
 * has any more nothing is changed. Throws `SetupError`.
 *
 * @param forget gives up what cannot go back.
 */
export function undoMove(gateway: ClientGateway, dryRun: boolean, forget = false): Undone | undefined {
  const { file, servers } = gateway;
  return withFreshPlan(gateway, dryRun, () => {
    const { client, kept } = findKept(gateway, forget);
    const text = textOf(client);
    const gone = keptFiles(gateway).map((path) => own(path, undefined));
    const entry = gatewayEntry(gateway, text);
    // A move writes the program's whole path; a person may have put another word there.
    const isMoved = String(entry?.["command"]).startsWith("/");
    if (kept === undefined && !(forget ? entry : isMoved)) {
      changed(gateway, gone, dryRun);
      return undefined;
    }
    if (!forget) requireNoneLost(gateway, kept ?? "unknown");
    const found = kept ?? NOTHING_KEPT;
    const { text: before, back, conflicts } = broughtBack(gateway, text, found);
    // A link of the user's must not be left leading nowhere.
    const isLink = client.kind === "found" && Deno.lstatSync(file).isSymlink;
    const after = before ?? (isLink ? "" : undefined);
    const asBefore = after !== undefined && before === found.original;
    const told = { action: "changed", note: "as it was before" } as const;
    const left = gateway.format.only(found.behind, conflicts, servers);
    const stay = conflicts.length > 0 && !forget ? [ownRecord(gateway, conflicts), own(servers, left)] : [];
    const files: FileChange[] = [
      { file: client, after, ...(asBefore ? { told } : {}) },
      ...stay,
      ...gone.filter(({ file: { path } }) => !stay.some(({ file }) => file.path === path)),
    ];
    const forgotten = forget ? [...found.lost, ...conflicts] : [];
    return {
      back,
      conflicts: forget ? [] : conflicts,
      forgotten,
      recovered: found.recovered,
      ...changed(gateway, files, dryRun),
    };
  });
}

/** Throws `SetupError` where servers were moved that no file has any more. */
function requireNoneLost(
  { file, servers, original, client }: ClientGateway,
  kept: Kept | "unknown" | undefined,
): void {
  if (kept === undefined || (kept !== "unknown" && kept.lost.length === 0)) return;
  const [subject, problem] = kept === "unknown"
    ? [file, `has the gateway in it, and neither ${servers} nor ${original} tells what was moved`]
    : [
      servers,
      `does not have ${kept.lost.join(", ")}, which stood behind the gateway, and no original beside it does`,
    ];
  throw new SetupError(
    subject,
    `${problem}; nothing was changed. Put one of our files back from a backup and run this again; to do without these servers: codex-auto setup gateway --undo --forget --${client}`,
  );
}

/** Names of the client's servers that are for single projects alone, which nobody else's sessions should have. */
export function serversOfProjects({ format, file }: ClientGateway): string[] {
  const { projects } = format.values(textOf(findFile(file, MAX_CLIENT_BYTES)) ?? "", file);
  const all = Object.values(isRecord(projects) ? projects : {}).flatMap((project) => {
    const servers = isRecord(project) ? project[format.key] : undefined;
    return isRecord(servers) ? Object.keys(servers) : [];
  });
  return [...new Set(all)];
}

/** The client's file without the gateway: byte for byte where nothing was edited since, else with the moved servers as the last ones. Undefined where it came with the move. */
function broughtBack(
  gateway: ClientGateway,
  current: string | undefined,
  kept: Kept,
): { text: string | undefined; back: string[]; conflicts: string[] } {
  const { format, file, servers, isGateway } = gateway;
  const moved = serversIn(format, kept.behind, servers);
  const names = namesIn(gateway, kept.behind);
  if (kept.exact) return { text: kept.original, back: names, conflicts: [] };
  // Where the client's file is gone, the original has all that was in it.
  const text = current ?? format.without(kept.original ?? "", names, file);
  const present = serversIn(format, text, file);
  const now = new Map(present.map(({ name, entry }) => [name, entry]));
  const back = names.filter((name) => !now.has(name));
  const conflicts = moved.filter(({ name, entry }) => now.has(name) && !sameValue(now.get(name), entry));
  const isTheirs = serversIn(format, kept.original ?? "", file).some(({ entry }) => isGateway(entry));
  const taken = isGateway(now.get(GATEWAY_SERVER)) && !isTheirs ? [GATEWAY_SERVER] : [];
  const after = back.length + taken.length === 0 ? current : format.withServers(
    format.without(text, taken, file),
    format.only(kept.behind, back, servers),
    file,
  );
  ensure(gateway, after ?? "", text, [
    ...present.filter(({ name }) => !taken.includes(name)),
    ...moved.filter(({ name }) => back.includes(name)),
  ]);
  return { text: after, back, conflicts: conflicts.map(({ name }) => name) };
}

/** What was moved before stays moved, whatever is said against moving it, but for `except`. */
function whyItStays(
  { format, file, reasons }: ClientGateway,
  text: string,
  earlier: readonly string[],
  { only, except }: MoveChoice,
): (server: WrittenServer) => string | undefined {
  const reason = reasons();
  return ({ name, entry }) => {
    const taken = serversIn(format, format.only(text, [name], file), file);
    const rest = serversIn(format, format.without(text, [name], file), file);
    if (!sameValue(taken, [{ name, entry }]) || rest.some((each) => each.name === name)) {
      return `it is not written as a table of its own; write it as [${format.key}.${name}]`;
    }
    if (except.includes(name)) return "--except";
    if (earlier.includes(name)) return undefined;
    const isNamed = only.includes(name);
    return only.length > 0 && !isNamed ? "not among --only" : reason({ name, entry, isNamed });
  };
}

/** The last word before anything is written: a text must say what the one before said, with these servers. */
function ensure(
  { format, file }: ClientGateway,
  text: string,
  before: string,
  servers: readonly WrittenServer[],
): void {
  const { key } = format;
  const expected = Object.fromEntries(servers.map(({ name, entry }) => [name, entry]));
  const found = { [key]: {}, ...format.values(text, file) };
  if (sameValue(found, { ...format.values(before, file), [key]: expected })) return;
  throw new SetupError(file, "is written in a way that cannot be changed without loss; nothing was changed");
}

function namesIn({ format, servers }: ClientGateway, text = ""): string[] {
  return serversIn(format, text, servers).map(({ name }) => name);
}

/** A change of a file of ours, for its owner alone. One that cannot be read at all is replaced. */
function own(path: string, after: string | undefined, told?: FileChange["told"]): FileChange {
  const file: FoundFile = attempt(() => findFile(path, MAX_CLIENT_BYTES)) ?? { kind: "missing", path };
  return { file, after, mode: 0o600, ...(told === undefined ? {} : { told }) };
}

function ownRecord({ record, file }: ClientGateway, moved: readonly string[]): FileChange {
  const value: MoveRecord = { file, moved };
  return own(record, `${JSON.stringify(value, null, 2)}\n`, null);
}

function changed(
  { file, servers, folder, folders }: ClientGateway,
  all: readonly FileChange[],
  dryRun: boolean,
): Pick<Outcome, "changes" | "files"> {
  const files = all.filter(({ file: each, after }) =>
    [file, servers].includes(each.path) && textOf(each) !== after
  );
  if (dryRun) return { changes: [], files };
  const isWritten = all.some(({ mode, after }) => mode !== undefined && after !== undefined);
  const made = isWritten ? makeFolders(folder) : [];
  try {
    if (isThere(folder)) Deno.chmodSync(folder, 0o700);
    return { changes: carryOut(all), files };
  } finally {
    removeEmptyFolders([...made, ...folders]);
  }
}

/** A running client writes its file whenever it likes; then what it wrote is read, and the plan made again. */
function withFreshPlan<T>({ stable }: ClientGateway, dryRun: boolean, act: () => T): T {
  const again = (): T => {
    for (let tries = TRIES;; tries--) {
      try {
        return act();
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile) || tries === 1) throw error;
      }
    }
  };
  // Two moves at once could take each other's files for left-overs.
  return dryRun ? again() : whileLocked(stable, again);
}
