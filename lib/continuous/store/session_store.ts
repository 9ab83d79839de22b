import { writeFileAtomic } from "../../settings/write_file.ts";
import type { World } from "../../settings/world.ts";
import type { Logged, RunEvent } from "../run/event.ts";
import { after, type RunState } from "../run/state.ts";
import { appendWhole, clean, inStorage, LOG, readSession } from "./log.ts";
import { writeSnapshot } from "./snapshots.ts";

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
  const { folder } = place;
  inStorage(() => Deno.mkdirSync(folder, { mode: 0o700 }));
  try {
    inStorage(() =>
      Deno.writeFileSync(`${folder}/${LOG}`, new Uint8Array(), { createNew: true, mode: 0o600 })
    );
    const store = new Store(place);
    store.append(started);
    // So that the new file's name is on the disk as well.
    inStorage(() => {
      using handle = Deno.openSync(folder);
      handle.syncSync();
    });
    return store;
  } catch (error) {
    inStorage(() => Deno.removeSync(folder, { recursive: true }));
    throw error;
  }
}

/** Goes on with a run. What cannot be used is said so and left as it is. */
export function openSession(place: Place): OpenedSession {
  const file = `${place.folder}/${LOG}`;
  const read = readSession(place.folder);
  if (read.kind === "unusable") return read;
  const { torn, bytes, events, state } = read;
  const notes: string[] = [];
  if (torn !== "") {
    // Kept beside it, and cut off, so that the next event begins a line of its own.
    const aside = `${file}.torn-${events.length + 1}`;
    inStorage(() => Deno.writeTextFileSync(aside, torn, { mode: 0o600 }));
    inStorage(() => Deno.truncateSync(file, bytes));
    notes.push(`the last event was cut short while it was written; the piece is kept in ${aside}`);
  }
  return { kind: "open", store: new Store(place, { bytes, events, state }), notes };
}

class Store implements SessionStore {
  readonly folder: string;
  readonly #place: Place;
  #state: RunState | undefined;
  #seq: number;
  #bytes: number;
  #begunAt: string;
  #lastAt: string;

  constructor(place: Place, read?: { events: readonly Logged[]; bytes: number; state: RunState }) {
    this.folder = place.folder;
    this.#place = place;
    this.#state = read?.state;
    this.#seq = read?.events.length ?? 0;
    this.#bytes = read?.bytes ?? 0;
    this.#begunAt = read?.events[0]?.at ?? place.world.now().toISOString();
    this.#lastAt = read?.events.at(-1)?.at ?? this.#begunAt;
  }

  get state(): RunState {
    if (this.#state === undefined) throw new RangeError("The run has not started");
    return this.#state;
  }

  get begunAt(): string {
    return this.#begunAt;
  }

  get lastAt(): string {
    return this.#lastAt;
  }

  append(...events: RunEvent[]): readonly RunEvent[] {
    const { folder, world, retention } = this.#place;
    const at = world.now().toISOString();
    const cleaned = events.map((event) => clean(event));
    // What cannot follow is never written.
    const next = cleaned.reduce<RunState | undefined>(after, this.#state);
    if (next === undefined || events.length === 0) return [];
    const lines = cleaned.map((event, index) => JSON.stringify({ seq: this.#seq + 1 + index, at, event }));
    this.#bytes += appendWhole(`${folder}/${LOG}`, `${lines.join("\n")}\n`, this.#bytes);
    this.#seq += events.length;
    this.#state = next;
    this.#lastAt = at;
    inStorage(() => writeSnapshot(folder, next, this.#seq, retention));
    return cleaned;
  }

  write(name: string, text: string): void {
    const { folder } = this;
    inStorage(() => writeFileAtomic(`${folder}/${name}`, clean(text), { durable: true, base: folder }));
  }
}
