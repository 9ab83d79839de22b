import type { World } from "../settings/world.ts";
import { isThreadId } from "./codex_session.ts";

/**
 * Codex's own record of its sessions, `sessions/YYYY/MM/DD/rollout-TIME-ID.jsonl`, as far as it tells which
 * thread a turn ran in. It is looked at where codex writes to a terminal by itself and what it prints cannot
 * be watched.
 */
export interface Rollouts {
  /**
   * Sizes in bytes by path, of the last two days that have any and of the days around the thread's beginning.
   */
  readonly recent: ReadonlyMap<string, number>;
}

/** Days of sessions looked at: a turn may run over midnight. */
const DAYS = 2;
/** Bytes of a record's first line that are read; it holds codex's instructions, about 20 kB. */
const FIRST_LINE_BYTES = 262_144;

/**
 * Looks at the records of late, and at those from the time when `threadId` began: a resumed thread goes on in
 * its old file.
 */
export function rolloutsNow(world: World, threadId?: string): Rollouts {
  const base = world.env("CODEX_HOME") ?? (world.env("HOME") && `${world.env("HOME")}/.codex`);
  const recent = new Map<string, number>();
  if (!base) return { recent };
  const days = [
    ...latestDays(`${base}/sessions`),
    ...(threadId ? daysAround(threadId).map((day) => `${base}/sessions/${day}`) : []),
  ];
  for (const day of new Set(days)) {
    for (const name of names(day)) {
      if (/^rollout-.*\.jsonl$/.test(name)) recent.set(`${day}/${name}`, sizeOf(`${day}/${name}`));
    }
  }
  return { recent };
}

/** The thread that was begun in `cwd` between two looks; undefined where there is none, or more than one. */
export function threadBegun(before: Rollouts, after: Rollouts, cwd: string): string | undefined {
  const begun = [...after.recent.keys()].filter((path) => !before.recent.has(path)).map((path) =>
    threadIn(path, cwd)
  );
  const ids = begun.filter((id) => id !== undefined);
  return ids.length === 1 ? ids[0] : undefined;
}

/** Whether anything was recorded for a thread between two looks. */
export function threadGrew(before: Rollouts, after: Rollouts, threadId: string): boolean {
  return [...after.recent].some(([path, size]) =>
    path.endsWith(`-${threadId}.jsonl`) && size !== before.recent.get(path)
  );
}

function latestDays(sessions: string): string[] {
  const days = latest(sessions).flatMap((year) => latest(year)).flatMap((month) => latest(month));
  return days.sort().slice(-DAYS);
}

/** Folders are named by local days; a thread id (UUID version 7) begins with its time in ms. */
function daysAround(threadId: string): string[] {
  const began = parseInt(threadId.replaceAll("-", "").slice(0, 12), 16);
  const days = [-1, 0, 1].map((day) => new Date(began + day * 86_400_000));
  return days.filter((day) => !isNaN(day.getTime())).map((day) =>
    day.toISOString().slice(0, 10).replaceAll("-", "/")
  );
}

/** The last two subfolders named by a number. */
function latest(folder: string): string[] {
  return names(folder).filter((name) => /^\d{2,4}$/.test(name)).sort().slice(-DAYS).map((name) =>
    `${folder}/${name}`
  );
}

function names(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map((entry) => entry.name);
  } catch (error) {
    // Codex has recorded nothing yet, or not there.
    if (error instanceof Error) return [];
    throw error;
  }
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch (error) {
    if (error instanceof Error) return -1;
    throw error;
  }
}

function threadIn(path: string, cwd: string): string | undefined {
  try {
    const first: unknown = JSON.parse(firstLine(path));
    if (typeof first !== "object" || first === null || !("payload" in first)) return undefined;
    const meta = first.payload;
    if (typeof meta !== "object" || meta === null || !("id" in meta) || !("cwd" in meta)) return undefined;
    if (typeof meta.id !== "string" || typeof meta.cwd !== "string" || !isThreadId(meta.id)) return undefined;
    return Deno.realPathSync(meta.cwd) === Deno.realPathSync(cwd) ? meta.id : undefined;
  } catch (error) {
    // Not a record as we know them, or of a folder that is gone: it names no thread of ours.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function firstLine(path: string): string {
  const file = Deno.openSync(path);
  try {
    const buffer = new Uint8Array(FIRST_LINE_BYTES);
    let length = 0;
    for (let count: number | null = 0; count !== null && length < buffer.length; length += count ?? 0) {
      count = file.readSync(buffer.subarray(length));
    }
    return new TextDecoder().decode(buffer.subarray(0, length)).split("\n", 1)[0] ?? "";
  } finally {
    file.close();
  }
}
