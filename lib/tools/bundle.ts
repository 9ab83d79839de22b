/** In the built program this code is in a chunk at the root of the bundle (`config/toolchain/entry_points`); from source the runtime loads modules. */
const IS_BUILT = !import.meta.url.endsWith("/lib/tools/bundle.ts");

/** URLs of the modules of threads, which keep their paths below the root of the bundle. */
const entry = (path: string) => new URL(IS_BUILT ? `./lib/${path}.js` : `../${path}.ts`, import.meta.url);
export const sandboxEntry = () => entry("tools/sandbox_worker");
export const isolateEntry = () => entry("gateway/isolate/worker");

/** The file inside the built program that holds its threads' code (`config/toolchain/code_cache`): a thread must be able to read it, or it cannot load itself. */
export function codeFile(): string[] {
  return IS_BUILT ? [decodeURIComponent(new URL("./code.pack", import.meta.url).pathname)] : [];
}
