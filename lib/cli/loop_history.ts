import { redact } from "../guard/secrets/redact.ts";
import { locations } from "../settings/locations.ts";
import { readOwnFile } from "../settings/own_files.ts";
import type { World } from "../settings/world.ts";
import { writeFileAtomic } from "../settings/write_file.ts";
import { PASTED_LINE } from "./prompt_assembler.ts";

/** Lines kept, and UTF-16 units of each. */
const MAX_LINES = 500;
const MAX_LINE = 400;

function historyFile(world: World): string | undefined {
  const { state } = locations(world);
  return state === undefined ? undefined : `${state}/loop-history`;
}

/** Lines typed in the loop so far, latest first. A file that cannot be read is as good as none. */
export function readHistory(world: World): string[] {
  const file = historyFile(world);
  if (file === undefined) return [];
  try {
    return (readOwnFile(file) ?? "").split("\n").filter((line) => line !== "").reverse();
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}

/**
 * Adds a line, redacted; a repeated one moves to the front. Returns what keeps it from being remembered, if
 * anything does.
 */
export function addToHistory(line: string, world: World): string | undefined {
  const file = historyFile(world);
  const kept = redact(line.replaceAll(PASTED_LINE, "")).text;
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
