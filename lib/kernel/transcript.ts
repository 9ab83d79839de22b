import { attempt } from "../settings/attempt.ts";
import { readUpTo } from "../settings/small_file.ts";

/**
 * What a client's own record of a conversation says the model still has of our contexts. Claude Code writes a tree of messages, each naming its
 * parent: what stands on the way from the last message to its root is what the model is sent, so a compaction, which begins a new root, and a rewind,
 * which goes on from an earlier message, leave the rest behind. Codex writes one line of turns, with a mark where it compacts or takes turns back; so does
 * Gemini CLI, whose mark of a compaction holds all that is left.
 */

/** Bytes at the end of a transcript that are read: what was given before is given again. */
const MAX_BYTES = 4 * 1024 * 1024;
const RUN_ID = /\brun_id (\d{8}-\d{6}-[0-9a-f]{6})\b/g;
const UUID = /"uuid":"([0-9a-f-]{36})"/;
const LEAF = /"leafUuid":"([0-9a-f-]{36})"/;
const PARENT = /"parentUuid":(?:"([0-9a-f-]{36})"|null)/;
/** Where Codex or Gemini CLI begins anew, or goes back: what was said before may be gone. */
const BOUNDARY = /"type":"(?:compacted|context_compacted|thread_rolled_back)"|^\{"\$rewindTo":/;
/** Gemini CLI's: the whole conversation as it is from now on. */
const WHOLE = /^\{"\$set":\{"messages":/;

/** Run ids of the contexts that the model still has, or the path of the client's record of the conversation, which tells. */
export type Held = readonly string[] | string | undefined;

/** The run ids of our contexts in the part of the conversation that the model has. None of a file that cannot be read. */
export function contextsHeld(held: Held): ReadonlySet<string> {
  if (typeof held !== "string") return new Set(held);
  const lines = lastLines(held);
  return lines.some((line) => PARENT.test(line)) ? onTheWayToRoot(lines) : sinceBoundary(lines);
}

/** What the user typed last in a conversation; "" where that is not known. */
export function lastTyped(path: string): string {
  const line = lastLines(path).findLast((each) =>
    each.includes('"type":"user"') && !each.includes('"isSidechain":true') && !each.includes('"tool_result"')
  );
  const content: unknown = attempt(() => JSON.parse(line ?? "{}").message.content);
  if (typeof content === "string") return content;
  return (Array.isArray(content) ? content : []).flatMap(({ text }) => typeof text === "string" ? [text] : [])
    .join("\n");
}

function onTheWayToRoot(lines: readonly string[]): Set<string> {
  const held = new Set<string>();
  let expected: string | undefined;
  for (const line of lines.toReversed()) {
    const parent = PARENT.exec(line);
    const uuid = parent === null ? undefined : UUID.exec(line)?.[1];
    if (uuid === undefined) {
      expected ??= LEAF.exec(line)?.[1];
      continue;
    }
    if (line.includes('"isSidechain":true') || (expected !== undefined && uuid !== expected)) continue;
    if (line.includes('"hook_additional_context"')) addRuns(line, held);
    expected = parent?.[1];
    if (expected === undefined) break;
  }
  return held;
}

function sinceBoundary(lines: readonly string[]): Set<string> {
  const held = new Set<string>();
  const from = Math.max(
    lines.findLastIndex((each) => BOUNDARY.test(each)) + 1,
    lines.findLastIndex((each) => WHOLE.test(each)),
  );
  for (const line of lines.slice(from)) addRuns(line, held);
  return held;
}

function addRuns(line: string, held: Set<string>): void {
  for (const [, run = ""] of line.matchAll(RUN_ID)) held.add(run);
}

/** Whole lines at the end of a file; what is no plain file is not opened. */
function lastLines(path: string): string[] {
  // One that is gone, or not ours to read, is known to hold nothing.
  return attempt(() => {
    const { isFile, size } = Deno.statSync(path);
    if (!isFile) return [];
    using file = Deno.openSync(path);
    const from = Math.max(0, size - MAX_BYTES);
    file.seekSync(from, Deno.SeekMode.Start);
    const lines = new TextDecoder().decode(readUpTo(file, size - from)).split("\n");
    return from === 0 ? lines : lines.slice(1);
  }) ?? [];
}
