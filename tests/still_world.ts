import type { World } from "../lib/settings/world.ts";

/** A world that stands still, at so many ms since 1970, with these variables and no others. */
export function stillWorld(env: Readonly<Record<string, string>> = {}, ms = 0): World {
  return {
    now: () => new Date(ms),
    elapsed: () => 0,
    nonce: (bytes) => "00".repeat(bytes),
    env: (name) => env[name],
  };
}
