import { redact } from "../guard/secrets/redact.ts";
import { attempt } from "../settings/attempt.ts";
import { locations } from "../settings/locations.ts";
import { readOwnFile } from "../settings/own_files.ts";
import type { World } from "../settings/world.ts";
import { writeFileAtomic } from "../settings/write_file.ts";
import { LINE_BREAK } from "./terminal_lines.ts";

/** Lines kept, and UTF-16 units of each: a pasted block is one. */
const MAX_LINES = 500;
const MAX_LINE = 4000;

function historyFile(world: World): string | undefined {
  const { state } = locations(world);
  return state === undefined ? undefined : `${state}/loop-history`;
}

/** Lines typed in the loop so far, latest first. A file that cannot be read is as good as none. */
export function readHistory(world: World): string[] {
  const file = historyFile(world);
  const text = attempt(() => file === undefined ? undefined : readOwnFile(file)) ?? "";
  return text.split("\n").filter((line) => line !== "").reverse();
}

/** Adds a line, redacted; a repeated one moves to the front. Returns what keeps it from being remembered, if anything does. */
export function addToHistory(line: string, world: World): string | undefined {
  const file = historyFile(world);
  const kept = redact(line).text.replaceAll("\n", LINE_BREAK);
  if (file === undefined || kept.trim() === "" || kept.length > MAX_LINE) return undefined;
  try {
    const lines = [kept, ...readHistory(world).filter((each) => each !== kept)].slice(0, MAX_LINES);
    writeFileAtomic(file, lines.reverse().map((each) => `${each}\n`).join(""));
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}
