import { sanitizedHead } from "../../guard/sanitize.ts";
import type { CallResult } from "./plan_batch.ts";

/** UTF-16 units of what is told of a step: it may be the server's own words. */
const MAX_MESSAGE = 200;
/** ms between two steps that are told; a server may tell thousands. */
const STEP_MS = 50;

export type ProgressReport = ReturnType<typeof progressReport>;

/**
 * Progress of a whole batch, which never goes back: one for each call that is done, and a little for what a server tells of a call.
 *
 * @param elapsed ms, never going back.
 */
export function progressReport(
  total: number,
  elapsed: () => number,
  notify: (notice: { progress: number; total: number; message: string }) => void,
) {
  let [done, progress, toldAt] = [0, 0, -Infinity];
  function tell(message: string): void {
    // What does not grow is no progress to a client.
    progress = Math.min(total, Math.max(done, progress + 0.001));
    notify({ progress, total, message: sanitizedHead(message, MAX_MESSAGE) });
  }
  return {
    step(name: string, message?: string): void {
      if (elapsed() - toldAt < STEP_MS) return;
      toldAt = elapsed();
      tell(message === undefined ? name : `${name}: ${message}`);
    },
    done(name: string): void {
      done++;
      tell(`${name}: done`);
    },
  };
}

/** How a batch went, in one line. */
export function batchSummary(results: readonly CallResult[], ms: number): string {
  const counts = (["ok", "error", "permission"] as const).flatMap((status) => {
    const count = results.filter((result) => result.status === status).length;
    return count > 0 ? [`${count} ${status}`] : [];
  });
  const calls = `${results.length} call${results.length === 1 ? "" : "s"}`;
  return `${calls}: ${counts.join(", ")} (${Math.round(ms)} ms)`;
}
