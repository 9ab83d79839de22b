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
import type { ClientGateway } from "./client_gateway.ts";
import { oneAtATime } from "./one_at_a_time.ts";
import { type Move, planMove, planUndo, type Undo } from "./plan.ts";
import { findStanding, type Found, recordText } from "./standing.ts";
import { MAX_CLIENT_BYTES } from "./stay_rules.ts";

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
export interface Rewriting {
  path: string;
  before: string | undefined;
  after: string | undefined;
}

export interface Outcome<Plan> {
  plan: Plan;
  changes: Change[];
  rewritings: Rewriting[];
}

/**
 * Moves a client's servers behind the gateway. Ours is written first, and taken back where the client's file cannot be, so that no server is ever in
 * no place. Throws `SetupError`.
 */
export function moveServers(gateway: ClientGateway, choice: MoveChoice): Outcome<Move> {
  return withFreshPlan(gateway, choice.dryRun, () => {
    const found = findStanding(gateway);
    const plan = planMove(found.text, found.standing, {
      ...gateway,
      program: choice.program,
      stays: chosen(gateway, found, choice),
    });
    const client = found.mark + plan.client;
    const rewritings: Rewriting[] = plan.done ? [] : [
      { path: gateway.file, before: wholeText(found), after: client },
      { path: gateway.servers, before: found.standing?.servers, after: plan.servers },
    ].filter(({ before, after }) => before !== after);
    if (choice.dryRun || rewritings.length === 0) return { plan, changes: [], rewritings };
    requireWritable(found.client);
    return { plan, changes: apply(gateway, found, plan, client), rewritings };
  });
}

/** Moves a client's servers back; undefined where none were moved. Throws `SetupError`. */
export function undoMove(gateway: ClientGateway, dryRun: boolean): Outcome<Undo> | undefined {
  if (!isThere(gateway.servers)) return undefined;
  return withFreshPlan(gateway, dryRun, () => {
    const found = findStanding(gateway);
    const { client, standing, text, mark } = found;
    if (standing === undefined) return undefined;
    const plan = planUndo(text, standing, gateway);
    // A link of the user's must not be left leading nowhere.
    const emptied = client.kind === "found" && Deno.lstatSync(client.path).isSymlink ? "" : undefined;
    const after = plan.client === undefined ? emptied : mark + plan.client;
    const kept = plan.servers === "" ? undefined : plan.servers;
    const rewritings = [
      { path: gateway.file, before: wholeText(found), after },
      { path: gateway.servers, before: standing.servers, after: kept },
    ].filter((each) => each.before !== each.after);
    if (dryRun) return { plan, changes: [], rewritings };
    const changes: Change[] = [];
    if (after !== wholeText(found)) {
      requireWritable(client);
      if (after === undefined) removeFile(gateway.file);
      else replaceFile(client, after);
      const note = plan.client === standing.original ? { note: "as it was before" } : {};
      changes.push(
        after === undefined
          ? { action: "removed", path: gateway.file }
          : { action: "changed", path: gateway.file, ...note },
      );
    }
    if (kept === undefined) changes.push(removed(gateway.servers));
    else writeOwn(gateway.servers, kept, 0o600);
    for (const path of [gateway.original, gateway.record]) if (isThere(path)) changes.push(removed(path));
    removeEmptyFolders(gateway.folders);
    return { plan, rewritings, changes };
  });
}

/** What was moved before stays moved, whatever is said against moving it, but for `except`. */
function chosen(
  gateway: ClientGateway,
  { standing }: Found,
  { only, except }: MoveChoice,
): (name: string, entry: unknown) => string | undefined {
  const moved = standing === undefined ? [] : gateway.format.servers(standing.servers, gateway.servers);
  const stays = gateway.stays((name) => only.includes(name));
  return (name, entry) => {
    if (except.includes(name)) return "--except";
    if (moved.some((server) => server.name === name)) return undefined;
    return only.length > 0 && !only.includes(name) ? "not among --only" : stays(name, entry);
  };
}

function apply(gateway: ClientGateway, found: Found, plan: Move, client: string): Change[] {
  const made = makeFolders(gateway.folder);
  Deno.chmodSync(gateway.folder, 0o700);
  const existed = plan.original !== undefined;
  const files = [
    { path: gateway.servers, text: plan.servers },
    ...(existed ? [{ path: gateway.original, text: found.mark + plan.original }] : []),
    {
      path: gateway.record,
      text: recordText({
        file: gateway.file,
        existed,
        ours: plan.ours,
        client: plan.conflicts.length > 0 ? undefined : client,
        servers: plan.servers,
      }),
    },
  ];
  const before = files.map(({ path }) => findFile(path, MAX_CLIENT_BYTES));
  try {
    for (const { path, text } of files) writeOwn(path, text, 0o600);
    if (client !== wholeText(found)) replaceFile(found.client, client);
  } catch (error) {
    for (const file of before) {
      if (file.kind === "found") writeOwn(file.path, file.text, 0o600);
      else if (isThere(file.path)) removeFile(file.path);
    }
    removeEmptyFolders(made);
    throw error;
  }
  const changes: Change[] = [{
    action: "wrote",
    path: gateway.servers,
    note: "your servers, in their own words",
  }];
  if (existed) {
    changes.push({ action: "kept", path: gateway.original, note: "the original, until you undo this" });
  }
  if (client === wholeText(found)) return changes;
  return [...changes, { action: found.client.kind === "found" ? "changed" : "wrote", path: gateway.file }];
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

function wholeText({ client }: Found): string | undefined {
  return client.kind === "found" ? client.text : undefined;
}

function removed(path: string): Change {
  removeFile(path);
  return { action: "removed", path };
}
