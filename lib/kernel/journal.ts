import { attempt } from "../settings/attempt.ts";
import type { Locations } from "../settings/locations.ts";
import { sha256Hex } from "../settings/sha256.ts";
import { appendOwnFile, readOwnFile } from "../settings/own_files.ts";
import { standing } from "../settings/small_file.ts";
import { writeFileAtomic } from "../settings/write_file.ts";

/** One line of the log behind `codex-auto why`: what a prompt led to, redacted. */
export interface JournalEntry {
  time: string;
  client: string;
  prompt: string;
  /** `injected`, or why nothing was. */
  outcome: string;
  tools: { tool: string; status: string; ms: number }[];
  /** What was injected, most useful first, with the reason of each; `quoted`: with its lines, else by name alone; `as`: what tells whether it has changed since. */
  shown: { place: string; why: string; quoted?: boolean; as?: string }[];
  /** Of a prompt in a session: a hash of its id, the run whose context it got, and what tools were asked. */
  session?: { id: string; run: string; asked: string } | undefined;
  /** Places that were named again, since this session was given them before and they have not changed. */
  earlier?: string[];
  cut?: { place: string; why: string }[];
  limits: string[];
  ms: number;
}

/** Entries that are kept when the file has outgrown `MAX_BYTES`: more than a week of most people. */
const MAX_ENTRIES = 300;
const MAX_BYTES = 1024 * 1024;
const MAX_PROMPT_CHARS = 200;

function journalFile({ state }: Locations, repoRoot: string): string | undefined {
  return state && `${state}/why/${sha256Hex(repoRoot).slice(0, 16)}.jsonl`;
}

/** Oldest first; a line that is damaged, or of another shape, is left out. `holding`: a text that the entries have which are wanted; `most`: how many of them, the latest. Throws what the file system says. */
export function readJournal(locations: Locations, repoRoot: string, { holding = "", most = Infinity } = {}) {
  const file = journalFile(locations, repoRoot);
  if (file === undefined) return [];
  const text = readOwnFile(file, 2 * MAX_BYTES) ?? "";
  return text.split("\n").filter((line) => line !== "" && line.includes(holding)).slice(-most).flatMap(
    (line) => {
      const value: unknown = attempt(() => JSON.parse(line));
      return isEntry(value) ? [value] : [];
    },
  );
}

/** A line is written in one piece, so what has these is whole. */
function isEntry(value: unknown): value is JournalEntry {
  return ["time", "client", "prompt", "outcome"].every((key) => typeof Object(value)[key] === "string") &&
    ["tools", "shown", "limits"].every((key) => Array.isArray(Object(value)[key]));
}

/** Adds one entry, in one piece, so that prompts at the same instant do not lose each other's; once the file has grown, the oldest are forgotten. Returns when the last one was made, in ms since 1970. Throws what the file system says. */
export function addToJournal(locations: Locations, repoRoot: string, entry: JournalEntry) {
  const file = journalFile(locations, repoRoot);
  if (file === undefined) return undefined;
  const before = standing(file)?.mtime?.getTime();
  const line = `${JSON.stringify({ ...entry, prompt: entry.prompt.slice(0, MAX_PROMPT_CHARS) })}\n`;
  if (appendOwnFile(file, line) > MAX_BYTES) {
    const kept = readJournal(locations, repoRoot).slice(-MAX_ENTRIES);
    writeFileAtomic(file, kept.map((each) => `${JSON.stringify(each)}\n`).join(""));
  }
  return before;
}
