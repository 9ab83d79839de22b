import { carried } from "../settings/carried.ts";

/** In the built program this code is in a chunk at the root of the bundle (`config/toolchain/entry_points`); from source the runtime loads modules. */
const IS_BUILT = !import.meta.url.endsWith("/lib/tools/bundle.ts");
/** Where the built program carries what a thread is made of. */
const THREADS = "threads.pack";

/** URLs of the modules of threads, which keep their paths below the root of the bundle. */
const entry = (path: string) => new URL(IS_BUILT ? `./lib/${path}.js` : `../${path}.ts`, import.meta.url);
export const sandboxEntry = () => entry("tools/sandbox_worker");
export const parserEntry = () => entry("codebase/syntax/parser_worker");
export const isolateEntry = () => entry("gateway/isolate/worker");

/** Starts a thread that may do so much. It may read no code: it is sent its own. Whoever calls is held until the thread is there. */
export function startThread(entry: URL, name: string, permissions: Deno.PermissionOptions): Worker {
  const thread = new Worker(entry, { type: "module", name, deno: { permissions } });
  const code = carried(THREADS);
  if (code !== undefined) thread.postMessage(code, [code.buffer]);
  return thread;
}
