import type { Progress } from "@modelcontextprotocol/client";
import { sanitizedHead } from "../../guard/sanitize.ts";

/** Tells a client how far a batch is. */
export interface ProgressReport {
  /** A server tells how far a call is. */
  step(name: string, progress: Progress): void;
  done(name: string): void;
}

export interface ProgressNotice {
  progress: number;
  total: number;
  message: string;
}

/** UTF-16 units of what is told of a step: it may be the server's own words. */
const MAX_MESSAGE = 200;
/** ms between two steps that are told; a server may tell thousands. */
const STEP_MS = 50;

/**
 * Progress of a whole batch: one for each call that is done, and parts of those that tell how far they are. It never goes back.
 *
 * @param elapsed ms, never going back.
 */
export function progressReport(
  calls: number,
  elapsed: () => number,
  notify: (notice: ProgressNotice) => void,
): ProgressReport {
  const parts = new Map<string, number>();
  let finished = 0;
  let told = 0;
  let toldAt = -Infinity;
  const tell = (message: string) => {
    const running = [...parts.values()].reduce((sum, part) => sum + part, 0);
    // What does not grow is no progress to a client; a little more says that work goes on.
    const progress = Math.min(calls, Math.max(finished + running, told + 0.001));
    told = progress;
    notify({ progress, total: calls, message: sanitizedHead(message, MAX_MESSAGE) });
  };
  return {
    step(name, { progress, total, message }) {
      if (elapsed() - toldAt < STEP_MS) return;
      toldAt = elapsed();
      if (total !== undefined && total > 0) parts.set(name, Math.min(0.99, Math.max(0, progress / total)));
      tell(`${name}${message === undefined ? "" : `: ${message}`}`);
    },
    done(name) {
      parts.delete(name);
      finished++;
      tell(`${name}: done`);
    },
  };
}
