import { AutoToolsError } from "../../contract/error_codes.ts";
import { codeFile } from "../../tools/code_file.ts";
import { isolateEntry } from "./isolate_entry.ts";
import type { JobAnswer, JobMessage, JobName, Jobs } from "./jobs.ts";

/**
 * A thread without permissions for work whose length strangers decide: it is ended when a job takes too long, and started anew for the next.
 * Jobs run one after another, each on its own clock from when it really starts.
 */
export interface Isolate {
  /** Throws `AutoToolsError` `E_TIMEOUT` where the job did not end in `timeoutMs`, `E_UNKNOWN` where it failed. */
  run<Name extends JobName>(
    name: Name,
    input: Jobs[Name]["input"],
    timeoutMs: number,
  ): Promise<Jobs[Name]["output"]>;
  close(): void;
}

export function openIsolate(entry: URL = isolateEntry()): Isolate {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const read = codeFile();
    return new Worker(entry, {
      type: "module",
      name: "isolate",
      deno: { permissions: read.length > 0 ? { read } : "none" },
    });
  }

  function end(): void {
    worker?.terminate();
    worker = undefined;
  }

  async function answer<Name extends JobName>(
    message: JobMessage,
    timeoutMs: number,
  ): Promise<JobAnswer<Name>> {
    const thread = worker ??= start();
    const { promise, resolve, reject } = Promise.withResolvers<JobAnswer<Name>>();
    thread.onmessage = ({ data }: MessageEvent<JobAnswer<Name>>) => resolve(data);
    thread.onerror = (event) => {
      event.preventDefault();
      end();
      reject(new AutoToolsError("E_UNKNOWN", event.message));
    };
    const timer = setTimeout(() => {
      end();
      reject(new AutoToolsError("E_TIMEOUT", `not done within ${timeoutMs} ms`));
    }, timeoutMs);
    try {
      thread.postMessage(message);
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async run<Name extends JobName>(name: Name, input: Jobs[Name]["input"], timeoutMs: number) {
      const before = last;
      const turn = Promise.withResolvers<void>();
      last = turn.promise;
      await before;
      try {
        const done = await answer<Name>({ name, input } as JobMessage, timeoutMs);
        if ("failed" in done) throw new AutoToolsError("E_UNKNOWN", done.failed);
        return done.output;
      } finally {
        turn.resolve();
      }
    },
    close: end,
  };
}
