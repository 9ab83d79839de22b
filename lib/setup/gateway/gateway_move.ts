import type { Change } from "../change.ts";
import {
  ChangedMeanwhile,
  findFile,
  isThere,
  makeFolders,
  removeEmptyFolders,
  removeFile,
  replaceFile,
  requireWritable,
  writeOwn,
} from "../replace_file.ts";
import { SetupError } from "../setup_error.ts";
import type { ClientGateway } from "./client_gateway.ts";
import {
  findKept,
  type Found,
  gatewayEntry,
  leftovers,
  nextOriginal,
  recordText,
  wholeText,
} from "./kept.ts";
import { type Kept, type Move, planMove, planUndo, type Undo } from "./plan.ts";
import { MAX_CLIENT_BYTES } from "./move_rules.ts";

/** Times that a plan is made anew because the client was writing its file. */
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

/** A text that is, or would be, replaced by another; undefined where there is no file. */
export interface FileChange {
  path: string;
  before: string | undefined;
  after: string | undefined;
}

export interface Outcome<Plan> {
  plan: Plan;
  /** What was kept of an earlier move. */
  kept: Kept | undefined;
  changes: Change[];
  files: FileChange[];
}

/**
 * Moves a client's servers behind the gateway. The original is kept first, and the client's file written last, so that every server is in one of them
 * at any moment. Throws `SetupError`.
 */
export function moveServers(gateway: ClientGateway, choice: MoveChoice): Outcome<Move> {
  return withFreshPlan(gateway, choice.dryRun, () => {
    const found = findKept(gateway);
    const { kept } = found;
    requireNoneLost(gateway, kept);
    const plan = planMove(found.text, kept, {
      ...gateway,
      program: choice.program,
      stays: chosen(gateway, kept, choice),
    });
    const client = found.mark + plan.client;
    const files: FileChange[] = plan.done ? [] : [
      { path: gateway.file, before: wholeText(found.client), after: client },
      { path: gateway.servers, before: kept?.servers, after: plan.servers },
    ].filter(({ before, after }) => before !== after);
    if (choice.dryRun || plan.done) return { plan, kept, changes: [], files };
    requireWritable(found.client);
    return { plan, kept, changes: apply(gateway, found, plan, client), files };
  });
}

/**
 * Moves a client's servers back, from the file of servers or from the originals; undefined where nothing was moved. Where there are servers that no file
 * has any more nothing is changed. Throws `SetupError`.
 *
 * @param forget gives up what cannot go back.
 */
export function undoMove(gateway: ClientGateway, dryRun: boolean, forget = false): Outcome<Undo> | undefined {
  const { file, servers, record } = gateway;
  return withFreshPlan(gateway, dryRun, () => {
    const found = findKept(gateway, forget);
    const { client, text, mark, originals } = found;
    if (found.kept === undefined && gatewayEntry(gateway, text) === undefined) {
      if (!dryRun) discard(gateway, [record]);
      return undefined;
    }
    if (!forget) requireNoneLost(gateway, found.kept ?? "unknown");
    const kept = found.kept ?? NOTHING;
    const plan = planUndo(text, kept, gateway);
    // A link of the user's must not be left leading nowhere.
    const emptied = client.kind === "found" && Deno.lstatSync(client.path).isSymlink ? "" : undefined;
    const after = plan.client === undefined ? emptied : mark + plan.client;
    const left = plan.servers === "" || forget ? undefined : plan.servers;
    const files = [
      { path: file, before: wholeText(client), after },
      { path: servers, before: kept.servers, after: left },
    ].filter((each) => each.before !== each.after);
    if (dryRun) return { plan, kept, changes: [], files };
    const changes: Change[] = [];
    if (after !== wholeText(client)) {
      requireWritable(client);
      if (after === undefined) removeFile(file);
      else replaceFile(client, after);
      const note = plan.client === kept.originals[0] ? { note: "as it was before" } : {};
      changes.push(
        after === undefined ? { action: "removed", path: file } : { action: "changed", path: file, ...note },
      );
    }
    if (left === undefined) {
      changes.push(...discard(gateway, [record, servers, ...originals]));
    } else {
      const still = { file, moved: plan.conflicts, original: found.newest, client: undefined, servers: left };
      writeOwn(record, recordText(still), 0o600);
      writeOwn(servers, left, 0o600);
    }
    return { plan, kept, changes, files };
  });
}

/** What is known where the gateway's entry is all there is. */
const NOTHING: Kept = {
  originals: [],
  behind: "",
  servers: undefined,
  recovered: [],
  lost: [],
  exact: false,
  ours: true,
  isWhole: false,
};

