import { recover } from "../settings/attempt.ts";
import type { Job } from "./request.ts";
import { startInBackground } from "../tools/local_socket.ts";
import { type FusedItem, placeOf } from "./fuse.ts";
import { addToJournal, type JournalEntry } from "./journal.ts";
import type { Run } from "./run.ts";
import { isKeptWarm } from "./warm.ts";
import { givenAs, inSession } from "./session_memory.ts";

/** UTF-16 units of an error: a path and what helps. */
const MAX_REASON = 300;
/** ms within which two prompts of a session make it likely that a third one follows. */
const AT_WORK_MS = 15 * 60_000;

export interface Ran extends Required<Pick<JournalEntry, "earlier" | "cut" | "limits">> {
  runs: readonly Run[];
  shown: readonly FusedItem[];
  quoted: ReadonlySet<FusedItem>;
  text: string;
  runId: string;
}

/** What remains to be done once the text stands: the log behind `why`, a fresh index. Returns texts for [Limits]. */
export function afterRun(job: Job, ran: Ran): string[] {
  const { places, request, prepared: { root }, query, world, began } = job;
  const { runs, shown, quoted, earlier, cut, runId } = ran;
  const limits: string[] = [...places.refused];
  const attempt = <T>(what: string, act: () => T) =>
    recover(act, Error, ({ message }) => {
      limits.push(`${what}: ${message.slice(0, MAX_REASON)}`);
      return undefined;
    });
  const id = request.client.session_id;
  const before = attempt("log not written", () =>
    addToJournal(places, root, {
      time: world.now().toISOString(),
      client: request.client.name,
      prompt: query.prompt,
      outcome: outcome(ran),
      tools: runs.map(({ result: { tool, status, duration_ms: ms } }) => ({ tool, status, ms })),
      shown: shown.map((item) => {
        const isQuoted = quoted.has(item);
        return { place: placeOf(item), why: item.summary, quoted: isQuoted, as: givenAs(item, isQuoted) };
      }),
      session: id === undefined ? undefined : inSession(id, runId, query.forTools),
      earlier,
      cut,
      limits: [...new Set(ran.limits)],
      ms: Math.round(world.elapsed() - began),
    }));
  if (places.cache !== undefined && wantsIndex(job, runs)) {
    attempt("index not started", () => startInBackground("index", "build", "--background", "--repo", root));
  } else if (before !== undefined && world.now().getTime() - before < AT_WORK_MS && wantsDaemon(job)) {
    attempt("daemon not started", () => startInBackground("index", "daemon", "--repo", root));
  }
  return limits;
}

/** Whether a tool found the index missing or behind the tree, or its state could not be told in time, which a fresh one helps against. */
function wantsIndex({ prepared: { repository } }: Job, runs: readonly Run[]): boolean {
  const states = runs.flatMap(({ output }) => output?.data["index"] ?? []);
  if (states.includes("stale")) return true;
  // A folder that is no repository may hold all that a person has: its first index is made on request.
  if (repository === undefined) return false;
  if (states.length > 0) return states.includes("missing");
  return runs.some(({ result: { tool, status } }) => tool === "ci_index_status" && status === "timeout");
}

/** Whether a person is at work, nobody keeps the repository warm for them, and they have not said that nobody is to. */
function wantsDaemon({ request, prepared, places, world }: Job): boolean {
  return request.client.session_id !== undefined && prepared.settings.daemonMinutes > 0 &&
    !isKeptWarm(prepared, places, world);
}

function outcome({ runs, text }: Ran): string {
  if (text !== "") return `injected ${text.length} characters`;
  return runs.some(({ result }) => result.status === "ok")
    ? "nothing injected: no place with enough evidence"
    : "nothing injected: no tool gave an answer";
}
