import { AutoToolsError } from "../../contract/error_codes.ts";
import { codeFile } from "../../tools/bundle.ts";
import type { JobAnswer, Jobs } from "./worker.ts";

/**
 * A thread without permissions for work whose length strangers decide: it is ended when a job takes too long, and started anew for the next.
 * Jobs run one after another, each on its own clock from when it really starts.
 */
export interface Isolate {
  /** Throws `AutoToolsError` `E_TIMEOUT` where the job did not end in `timeoutMs`, `E_UNKNOWN` where it failed. */
  run<Name extends keyof Jobs>(
    name: Name,
    input: Parameters<Jobs[Name]>[0],
    timeoutMs: number,
  ): Promise<Awaited<ReturnType<Jobs[Name]>>>;
  close(): void;
}

export function openIsolate(): Isolate {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const read = codeFile();
    return new Worker(isolateEntry(), {
      type: "module",
      name: "isolate",
      deno: { permissions: read.length > 0 ? { read } : "none" },
    });
  }

  function end(): void {
    worker?.terminate();
    worker = undefined;
  }

  async function answer(name: keyof Jobs, input: unknown, timeoutMs: number): Promise<unknown> {
    const thread = worker ??= start();
    const { promise, resolve, reject } = Promise.withResolvers<JobAnswer>();
    function fail(error: AutoToolsError): void {
      end();
      reject(error);
    }
    thread.onmessage = ({ data }: MessageEvent<JobAnswer>) => resolve(data);
    thread.onerror = (event) => {
      event.preventDefault();
      fail(new AutoToolsError("E_UNKNOWN", event.message));
    };
    const late = new AutoToolsError("E_TIMEOUT", `not done within ${timeoutMs} ms`);
    const timer = setTimeout(() => fail(late), timeoutMs);
    try {
      thread.postMessage({ name, input });
      const done = await promise;
      if ("failed" in done) throw new AutoToolsError("E_UNKNOWN", done.failed);
      return done.output;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    run<Name extends keyof Jobs>(name: Name, input: Parameters<Jobs[Name]>[0], timeoutMs: number) {
      const turn = last.then(() => answer(name, input, timeoutMs));
      // Whoever asked is told of a failure; the next job is not.
      last = turn.catch(() => {});
      return turn as Promise<Awaited<ReturnType<Jobs[Name]>>>;
    },
    close: end,
  };
}

/** URL of the isolate's module, in the sources and in the bundle (`config/toolchain/entry_points`). */
function isolateEntry(): URL {
  const bundled = !import.meta.url.endsWith("/lib/gateway/isolate/isolate.ts");
  return new URL(bundled ? "./lib/gateway/isolate/worker.js" : "./worker.ts", import.meta.url);
}
