import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { carryOut, type Change, type FileChange, textOf } from "../file_changes.ts";
import { findFile, type FoundFile, isThere, makeFolders, removeEmptyFolders } from "../replace_file.ts";
import { SetupError } from "../setup_error.ts";
import type { ClientGateway } from "./client_gateway.ts";
import { withFreshPlan } from "./fresh_plan.ts";
import { findKept, gatewayEntry, leftovers, nextOriginal, recordText } from "./kept.ts";
import { MAX_CLIENT_BYTES } from "./move_rules.ts";
import { type Kept, type Move, planMove, planUndo, type Undo } from "./plan.ts";

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
  const { file, record, servers, format } = gateway;
  return withFreshPlan(gateway, choice.dryRun, () => {
    const found = findKept(gateway);
    const { kept, mark, newest, originals } = found;
    requireNoneLost(gateway, kept);
    const plan = planMove(found.text, kept, {
      ...gateway,
      program: choice.program,
      stays: chosen(gateway, kept, choice),
    });
    const client = mark + plan.client;
    const original = plan.original === undefined ? undefined : mark + plan.original;
    const recordOf = (moved: readonly string[]) =>
      recordText({ file, moved, original, client, servers: plan.servers });
    const earlier = format.servers(kept?.behind ?? "", servers).map(({ name }) => name);
    const some = recordOf([...new Set([...earlier, ...plan.moved])]);
    const isKept = original === undefined || original === newest;
    const all: FileChange[] = [
      ...(isKept ? [] : [own(nextOriginal(gateway, originals), original, {
        action: "kept",
        note: "the original, until you undo this",
      })]),
      own(record, some, null),
      own(servers, plan.servers, { action: "wrote", note: "your servers, in their own words" }),
      { file: found.client, after: client },
      ...(some === recordOf(plan.moved) ? [] : [own(record, recordOf(plan.moved), null)]),
    ];
    return { plan, kept, ...changed(gateway, plan.done ? [] : all, choice.dryRun) };
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
    const gone = [record, servers, ...originals, ...leftovers(gateway)].map((path) => own(path, undefined));
    const entry = gatewayEntry(gateway, text);
    // A move writes the program's whole path; a person may have put another word there.
    const isByHand = isRecord(entry) && !String(entry["command"]).startsWith("/");
    if (found.kept === undefined && (entry === undefined || (isByHand && !forget))) {
      changed(gateway, gone, dryRun);
      return undefined;
    }
    if (!forget) requireNoneLost(gateway, found.kept ?? "unknown");
    const kept = found.kept ?? NOTHING;
    const plan = planUndo(text, kept, gateway);
    // A link of the user's must not be left leading nowhere.
    const emptied = client.kind === "found" && Deno.lstatSync(client.path).isSymlink ? "" : undefined;
    const after = plan.client === undefined ? emptied : mark + plan.client;
    const told = after !== undefined && plan.client === kept.originals[0]
      ? { told: { action: "changed", note: "as it was before" } as const }
      : {};
    const left = recordText({
      file,
      moved: plan.conflicts,
      original: found.newest,
      client: undefined,
      servers: plan.servers,
    });
    const files: FileChange[] = [
      { file: client, after, ...told },
      ...(plan.servers === "" || forget ? gone : [own(record, left, null), own(servers, plan.servers)]),
    ];
    return { plan, kept, ...changed(gateway, files, dryRun) };
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
