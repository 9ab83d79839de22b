import { AutoToolsError } from "../contract/error_codes.ts";
import { ignoreError } from "../settings/attempt.ts";

/** What a thread sends: a job has really begun, and its end; `failed` where it threw; `asks`: what it has this one do meanwhile. */
export type FromThread = { started: true } | { answer: unknown } | { failed: string } | { asks: unknown };

/** Does one job after another, each on its own clock from when it really begins. A job that takes too long ends the thread, and the next starts a new one. `tell` does what the thread asks for. */
export function openThread(
  start: () => Worker,
  tell = (_asked: unknown): Promise<unknown> => Promise.resolve(),
) {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let failCurrent: ((why: AutoToolsError) => void) | undefined;
  let closed: AutoToolsError | undefined;

  function opened(): Worker {
    if (worker !== undefined) return worker;
    worker = start();
    worker.onerror = (event) => {
      event.preventDefault();
      end(new AutoToolsError("E_TOOL_UNAVAILABLE", event.message));
    };
    return worker;
  }

  function end(why: AutoToolsError): void {
    worker?.terminate();
    worker = undefined;
    failCurrent?.(why);
  }

  async function answer(job: unknown, timeoutMs: number): Promise<unknown> {
    if (closed !== undefined) throw closed;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const thread = opened();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = () => end(new AutoToolsError("E_TIMEOUT", `not done within ${timeoutMs} ms`));
    failCurrent = reject;
    thread.onmessage = ({ data }: MessageEvent<FromThread>) => {
      if ("answer" in data) resolve(data.answer);
      else if ("failed" in data) reject(new AutoToolsError("E_UNKNOWN", data.failed));
      else if ("asks" in data) void tell(data.asks).then((told) => thread.postMessage({ told }));
      else timer = setTimeout(late, timeoutMs);
    };
    try {
      thread.postMessage(job);
      return await promise;
    } finally {
      clearTimeout(timer);
      failCurrent = undefined;
    }
  }

  return {
    start: (): void => void opened(),
    /** Throws `AutoToolsError`: `E_TIMEOUT` after `timeoutMs`, `E_UNKNOWN` where the job failed, `E_TOOL_UNAVAILABLE` where the thread broke down or is closed. */
    run(job: unknown, timeoutMs: number): Promise<unknown> {
      const turn = last.then(() => answer(job, timeoutMs));
      // Whoever asked is told of a failure; the next job is not.
      last = turn.catch(ignoreError);
      return turn;
    },
    close(): void {
      closed ??= new AutoToolsError("E_TOOL_UNAVAILABLE", "it is closed");
      end(closed);
    },
  };
}
