import { statSync } from "node:fs";
import { openForReading } from "./index_database.ts";
import { isBeingWritten, openIndex } from "./index_state.ts";

/** What an index holds, for people. */
export interface IndexReport {
  state: "missing" | "building" | "ready";
  files: number;
  /** Bytes on disk. */
  bytes: number;
  commit?: string;
  /** RFC 3339 time of the last refresh. */
  time?: string;
  /** Files whose content was not read: how many for each reason, and some of them. */
  opaque: { why: string; count: number; examples: string[] }[];
}

const EXAMPLES = 3;

export function indexReport(dir: string): IndexReport {
  const { index, stored } = openIndex(dir);
  if (!stored) {
    return { state: index === "building" ? "building" : "missing", files: 0, bytes: 0, opaque: [] };
  }
  const commit = stored.meta("commit");
  const time = stored.meta("time");
  const report: IndexReport = {
    state: isBeingWritten(dir) ? "building" : "ready",
    files: stored.files,
    bytes: ["index.db", "index.db-wal"].reduce(
      (sum, file) => sum + (statSync(`${dir}/${file}`, { throwIfNoEntry: false })?.size ?? 0),
      0,
    ),
    ...(commit === undefined || commit === "" ? {} : { commit }),
    ...(time === undefined ? {} : { time }),
    opaque: opaqueFiles(dir),
  };
  stored.close();
  return report;
}

function opaqueFiles(dir: string): IndexReport["opaque"] {
  const database = openForReading(dir);
  const groups = new Map<string, { why: string; count: number; examples: string[] }>();
  for (
    const row
      of database?.prepare("SELECT opaque, path FROM files WHERE opaque <> '' ORDER BY size DESC, path")
        .all() ?? []
  ) {
    const why = String(row["opaque"]);
    const group = groups.get(why) ?? { why, count: 0, examples: [] };
    group.count++;
    if (group.examples.length < EXAMPLES) group.examples.push(String(row["path"]));
    groups.set(why, group);
  }
  database?.close();
  return [...groups.values()].sort((a, b) => b.count - a.count || (a.why < b.why ? -1 : 1));
}
