import { AutoToolsError } from "../../contract/error_codes.ts";
import { clean } from "../../guard/secrets/redact.ts";
import { attempt, recover } from "../../settings/attempt.ts";
import { checkOwnFile, checkOwnFolder } from "../../settings/own_files.ts";
import { standing } from "../../settings/small_file.ts";
import type { World } from "../../settings/world.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { type Logged, loggedSchema, type RunEvent } from "../run/event.ts";
import { after, type RunState, stateOf } from "../run/state.ts";

/** The disk did not take what has to be kept. What was written before is whole. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}

/** Does something with the disk. Throws `StorageError` where the disk does not take it. */
export function inStorage<T>(act: () => T): T {
  return recover(act, Error, (cause) => {
    if (cause instanceof AutoToolsError) throw cause;
    throw new StorageError(cause.message, { cause });
  });
}

export const LOG = "events.jsonl";
const MAX_LOG_BYTES = 256 * 1024 * 1024;
const REPAIR = "the file is left as it is; `codex-auto continuous repair ID` begins it anew";

/** A log of another version of this program, or not what it wrote. Nothing may be written to it. */
export class UnusableLog extends Error {
  override readonly name = "UnusableLog";
}

/** Reads a run without touching it. Throws `UnusableLog`. */
export function readSession(folder: string): { events: Logged[]; state: RunState } {
  return recover(() => readEvents(folder), Error, (cause) => {
    const impossible = cause instanceof RangeError;
    const why = impossible ? `cannot have happened: ${cause.message}; it is left as it is` : cause.message;
    throw new UnusableLog(`${folder}/${LOG}: ${why}`, { cause });
  });
}

function readEvents(folder: string) {
  const file = `${folder}/${LOG}`;
  checkOwnFolder(folder, folder);
  const info = checkOwnFile(file, folder);
  if (info === undefined || info.size > MAX_LOG_BYTES) throw new Error("it is not an event log");
  const events = Deno.readTextFileSync(file).trimEnd().split("\n").map(readLine);
  const state = stateOf(events.map(({ event }) => event));
  const ahead = snapshotsOf(folder).at(-1)?.seq ?? 0;
  if (ahead > events.length) {
    throw new Error(`it ends at event ${events.length}, but a snapshot knows event ${ahead}; ${REPAIR}`);
  }
  return { events, state };
}

function readLine(line: string, at: number): Logged {
  const checked = loggedSchema.safeParse(attempt(() => JSON.parse(line)));
  if (checked.success && checked.data.seq === at + 1) return checked.data;
  throw new Error(`line ${at + 1} is damaged, or of another version of this program; ${REPAIR}`);
}

/** Begins a damaged log anew with what knows most: its own whole lines, or a snapshot. The damaged one stays beside it. Throws `UnusableLog`, `StorageError`. */
export function repairLog(folder: string, at: string): { kept: string; events: number } {
  const file = `${folder}/${LOG}`;
  const [whole = []] = [file, ...snapshotsOf(folder).map(({ path }) => path)].map(soundLines)
    .toSorted((a, b) => b.length - a.length);
  if (whole.length === 0) throw new UnusableLog(`${file}: neither a whole event nor a snapshot is left`);
  const kept = `${file}.damaged-${at.replace(/\D/g, "")}`;
  inStorage(() => {
    if (attempt(() => Deno.lstatSync(file))) Deno.renameSync(file, kept);
    writeFileAtomic(file, `${whole.join("\n")}\n`, { durable: true, base: folder });
  });
  return { kept, events: whole.length };
}

/** The lines of a log up to the first that is damaged, or cannot follow those before it. */
function soundLines(file: string): string[] {
  const lines = (attempt(() => Deno.readTextFileSync(file)) ?? "").split("\n");
  const damaged = lines.findIndex((line, at) => attempt(() => readLine(line, at)) === undefined);
  let whole = lines.slice(0, damaged);
  const isSound = () => attempt(() => stateOf(whole.map((line, at) => readLine(line, at).event)));
  while (whole.length > 0 && !isSound()) whole = whole.slice(0, -1);
  return whole;
}

interface Place {
  folder: string;
  world: World;
  retention: number;
}

