import { attempt } from "../settings/attempt.ts";
import { clientFolder } from "../settings/mcp_servers/client_places.ts";
import { readSmallFile } from "../settings/small_file.ts";
import type { World } from "../settings/world.ts";

/**
 * Codex's records of its sessions, `sessions/YYYY/MM/DD/rollout-TIME-THREAD.jsonl`, by their paths, and how long the one of a resumed thread is.
 * They tell which thread a turn ran in, whatever codex prints, and whether it prints to a terminal.
 */
export interface ThreadRecords {
  paths: ReadonlySet<string>;
  resumedBytes: number | undefined;
}

/** Bytes of a record that are read; its first line holds codex's instructions, about 20 kB. */
const FIRST_LINE_BYTES = 262_144;

export function threadRecords(world: World, resumed: string | undefined): ThreadRecords {
  const base = clientFolder("codex", world);
  if (base === undefined) return { paths: new Set(), resumedBytes: undefined };
  let folders = [`${base}/sessions`];
  for (let level = 0; level < 3; level++) folders = folders.flatMap((folder) => inside(folder, /^\d{2,4}$/));
  const paths = new Set(folders.flatMap((day) => inside(day, /^rollout-.*\.jsonl$/)));
  const record = resumed && [...paths].find((path) => path.endsWith(`-${resumed}.jsonl`));
  return { paths, resumedBytes: record ? attempt(() => Deno.statSync(record).size) : undefined };
}

/**
 * The thread of a turn in `cwd`, from the records before and after it: the one that began there, else the resumed one where its record grew. Undefined where no turn
 * began, and where two threads began there at once.
 */
export function threadOfTurn(
  before: ThreadRecords,
  after: ThreadRecords,
  cwd: string,
  resumed: string | undefined,
): string | undefined {
  const begun = [...after.paths].flatMap((path) => before.paths.has(path) ? [] : threadIn(path, cwd) ?? []);
  if (begun.length > 0) return begun.length === 1 ? begun[0] : undefined;
  return after.resumedBytes === before.resumedBytes ? undefined : resumed;
}

/** A thread id becomes an argument of codex, so it must not be able to be read as an option. */
export function isThreadId(text: unknown): text is string {
  return typeof text === "string" && /^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/.test(text);
}

/** What has such a name in a folder; nothing where codex has recorded nothing yet, or not there. */
function inside(folder: string, name: RegExp): string[] {
  const entries = attempt(() => Array.from(Deno.readDirSync(folder))) ?? [];
  return entries.flatMap((entry) => name.test(entry.name) ? [`${folder}/${entry.name}`] : []);
}

function threadIn(path: string, cwd: string): string | undefined {
  return attempt(() => {
    const { payload } = JSON.parse((readSmallFile(path, FIRST_LINE_BYTES) ?? "").split("\n", 1)[0] ?? "");
    const isOurs = Deno.realPathSync(payload.cwd) === Deno.realPathSync(cwd);
    return isOurs && isThreadId(payload.id) ? payload.id : undefined;
  });
}
