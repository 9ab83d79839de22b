/** URL of the isolate's module, in the sources and in the bundle (`toolchain/entry_points`). */
export function isolateEntry(): URL {
  const bundled = !import.meta.url.endsWith("/lib/gateway/isolate/isolate_entry.ts");
  return new URL(bundled ? "./lib/gateway/isolate/worker.js" : "./worker.ts", import.meta.url);
}
