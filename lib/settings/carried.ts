/** How the built program's loader gives out what it carries besides code (`config/toolchain/code_cache/loader.ts`); in its first thread only. */
const CARRIED = Symbol.for("auto-tools.carried");

/** What the built program carries under a name; undefined where it was built without keeping code compiled, and from source. */
export function carried(name: string): Uint8Array<ArrayBuffer> | undefined {
  const read: unknown = Reflect.get(globalThis, CARRIED);
  const bytes: unknown = typeof read === "function" ? read(name) : undefined;
  return bytes instanceof Uint8Array ? bytes as Uint8Array<ArrayBuffer> : undefined;
}
