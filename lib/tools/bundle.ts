/** In the built program this code is in a chunk at the root of the bundle (`config/toolchain/entry_points`); from source the runtime loads modules. */
const IS_BUILT = !import.meta.url.endsWith("/lib/tools/bundle.ts");

/** URL of the sandbox's module, which keeps its path below the root of the bundle. */
export function sandboxEntry(): URL {
  return new URL(IS_BUILT ? "./lib/tools/sandbox_worker.js" : "./sandbox_worker.ts", import.meta.url);
}

/** The file inside the built program that holds its threads' code (`config/toolchain/code_cache`): a thread must be able to read it, or it cannot load itself. */
export function codeFile(): string[] {
  return IS_BUILT ? [decodeURIComponent(new URL("./code.pack", import.meta.url).pathname)] : [];
}