export class SessionStore {
  private constructor(private readonly place: Place, public state: RunState, private seq: number) {}

  get folder(): string {
    return this.place.folder;
  }

  /** Begins a run. It has its name from its first event on: killed before that, there is none. Throws `StorageError`; then there is none either. */
  static create(place: Place, started: RunEvent): SessionStore {
    const event = clean(started);
    const folder = place.folder.replace(/[^/]+$/, "new");
    inStorage(() => {
      if (standing(folder)) Deno.removeSync(folder, { recursive: true });
      Deno.mkdirSync(folder, { mode: 0o700 });
    });
    const begun = new SessionStore({ ...place, folder }, stateOf([event]), 0);
    begun.#write([event], begun.state);
    inStorage(() => Deno.renameSync(folder, place.folder));
    return new SessionStore(place, begun.state, begun.seq);
  }

  /** Goes on with a run. Throws `UnusableLog`, and leaves it as it is. */
  static open(place: Place): SessionStore {
    const { events, state } = readSession(place.folder);
    return new SessionStore(place, state, events.length);
  }

  /** Writes events down, without their secrets, and then takes them for true. They are on the disk when this returns, as it returns them. Throws `StorageError`. */
  append(...events: RunEvent[]): readonly RunEvent[] {
    const cleaned = events.map((event) => clean(event));
    // What cannot follow is never written.
    const next = after(this.state, cleaned);
    if (events.length > 0) this.#write(cleaned, next);
    return cleaned;
  }

  /** The log is replaced whole, so that no crash leaves half of an event in it. */
  #write(events: readonly RunEvent[], next: RunState): void {
    const { folder, world, retention } = this.place;
    const file = `${folder}/${LOG}`;
    const at = world.now().toISOString();
    const lines = events.map((event, index) => JSON.stringify({ seq: this.seq + 1 + index, at, event }));
    inStorage(() => {
      const before = this.seq === 0 ? [] : [Deno.readTextFileSync(file).trimEnd()];
      const log = `${[...before, ...lines].join("\n")}\n`;
      writeFileAtomic(file, log, { durable: true, base: folder });
      this.seq += events.length;
      this.state = next;
      writeSnapshot(folder, log, next, this.seq, retention);
    });
  }

  /** Writes another file of the run, whole or not at all; its text is redacted. Throws `StorageError`. */
  write(name: string, text: string): void {
    const { folder } = this;
    inStorage(() => writeFileAtomic(`${folder}/${name}`, clean(text), { durable: true, base: folder }));
  }
}

const SNAPSHOT = /^\d{6,}\.jsonl$/;

/** The snapshots of a run, copies of its log, oldest first, each with the number of its latest event. */
function snapshotsOf(folder: string): { seq: number; path: string }[] {
  const older = `${folder}/snapshots`;
  const names = standing(older) ? Array.from(Deno.readDirSync(older), ({ name }) => name) : [];
  return names.filter((name) => SNAPSHOT.test(name)).sort()
    .map((name) => ({ seq: parseInt(name), path: `${older}/${name}` }));
}

/** Writes the state of a run into files for people and tools, and copies the log into `snapshots/`, of which the latest `retention` stay. */
function writeSnapshot(folder: string, log: string, state: RunState, seq: number, retention: number): void {
  const { plan, tasks, history, workspace, steps, spent, pause, finished, session } = state;
  const edit = `written by the program; \`codex-auto continuous edit ${session}\` changes the plan`;
  const parts = {
    plan: { seq, edit, revision: state.revision, goal: state.goal, ...plan },
    tasks: { seq, tasks: [...tasks.values()] },
    runner: { seq, session, workspace, steps, spent, pause, finished, last: history.at(-1) },
  };
  const snapshot = `${folder}/snapshots/${String(seq).padStart(6, "0")}.jsonl`;
  writeFileAtomic(snapshot, log, { base: folder });
  for (const [name, part] of Object.entries(parts)) {
    writeFileAtomic(`${folder}/${name}.json`, `${JSON.stringify(part, null, 2)}\n`, { base: folder });
  }
  for (const { path } of snapshotsOf(folder).slice(0, -Math.max(1, retention))) Deno.removeSync(path);
}
