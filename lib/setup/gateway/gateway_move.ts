import type { Change } from "../change.ts";
import { isThere } from "../replace_file.ts";
import { SetupError } from "../setup_error.ts";
import type { ClientGateway } from "./client_gateway.ts";
import { carryOut, type FileChange, readOwn } from "./file_changes.ts";
import { withFreshPlan } from "./fresh_plan.ts";
import { findKept, gatewayEntry, leftovers, nextOriginal, recordText, wholeText } from "./kept.ts";
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
  /** What changes in the client's file and the file of servers, for showing. */
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
    const all: FileChange[] = [
      {
        path: nextOriginal(gateway, originals),
        before: undefined,
        after: original === newest ? undefined : original,
        told: { action: "kept", note: "the original, until you undo this" },
      },
      { path: record, before: readOwn(record), after: some },
      {
        path: servers,
        before: readOwn(servers),
        after: plan.servers,
        told: { action: "wrote", note: "your servers, in their own words" },
      },
      { path: file, before: wholeText(found.client), after: client },
      { path: record, before: some, after: recordOf(plan.moved) },
    ];
    return { plan, kept, ...carryOut(gateway, found, plan.done ? [] : all, choice.dryRun) };
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
    const own = [record, servers, ...originals, ...leftovers(gateway)];
    const gone = own.filter(isThere).map((path) => ({ path, before: readOwn(path) ?? "", after: undefined }));
    if (found.kept === undefined && gatewayEntry(gateway, text) === undefined) {
      carryOut(gateway, found, gone, dryRun);
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
    const files = [
      { path: file, before: wholeText(client), after, ...told },
      ...(plan.servers === "" || forget ? gone : [
        { path: record, before: readOwn(record), after: left },
        { path: servers, before: readOwn(servers), after: plan.servers },
      ]),
    ];
    return { plan, kept, ...carryOut(gateway, found, files, dryRun) };
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