/** Throws `SetupError` where servers were moved that no file has any more. */
function requireNoneLost(gateway: ClientGateway, kept: Kept | "unknown" | undefined): void {
  const { file, servers, original, client } = gateway;
  const forget = `codex-auto setup gateway --undo --forget --${client}`;
  if (kept === "unknown") {
    throw new SetupError(
      file,
      `has the gateway in it, and neither ${servers} nor ${original()} tells what was moved; nothing was changed. If servers were, put one of these files back from a backup and run this again; to take the gateway out as it is: ${forget}`,
    );
  }
  if (kept === undefined || kept.lost.length === 0) return;
  throw new SetupError(
    servers,
    `does not have ${
      kept.lost.join(", ")
    }, which stood behind the gateway, and no original beside it does; nothing was changed. Put one of them back from a backup and run this again; to do without these servers: ${forget}`,
  );
}

/** What was moved before stays moved, whatever is said against moving it, but for `except`. */
function chosen(
  gateway: ClientGateway,
  kept: Kept | undefined,
  { only, except }: MoveChoice,
): (name: string, entry: unknown) => string | undefined {
  const moved = gateway.format.servers(kept?.behind ?? "", gateway.servers);
  const reason = gateway.reasons();
  return (name, entry) => {
    if (except.includes(name)) return "--except";
    if (moved.some((server) => server.name === name)) return undefined;
    const isNamed = only.includes(name);
    return only.length > 0 && !isNamed ? "not among --only" : reason({ name, entry, isNamed });
  };
}

/**
 * Original, record, servers, and only then the client's file. Whenever it ends, the record names all that may be in no other place than ours; a name too
 * many does no harm, as long as the client's file has that server.
 */
function apply(gateway: ClientGateway, found: Found, plan: Move, client: string): Change[] {
  const { file, servers, record, folder, format } = gateway;
  const made = makeFolders(folder);
  Deno.chmodSync(folder, 0o700);
  const original = plan.original === undefined ? undefined : found.mark + plan.original;
  const recordOf = (moved: readonly string[]) =>
    recordText({ file, moved, original, client, servers: plan.servers });
  const before = format.servers(found.kept?.behind ?? "", servers).map(({ name }) => name);
  const union = [...new Set([...before, ...plan.moved])];
  const isNew = original !== undefined && original !== found.newest;
  const kept = nextOriginal(gateway, found.originals);
  const files = [
    ...(isNew ? [{ path: kept, text: original }] : []),
    { path: record, text: recordOf(union) },
    { path: servers, text: plan.servers },
  ];
  const earlier = files.map(({ path }) => ({ path, text: readOwn(path) }));
  try {
    for (const { path, text } of files) writeOwn(path, text, 0o600);
    if (client !== wholeText(found.client)) replaceFile(found.client, client);
  } catch (error) {
    for (const { path, text } of earlier.reverse()) {
      if (text !== undefined) writeOwn(path, text, 0o600);
      else if (isThere(path)) removeFile(path);
    }
    removeEmptyFolders(made);
    throw error;
  }
  if (union.length > plan.moved.length) writeOwn(record, recordOf(plan.moved), 0o600);
  const changes: Change[] = [{ action: "wrote", path: servers, note: "your servers, in their own words" }];
  if (isNew) changes.push({ action: "kept", path: kept, note: "the original, until you undo this" });
  if (client === wholeText(found.client)) return changes;
  return [...changes, { action: found.client.kind === "found" ? "changed" : "wrote", path: file }];
}

/** A file of ours as it is, damaged or not; undefined where it is missing, or cannot be read at all. */
function readOwn(path: string): string | undefined {
  try {
    return wholeText(findFile(path, MAX_CLIENT_BYTES));
  } catch (error) {
    if (error instanceof SetupError) return undefined;
    throw error;
  }
}

/** A running client writes its file whenever it likes; then what it wrote is read, and the plan made again. */
function withFreshPlan<T>({ stable }: ClientGateway, dryRun: boolean, attempt: () => T): T {
  const again = (): T => {
    for (let tries = TRIES;; tries--) {
      try {
        return attempt();
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile) || tries === 1) throw error;
      }
    }
  };
  return dryRun ? again() : oneAtATime(stable, again);
}

/** Removes what is kept, in this order, and what a process that was killed has left. */
function discard(gateway: ClientGateway, paths: readonly string[]): Change[] {
  const there = [...paths.filter(isThere), ...leftovers(gateway)];
  for (const path of there) removeFile(path);
  removeEmptyFolders(gateway.folders);
  return there.map((path) => ({ action: "removed", path }));
}

/**
 * Does `work` while no other process of ours does: two moves at once could take each other's files for left-overs. The system lets go of the lock when the
 * process ends, however that happens. Where there are no locks (some network file systems) the work is done without.
 *
 * @param folder one that is there and stays: the lock is on it, and leaves nothing in it.
 */
function oneAtATime<T>(folder: string, work: () => T): T {
  using _held = lock(folder);
  return work();
}

function lock(folder: string): Deno.FsFile | undefined {
  let opened: Deno.FsFile | undefined;
  try {
    opened = Deno.openSync(folder);
    opened.lockSync(true);
    return opened;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    opened?.close();
    return undefined;
  }
}
