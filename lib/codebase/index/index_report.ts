import { statSync } from "node:fs";
import { redact } from "../../guard/secrets/redact.ts";
import { isBeingWritten } from "./index_lock.ts";
import { openIndex } from "./index_state.ts";

/** Files whose content was not read: how many for one reason, and some of them. */
export interface Unread {
  why: string;
  count: number;
  examples: string[];
}

/** What an index holds, for people. */
export interface IndexReport {
  state: "missing" | "building" | "ready";
  /** Why there is an index that is not used. */
  problem?: string | undefined;
  files: number;
  /** Bytes on disk. */
  bytes: number;
  commit?: string | undefined;
  /** RFC 3339 time of the last refresh. */
  time?: string | undefined;
  unread: Unread[];
  /** Files whose symbols come from a parser; the others' come from patterns. */
  parsed: number;
  unparsed: Unread[];
}

const EXAMPLES = 3;

export function indexReport(dir: string): IndexReport {
  const { index, stored, problem } = openIndex(dir);
  if (!stored) {
    const state = index === "building" ? "building" : "missing";
    return { state, problem, files: 0, bytes: 0, unread: [], parsed: 0, unparsed: [] };
  }
  const listed: Unread[] = JSON.parse(stored.meta("unread") ?? "[]");
  const report: IndexReport = {
    state: isBeingWritten(dir) ? "building" : "ready",
    files: stored.files,
    bytes: ["index.db", "index.db-wal"].reduce(
      (sum, file) => sum + (statSync(`${dir}/${file}`, { throwIfNoEntry: false })?.size ?? 0),
      0,
    ),
    commit: stored.meta("commit") || undefined,
    time: stored.meta("time"),
    unread: [...byReason(stored.opaque()), ...listed]
      .sort((a, b) => b.count - a.count || (a.why < b.why ? -1 : 1)),
    parsed: stored.outlined,
    unparsed: JSON.parse(stored.meta("unparsed") ?? "[]"),
  };
  stored.close();
  return report;
}

/** Files that are listed and could not be opened, as the index keeps them: JSON of `Unread[]`. */
export function unreadSummary(files: Iterable<{ why: string; path: string }>): string {
  return JSON.stringify(byReason(files));
}

function byReason(files: Iterable<{ why: string; path: string }>): Unread[] {
  const groups = Map.groupBy(files, ({ why }) => why);
  return [...groups].map(([why, all]) => ({
    why,
    count: all.length,
    examples: all.slice(0, EXAMPLES).map(({ path }) => redact(path).text),
  }));
}
