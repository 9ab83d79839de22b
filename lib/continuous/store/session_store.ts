import { checkOwnFile, checkOwnFolder } from "../../settings/own_files.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import type { World } from "../../settings/world.ts";
import type { Logged, RunEvent } from "../run/event.ts";
import { after, type RunState, stateOf } from "../run/state.ts";
import { clean } from "./clean.ts";
import { readLog } from "./read_log.ts";
import { snapshots } from "./snapshots.ts";
import { inStorage } from "./storage_error.ts";

/** One run on the disk: its events, and the files that say the same in other words. */
export interface SessionStore {
  readonly folder: string;
  readonly state: RunState;
  /** RFC 3339; of the first and the latest event. */
  readonly begunAt: string;
  readonly lastAt: string;
  /** Writes events down, without their secrets, and then takes them for true. They are on the disk when this returns, as it returns them. Throws `StorageError`. */
  append(...events: RunEvent[]): readonly RunEvent[];
  /** Writes another file of the run, whole or not at all; its text is redacted. Throws `StorageError`. */
  write(name: string, text: string): void;
}

const LOG = "events.jsonl";
const MAX_LOG_BYTES = 256 * 1024 * 1024;

export type OpenedSession =
  | { kind: "open"; store: SessionStore; /** What had to be put right. */ notes: string[] }
  | { kind: "unusable"; message: string };

interface Place {
  folder: string;
  world: World;
  /** How many snapshots are kept. */
  retention: number;
}

/** Begins a run. Throws `StorageError`; then there is none. */
export function createSession(place: Place, started: RunEvent): SessionStore {
  inStorage(() => Deno.mkdirSync(place.folder, { mode: 0o700 }));
  try {
    inStorage(() =>
      Deno.writeFileSync(`${place.folder}/${LOG}`, new Uint8Array(), { createNew: true, mode: 0o600 })
    );
    const store = storeOf(place, [], 0, started);
    inStorage(() => flushFolder(place.folder));
    return store;
  } catch (error) {
    inStorage(() => Deno.removeSync(place.folder, { recursive: true }));
    throw error;
  }
}

/** Goes on with a run. What cannot be used is said so and left as it is. */
export function openSession(place: Place): OpenedSession {
  const file = `${place.folder}/${LOG}`;
  const read = readSession(place.folder);
  if (read.kind === "unusable") return read;
  const notes: string[] = [];
  if (read.torn !== "") {
    // Kept beside it, and cut off, so that the next event begins a line of its own.
    const aside = `${file}.torn-${read.events.length + 1}`;
    inStorage(() => Deno.writeTextFileSync(aside, read.torn, { mode: 0o600 }));
    inStorage(() => Deno.truncateSync(file, read.bytes));
    notes.push(`the last event was cut short while it was written; the piece is kept in ${aside}`);
  }
  const changed = inStorage(() => keepChangedPlan(place.folder, read.events));
  if (changed !== undefined) {
    notes.push(
      `plan.json was changed by hand, which changes nothing: it only shows the plan. It is kept in ${changed}; \`codex-auto continuous edit\` changes the plan`,
    );
  }
  return { kind: "open", store: storeOf(place, read.events, read.bytes), notes };
}

/** Puts a plan aside that somebody has changed in the file that shows it, which is written anew with the next event. Says where it is. */
function keepChangedPlan(folder: string, logged: readonly Logged[]): string | undefined {
  const text = snapshots(folder).changedPlan((seq) =>
    seq < 1 || seq > logged.length ? undefined : stateOf(logged.slice(0, seq).map(({ event }) => event))
  );
  if (text === undefined) return undefined;
  const aside = `${folder}/plan.changed-${logged.length}.json`;
  Deno.renameSync(`${folder}/plan.json`, aside);
  return aside;
}

/** Reads a run without touching it. */
export function readSession(folder: string) {
  const file = `${folder}/${LOG}`;
  try {
    checkOwnFolder(folder, folder);
    const info = checkOwnFile(file, folder);
    if (info === undefined || info.size > MAX_LOG_BYTES) return unusable(`${file} is not an event log`);
    const read = readLog(Deno.readFileSync(file), file);
    if (read.kind === "unusable") return read;
    const state = stateOf(read.events.map(({ event }) => event));
    const ahead = snapshots(folder).newest();
    if (ahead !== undefined && ahead > read.events.length) {
      return unusable(
        `${file} ends at event ${read.events.length}, but a snapshot knows event ${ahead}: events are missing; nothing is changed`,
      );
    }
    return { ...read, state };
  } catch (error) {
    if (error instanceof RangeError) {
      return unusable(`${file} cannot have happened: ${error.message}; it is left as it is`);
    }
    if (error instanceof Error) return unusable(`${file}: ${error.message}`);
    throw error;
  }
}

function unusable(message: string) {
  return { kind: "unusable" as const, message };
}

function storeOf(place: Place, logged: readonly Logged[], size: number, started?: RunEvent): SessionStore {
  const { folder, world, retention } = place;
  const file = `${folder}/${LOG}`;
  const kept = snapshots(folder);
  let seq = logged.length;
  let bytes = size;
  let state: RunState | undefined = seq === 0 ? undefined : stateOf(logged.map(({ event }) => event));
  let begunAt = logged[0]?.at ?? "";
  let lastAt = logged.at(-1)?.at ?? "";

  function append(events: readonly RunEvent[]): readonly RunEvent[] {
    const at = world.now().toISOString();
    const cleaned = events.map((event) => clean(event));
    // What cannot follow is never written.
    let next = state;
    for (const event of cleaned) next = after(next, event);
    if (next === undefined) return [];
    const lines = cleaned.map((event, index) => `${JSON.stringify({ seq: seq + 1 + index, at, event })}\n`)
      .join("");
    bytes += appendWhole(file, lines, bytes);
    seq += events.length;
    state = next;
    if (begunAt === "") begunAt = at;
    lastAt = at;
    inStorage(() => kept.write(next, seq, retention));
    return cleaned;
  }

  if (started !== undefined) append([started]);
  return {
    folder,
    get state() {
      if (state === undefined) throw new RangeError("The run has not started");
      return state;
    },
    get begunAt() {
      return begunAt;
    },
    get lastAt() {
      return lastAt;
    },
    append: (...events) => append(events),
    write: (name, text) =>
      inStorage(() => writeFileAtomic(`${folder}/${name}`, clean(text), { durable: true, base: folder })),
  };
}

/** Puts a text at the end of a file and flushes it; where that fails half-way, the half is taken back. */
function appendWhole(file: string, text: string, at: number): number {
  const bytes = new TextEncoder().encode(text);
  inStorage(() => {
    using log = Deno.openSync(file, { write: true });
    try {
      log.seekSync(at, Deno.SeekMode.Start);
      for (let done = 0; done < bytes.length;) done += log.writeSync(bytes.subarray(done));
      log.syncDataSync();
    } catch (error) {
      log.truncateSync(at);
      throw error;
    }
  });
  return bytes.length;
}

/** So that a new file's name is on the disk as well. */
function flushFolder(folder: string): void {
  using handle = Deno.openSync(folder);
  handle.syncSync();
}
