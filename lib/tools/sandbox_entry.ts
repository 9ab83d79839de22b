/**
 * URL of the sandbox's module. In the sources it lies beside this file; once bundled, this code is in a chunk at the root of the bundle and
 * the sandbox keeps its path below it (`toolchain/entry_points`).
 */
export function sandboxEntry(): URL {
  const bundled = !import.meta.url.endsWith("/lib/tools/sandbox_entry.ts");
  return new URL(bundled ? "./lib/tools/sandbox_worker.js" : "./sandbox_worker.ts", import.meta.url);
}
