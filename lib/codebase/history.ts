import { git } from "../guard/git/git.ts";

export interface Commit {
  hash: string;
  /** Committed at, in seconds since 1970. */
  time: number;
  subject: string;
  body: string;
  /** Paths it changed, as they were then. */
  files: string[];
}

export interface Churn {
  path: string;
  commits: number;
  /** Time of the newest of them, in seconds since 1970. */
  last: number;
}

/** Commits, and bytes of them, that are read unless said. */
const MAX_COMMITS = 3000;
const MAX_BYTES = 32 * 1024 * 1024;
const SECONDS_A_DAY = 86_400;
const FORMAT = "%x1e%H%x1f%ct%x1f%s%x1f%b%x1f";

/**
 * The newest commits reachable from `at`, newest first, merges left out. What does not fit into the bounds is missing at the old end; before the first
 * commit, outside git, and where git ran out of time before it wrote anything, there are none. Throws where git cannot be started.
 */
export async function commits(
  root: string,
  { at, timeoutMs, maxCommits = MAX_COMMITS, maxBytes = MAX_BYTES }: {
    at: string | undefined;
    timeoutMs: number;
    maxCommits?: number;
    maxBytes?: number;
  },
): Promise<Commit[]> {
  if (at === undefined) return [];
  const how = ["--no-merges", "--no-renames", "--name-only", "-z", `--max-count=${maxCommits}`];
  const { stdout, truncated, timedOut } = await git(["log", ...how, `--format=${FORMAT}`, at, "--"], {
    cwd: root,
    timeoutMs,
    maxBytes,
  });
  const records = new TextDecoder().decode(stdout).split("\x1e").slice(1);
  if (truncated || timedOut) records.pop();
  return records.flatMap((record) => commitOf(record) ?? []);
}

function commitOf(record: string): Commit | undefined {
  const [hash, time, subject, body, files] = record.split("\x1f");
  if (hash === undefined || files === undefined || !/^[0-9a-f]{40,64}$/.test(hash)) return undefined;
  return {
    hash,
    time: Number(time),
    subject: subject ?? "",
    body: (body ?? "").trim(),
    files: files.split("\0").map((path) => path.replace(/^\n/, "")).filter((path) => path !== ""),
  };
}

/** When the newest of some commits was made, in seconds since 1970; 0 where there are none. One dated later than `now` was made under a wrong clock, and counts only where all are. */
export function newestTime(log: readonly Pick<Commit, "time">[], now: number): number {
  const times = log.map(({ time }) => time);
  return Math.max(0, ...times.filter((time) => time <= now)) || Math.max(0, ...times);
}

/** Files that changed in the `days` before `until` (seconds since 1970), those with the most commits first, then the newest, then by path. */
export function churn(log: readonly Pick<Commit, "time" | "files">[], days: number, until: number): Churn[] {
  const changes = log.filter(({ time }) => until - days * SECONDS_A_DAY <= time && time <= until)
    .flatMap(({ time, files }) => files.map((path) => ({ path, time })));
  return [...Map.groupBy(changes, ({ path }) => path)]
    .map(([path, all]) => ({ path, commits: all.length, last: Math.max(...all.map(({ time }) => time)) }))
    .sort((a, b) => b.commits - a.commits || b.last - a.last || (a.path < b.path ? -1 : 1));
}
