import { chmodSync, lstatSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { checkOwnFile } from "../../settings/own_files.ts";
import TABLES from "./tables.sql" with { type: "text" };

/** Raised whenever the tables, the tokens, what may be named or what is stored of a file change, its outline too: an index of another number is rebuilt. */
const SCHEMA_VERSION = 32;

const FILES = ["index.db", "index.db-wal", "index.db-shm", "index.db-journal"];

/** What is said of an index that was never whole: its build was ended, or goes on. */
export const UNFINISHED = "its last build did not end";

/** ms that a reader waits for a writer's commit; a prompt has no more to give. */
const READER_WAIT_MS = 50;
const WRITER_WAIT_MS = 10_000;

/** Opens the index for reading; undefined where there is none. Throws, with the reason, where there is one that cannot be used, or `NotOurs`. */
export function openForReading(dir: string): DatabaseSync | undefined {
  if (lstatSync(`${dir}/index.db`, { throwIfNoEntry: false }) === undefined) return undefined;
  checkFiles(dir);
  return opened(dir, (database) => {
    database.exec(
      `PRAGMA busy_timeout = ${READER_WAIT_MS}; PRAGMA query_only = 1; PRAGMA cache_size = -16000`,
    );
    const found = version(database);
    if (found === SCHEMA_VERSION) return;
    throw found === 0 ? new RangeError(UNFINISHED) : otherVersion(found);
  });
}

/** Opens the index for writing, new where there is none or one that cannot be used. The caller holds the lock. Throws `NotOurs`. */
export function openForWriting(dir: string): DatabaseSync {
  // A folder, a FIFO or a link in the place of one of its files is not ours, and must be neither opened nor followed.
  if (FILES.some((file) => isOther(`${dir}/${file}`))) removeIndex(dir);
  checkFiles(dir);
  try {
    return opened(dir, (database) => prepare(database, dir));
  } catch (error) {
    if (isPassing(error)) throw error;
    // Damaged or of another version: an index is only a copy, so it is made again.
    removeIndex(dir);
    return opened(dir, (database) => prepare(database, dir));
  }
}

export function removeIndex(dir: string): void {
  for (const file of FILES) rmSync(`${dir}/${file}`, { force: true, recursive: true });
}

/** SQLite opens the log and its companion by itself. The folder is ours: who named it has seen to that. */
function checkFiles(dir: string): void {
  for (const file of FILES) checkOwnFile(`${dir}/${file}`, dir);
}

/** Whether something stands there that is no plain file. */
export function isOther(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === false;
}

/** Whether an error comes from SQLite: a damaged file, a full disk, a lock that is held for too long. */
export function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

/** Whether it is the disk or another program that stands in the way, and the index is as good as ever. */
function isPassing(error: unknown): boolean {
  return isSqliteError(error) &&
    /is full|is locked|disk I\/O|readonly|unable to open|out of memory/i.test(error.message);
}

/** Whether SQLite says that the file's content is not what it wrote. */
export function isDamaged(error: unknown): boolean {
  return error instanceof Error && /malformed|not a database|disk image|corrupt/i.test(error.message);
}

/** A connection on which `first` was done; it is closed where that throws. */
function opened(dir: string, first: (database: DatabaseSync) => void): DatabaseSync {
  const database = new DatabaseSync(`${dir}/index.db`);
  try {
    first(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepare(database: DatabaseSync, dir: string): void {
  chmodSync(`${dir}/index.db`, 0o600);
  // What SQLite keeps for a moment would else lie in a folder that others share; what is deleted would else stay in the file until its place is needed.
  database.exec(
    `PRAGMA busy_timeout = ${WRITER_WAIT_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 2000`,
  );
  const found = version(database);
  if (found === 0) database.exec(`BEGIN IMMEDIATE; ${TABLES}PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  else if (found !== SCHEMA_VERSION) throw otherVersion(found);
  const tables = database.prepare("SELECT count(*) AS n FROM sqlite_master WHERE type = 'table'").get();
  if (tables?.["n"] !== TABLES.match(/CREATE TABLE/g)?.length) throw new RangeError("it lacks tables");
}

function version(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
}

function otherVersion(found: number): RangeError {
  return new RangeError(`it is of another version (${found}, not ${SCHEMA_VERSION})`);
}
