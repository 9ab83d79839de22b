import { attempt } from "./attempt.ts";
import { type Locations, without } from "./locations.ts";
import { readOwnFile } from "./own_files.ts";
import { sha256Hex } from "./sha256.ts";
import { writeFileAtomic } from "./write_file.ts";

/** The user's decisions to trust a repository's configuration, each bound to the exact bytes that were shown. */
interface TrustEntry {
  sha256: string;
  file: string;
  time: string;
}

export function trustFile(locations: Locations): string | undefined {
  return locations.config === undefined ? undefined : `${locations.config}/trusted.json`;
}

/** Decisions so far; a missing or damaged file trusts nothing. Throws `NotOurs`. */
function readTrust(locations: Locations): TrustEntry[] {
  const file = trustFile(locations);
  const text = file && readOwnFile(file);
  const entries: unknown = attempt(() => JSON.parse(text ?? ""));
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry?.sha256 === "string") : [];
}

/** Whether a text stands for exactly one run of bytes: what is no UTF-8 was replaced as it was read, and two contents can look the same then. */
function isExact(text: string): boolean {
  return !text.includes("\ufffd");
}

/** Whether the user has trusted exactly this content of this file. Decisions that cannot be read trust nothing: a repository's restrictions hold without them. */
export async function isTrusted(text: string, file: string, locations: Locations): Promise<boolean> {
  if (!isExact(text)) return false;
  const sha256 = await sha256Hex(text);
  const entries = attempt(() => readTrust(locations)) ?? [];
  return entries.some((entry) => entry.sha256 === sha256 && entry.file === file);
}

/** Trusts exactly this content of this file, in place of an earlier content. Throws what the file system says, and for what is no UTF-8. */
export async function trust(text: string, file: string, locations: Locations, now: Date): Promise<void> {
  if (!isExact(text)) throw new TypeError(`${file} is not UTF-8 throughout; it cannot be trusted`);
  replaceEntry(file, locations, [{ sha256: await sha256Hex(text), file, time: now.toISOString() }]);
}

/** Takes the trust in a file back; false where there was none. */
export function forget(file: string, locations: Locations): boolean {
  return readTrust(locations).some((entry) => entry.file === file) && replaceEntry(file, locations, []);
}

function replaceEntry(file: string, locations: Locations, entry: TrustEntry[]): true {
  const path = trustFile(locations);
  if (path === undefined) throw new TypeError(without("config", locations));
  const others = readTrust(locations).filter((each) => each.file !== file);
  writeFileAtomic(path, `${JSON.stringify([...others, ...entry], null, 2)}\n`, { durable: true });
  return true;
}
