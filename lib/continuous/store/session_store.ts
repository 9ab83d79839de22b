import { writeFileAtomic } from "../../settings/write_file.ts";
import type { World } from "../../settings/world.ts";
import type { RunEvent } from "../run/event.ts";
import { after, type RunState, stateOf } from "../run/state.ts";
import { appendWhole, clean, inStorage, LOG, readSession, writeSnapshot } from "./log.ts";

/** Characters of such a piece that are told. */
const MAX_TOLD = 80;

interface Place {
  folder: string;
  world: World;
  retention: number;
}

/** One run on the disk: its events, and the files that say the same in other words. */
export class SessionStore {
  /** `seq`, `bytes`: of the log. */
  private constructor(
    private readonly place: Place,
    public state: RunState,
    private seq: number,
    private bytes: number,
  ) {}

  get folder(): string {
    return this.place.folder;
  }

  /** Begins a run. Throws `StorageError`; then there is none. */
  static create(place: Place, started: RunEvent): SessionStore {
    const { folder } = place;
    inStorage(() => Deno.mkdirSync(folder, { mode: 0o700 }));
    try {
      inStorage(() =>
        Deno.writeFileSync(`${folder}/${LOG}`, new Uint8Array(), { createNew: true, mode: 0o600 })
      );
      const event = clean(started);
      const store = new SessionStore(place, stateOf([event]), 0, 0);
      store.#write([event], store.state);
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

  /** Goes on with a run. `note`: what had to be put right. Throws `UnusableLog`, and leaves it as it is. */
  static open(place: Place): { store: SessionStore; note?: string } {
    const file = `${place.folder}/${LOG}`;
    const { torn, bytes, events, state } = readSession(place.folder);
    const store = new SessionStore(place, state, events.at(-1)?.seq ?? 0, bytes);
    if (torn === "") return { store };
    // Cut off, so that the next event begins a line of its own.
    inStorage(() => Deno.truncateSync(file, bytes));
    return { store, note: `the last event was cut short while it was written: ${torn.slice(0, MAX_TOLD)}` };
  }

  /** Writes events down, without their secrets, and then takes them for true. They are on the disk when this returns, as it returns them. Throws `StorageError`. */
  append(...events: RunEvent[]): readonly RunEvent[] {
    const cleaned = events.map((event) => clean(event));
    // What cannot follow is never written.
    const next = cleaned.reduce((state, event) => after(state, event), this.state);
    if (events.length > 0) this.#write(cleaned, next);
    return cleaned;
  }

  #write(events: readonly RunEvent[], next: RunState): void {
    const { folder, world, retention } = this.place;
    const at = world.now().toISOString();
    const lines = events.map((event, index) => JSON.stringify({ seq: this.seq + 1 + index, at, event }));
    this.bytes += appendWhole(`${folder}/${LOG}`, `${lines.join("\n")}\n`, this.bytes);
    this.seq += events.length;
    this.state = next;
    inStorage(() => writeSnapshot(folder, next, this.seq, retention));
  }

  /** Writes another file of the run, whole or not at all; its text is redacted. Throws `StorageError`. */
  write(name: string, text: string): void {
    const { folder } = this;
    inStorage(() => writeFileAtomic(`${folder}/${name}`, clean(text), { durable: true, base: folder }));
  }
}
