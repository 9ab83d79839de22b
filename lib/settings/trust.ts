import { writeFileAtomic } from "./write_file.ts";
import { sha256Hex } from "./sha256.ts";
import type { Locations } from "./locations.ts";

/** The user's decisions to trust a repository's configuration, each bound to the exact bytes that were shown. */
export interface TrustEntry {
  sha256: string;
  file: string;
  time: string;
}

export function trustFile(locations: Locations): string | undefined {
  return locations.config === undefined ? undefined : `${locations.config}/trusted.json`;
}

/** Decisions so far; a missing or damaged file trusts nothing. */
export async function readTrust(locations: Locations): Promise<TrustEntry[]> {
  const file = trustFile(locations);
  if (file === undefined) return [];
  try {
    const value: unknown = JSON.parse(await Deno.readTextFile(file));
    return Array.isArray(value) ? value.filter(isTrustEntry) : [];
  } catch (error) {
    if (
      error instanceof Deno.errors.NotFound || error instanceof SyntaxError ||
      error instanceof Deno.errors.NotADirectory
    ) return [];
    throw error;
  }
}

function isTrustEntry(value: unknown): value is TrustEntry {
  return typeof value === "object" && value !== null && "sha256" in value &&
    typeof value.sha256 === "string" &&
    "file" in value && typeof value.file === "string" && "time" in value && typeof value.time === "string";
}

/** Whether a text stands for exactly one run of bytes: what is no UTF-8 was replaced as it was read, and two contents can look the same then. */
function isExact(text: string): boolean {
  return !text.includes("\ufffd");
}

/** Whether the user has trusted exactly this content of this file. Decisions that cannot be read trust nothing: a repository's restrictions hold without them. */
export async function isTrusted(text: string, file: string, locations: Locations): Promise<boolean> {
  const entries = await readTrust(locations).catch(() => []);
  if (entries.length === 0 || !isExact(text)) return false;
  const sha256 = await sha256Hex(text);
  return entries.some((entry) => entry.sha256 === sha256 && entry.file === file);
}

/** Trusts exactly this content of this file, in place of an earlier content. Throws what the file system says, and for what is no UTF-8. */
export async function trust(text: string, file: string, locations: Locations, now: Date): Promise<void> {
  if (!isExact(text)) throw new TypeError(`${file} is not UTF-8 throughout; it cannot be trusted`);
  const others = (await readTrust(locations)).filter((entry) => entry.file !== file);
  save(locations, [...others, { sha256: await sha256Hex(text), file, time: now.toISOString() }]);
}

/** Takes the trust in a file back; false where there was none. */
export async function forget(file: string, locations: Locations): Promise<boolean> {
  const entries = await readTrust(locations);
  const others = entries.filter((entry) => entry.file !== file);
  if (others.length === entries.length) return false;
  save(locations, others);
  return true;
}

function save(locations: Locations, entries: TrustEntry[]): void {
  const file = trustFile(locations);
  if (file === undefined) {
    throw new TypeError("Cannot keep a decision: neither XDG_CONFIG_HOME nor HOME is set");
  }
  writeFileAtomic(file, `${JSON.stringify(entries, null, 2)}\n`, { durable: true });
}
