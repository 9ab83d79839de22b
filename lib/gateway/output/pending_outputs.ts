import { AutoToolsError } from "../../contract/error_codes.ts";
import { inTime } from "../../settings/in_time.ts";

/** Outputs that are still being made safe after their batch has ended, by id. */
export interface PendingOutputs {
  /** Holds an id until the work is done. A failure is kept, and told to who asks. */
  add(id: string, work: Promise<unknown>): void;
  /** Comes back when the output can be read, or was never one of these. Throws `AutoToolsError` where it is not ready in `ms`, or failed. */
  wait(id: string, ms: number): Promise<void>;
}

export function pendingOutputs(): PendingOutputs {
  const pending = new Map<string, Promise<{ failed?: string }>>();
  return {
    add(id, work) {
      pending.set(
        id,
        work.then(() => {
          pending.delete(id);
          return {};
        }, (error) => ({ failed: error instanceof Error ? error.message : String(error) })),
      );
    },
    async wait(id, ms) {
      const found = pending.get(id);
      if (found === undefined) return;
      const ended = await inTime(found, ms);
      if (ended === undefined) {
        throw new AutoToolsError(
          "E_TIMEOUT",
          `${id} is still being made safe to read; ask again in a moment`,
        );
      }
      if (ended.failed !== undefined) {
        throw new AutoToolsError("E_UNKNOWN", `${id} could not be kept: ${ended.failed.slice(0, 200)}`);
      }
    },
  };
}
