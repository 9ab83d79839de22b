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
import { findKept, gatewayEntry, type Kept, keptFiles, NOTHING_KEPT, recordText } from "./kept.ts";
import { MAX_CLIENT_BYTES } from "./move_rules.ts";
import { type Move, planMove, planUndo, type Undo } from "./plan.ts";
import { serversIn } from "./server_format.ts";

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

export interface Outcome<Plan> {
  plan: Plan;
  /** What was kept of an earlier move. */
  kept: Kept | undefined;
  changes: Change[];
  /** What is to be different in the client's file and the file of servers. */
  files: FileChange[];
}

/**
 * Moves a client's servers behind the gateway: original, record, servers, and only then the client's file. Whenever it ends, the record names all that may
 * be in no other place than ours; a name too many does no harm, as long as the client's file has that server. Throws `SetupError`.
 */
export function moveServers(gateway: ClientGateway, choice: MoveChoice): Outcome<Move> {
  const { file, record, original, servers, format } = gateway;
  return withFreshPlan(gateway, choice.dryRun, () => {
    const { client, kept } = findKept(gateway);
    requireNoneLost(gateway, kept);
    const earlier = serversIn(format, kept?.behind ?? "", servers).map(({ name }) => name);
    const stays = chosen(gateway, earlier, choice);
    const plan = planMove(textOf(client), kept, { ...gateway, program: choice.program, stays });
    const recordOf = (moved: readonly string[]) =>
      own(record, recordText(file, moved, plan.original, plan.client, plan.servers), null);
    const kind = { action: "kept", note: "the original, until you undo this" } as const;
    const all: FileChange[] = [
      ...(plan.original === undefined ? [] : [own(original, plan.original, kind)]),
      recordOf([...new Set([...earlier, ...plan.moved])]),
      own(servers, plan.servers, { action: "wrote", note: "your servers, in their own words" }),
      { file: client, after: plan.client },
    ];
    const outcome = { plan, kept, ...changed(gateway, plan.done ? [] : all, choice.dryRun) };
    if (!plan.done && !choice.dryRun) carryOut([recordOf(plan.moved)]);
    return outcome;
  });
}

/**
 * Moves a client's servers back, from the file of servers or from the original; undefined where nothing was moved. Where there are servers that no file
 * has any more nothing is changed. Throws `SetupError`.
 *
 * @param forget gives up what cannot go back.
 */
export function undoMove(gateway: ClientGateway, dryRun: boolean, forget = false): Outcome<Undo> | undefined {
  const { file, servers, record } = gateway;
  return withFreshPlan(gateway, dryRun, () => {
    const found = findKept(gateway, forget);
    const text = textOf(found.client);
    const gone = keptFiles(gateway).map((path) => own(path, undefined));
    const entry = gatewayEntry(gateway, text);
    // A move writes the program's whole path; a person may have put another word there.
    const isByHand = isRecord(entry) && !String(entry["command"]).startsWith("/");
    if (found.kept === undefined && (entry === undefined || (isByHand && !forget))) {
      changed(gateway, gone, dryRun);
      return undefined;
    }
    if (!forget) requireNoneLost(gateway, found.kept ?? "unknown");
    const kept = found.kept ?? NOTHING_KEPT;
    const plan = planUndo(text, kept, gateway);
    // A link of the user's must not be left leading nowhere.
    const isLink = found.client.kind === "found" && Deno.lstatSync(file).isSymlink;
    const after = plan.client ?? (isLink ? "" : undefined);
    const asBefore = after !== undefined && plan.client === kept.original;
    const left = recordText(file, plan.conflicts, kept.original, plan.client, plan.servers);
    const files: FileChange[] = [
      {
        file: found.client,
        after,
        ...(asBefore ? { told: { action: "changed", note: "as it was before" } } as const : {}),
      },
      ...(plan.servers === "" || forget ? gone : [own(record, left, null), own(servers, plan.servers)]),
    ];
    return { plan, kept, ...changed(gateway, files, dryRun) };
  });
}

/** Throws `SetupError` where servers were moved that no file has any more. */
function requireNoneLost(gateway: ClientGateway, kept: Kept | "unknown" | undefined): void {
  const { file, servers, original, client } = gateway;
  const forget = `codex-auto setup gateway --undo --forget --${client}`;
  if (kept === "unknown") {
    throw new SetupError(
      file,
      `has the gateway in it, and neither ${servers} nor ${original} tells what was moved; nothing was changed. If servers were, put one of these files back from a backup and run this again; to take the gateway out as it is: ${forget}`,
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
  moved: readonly string[],
  { only, except }: MoveChoice,
): (name: string, entry: unknown) => string | undefined {
  const reason = gateway.reasons();
  return (name, entry) => {
    if (except.includes(name)) return "--except";
    if (moved.includes(name)) return undefined;
    const isNamed = only.includes(name);
    return only.length > 0 && !isNamed ? "not among --only" : reason({ name, entry, isNamed });
  };
}

/** A change of a file of ours, for its owner alone. One that cannot be read at all is replaced. */
function own(
  path: string,
  after: string | undefined,
  told?: NonNullable<FileChange["told"]> | null,
): FileChange {
  let file: FoundFile = { kind: "missing", path };
  try {
    file = findFile(path, MAX_CLIENT_BYTES);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
  }
  return { file, after, mode: 0o600, ...(told === undefined ? {} : { told }) };
}

function changed(
  { file, servers, folder, folders }: ClientGateway,
  all: readonly FileChange[],
  dryRun: boolean,
): { changes: Change[]; files: FileChange[] } {
  const files = all.filter(({ file: each, after }) =>
    [file, servers].includes(each.path) && textOf(each) !== after
  );
  if (dryRun) return { changes: [], files };
  const made = all.some(({ mode, after }) => mode !== undefined && after !== undefined)
    ? makeFolders(folder)
    : [];
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
