import { sanitizedHead } from "../../guard/sanitize.ts";
import { answerBytes, headOfAnswer, jsonBytes } from "../output/answer_size.ts";
import type { CallResult } from "./plan_batch.ts";

/** UTF-16 units of what is told of a step: it may be the server's own words. */
const MAX_MESSAGE = 200;
/** ms between two steps that are told; a server may tell thousands. */
const STEP_MS = 50;
const CUT = "… (cut: this answer is full)";

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

/** Shortens what is told of calls that did not work, where the whole would be too long for an answer: each has the same share. Outputs were measured when they came. */
export function fitResults(results: readonly CallResult[], maxBytes: number): readonly CallResult[] {
  if (jsonBytes(results) <= maxBytes) return results;
  const bare = results.map((result) => result.status === "ok" ? result : { ...result, text: "" });
  const failed = results.filter(({ status }) => status !== "ok").length;
  const share = Math.max(0, Math.floor((maxBytes - jsonBytes(bare)) / failed) - answerBytes(CUT));
  return results.map((result) => {
    const { status, text = "" } = result;
    if (status === "ok" || answerBytes(text) <= share) return result;
    return { ...result, text: `${headOfAnswer(text, share)}${CUT}` };
  });
}
