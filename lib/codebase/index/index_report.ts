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

const EXAMPLES = 3;

/** How an index stands, why there is one that is not used, and what it holds: files, bytes on disk, the commit and the time (RFC 3339) of its last refresh, what was not read, how many files a parser read, and which it could not. */
export function indexReport(dir: string) {
  const { index, stored, problem } = openIndex(dir);
  if (!stored) return { state: index, problem };
  const groups = (key: string): Unread[] => JSON.parse(stored.meta(key) ?? "[]");
  const size = (file: string) => statSync(`${dir}/${file}`, { throwIfNoEntry: false })?.size ?? 0;
  const held = {
    files: stored.files,
    bytes: size("index.db") + size("index.db-wal"),
    commit: stored.meta("commit") || undefined,
    time: stored.meta("time") ?? "",
    unread: [...byReason(stored.opaque()), ...groups("unread")]
      .sort((a, b) => b.count - a.count || (a.why < b.why ? -1 : 1)),
    parsed: stored.outlined(),
    unparsed: groups("unparsed"),
  };
  stored.close();
  return { state: isBeingWritten(dir) ? "building" : index, held };
}

/** Files by the reason why something was not done with them. */
export function byReason(files: Iterable<{ why: string; path: string }>): Unread[] {
  const groups = Map.groupBy(files, ({ why }) => why);
  return [...groups].map(([why, all]) => ({
    why,
    count: all.length,
    examples: all.slice(0, EXAMPLES).map(({ path }) => redact(path).text),
  }));
}
