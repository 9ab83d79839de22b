import { isolateEntry, startThread } from "../../tools/bundle.ts";
import { openThread } from "../../tools/thread.ts";
import type { Jobs } from "./worker.ts";

export type Isolate = ReturnType<typeof openIsolate>;

/** A thread without permissions for work whose length strangers decide. */
export function openIsolate() {
  const thread = openThread(() => startThread(isolateEntry(), "isolate", "none"));
  return {
    /** Throws `AutoToolsError`, `E_TIMEOUT` where the job did not end in `timeoutMs`. */
    run: <Name extends keyof Jobs>(name: Name, input: Parameters<Jobs[Name]>[0], timeoutMs: number) =>
      thread.run({ name, input }, timeoutMs) as ReturnType<Jobs[Name]>,
    close: thread.close,
  };
}
