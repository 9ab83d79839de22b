/** Letter and blank before each path, as `git ls-files -t` prints them. */
const BEFORE_PATH = 2;

/**
 * The tracked paths as git prints them (`ls-files -z -t`), in the order of bytes. To make texts of seventy thousand takes as long as half a prompt, which as a
 * rule asks for a few of them.
 */
export class TrackedPaths {
  readonly #printed: Uint8Array;
  #all: string[] | undefined;

  constructor(printed: Uint8Array) {
    this.#printed = printed;
  }

  /** Every path, once: of a conflicted file git prints each side, one after the other. */
  get all(): string[] {
    if (this.#all !== undefined) return this.#all;
    const entries = new TextDecoder().decode(this.#printed).split("\0");
    // What follows the last NUL is empty, or a path that was cut off.
    entries.pop();
    const all: string[] = this.#all = [];
    for (const entry of entries) {
      const path = entry.slice(BEFORE_PATH);
      if (path !== all.at(-1)) all.push(path);
    }
    return all;
  }

  has(path: string): boolean {
    const sought = new TextEncoder().encode(path);
    const bytes = this.#printed;
    let from = 0;
    let to = bytes.length;
    while (from < to) {
      const start = from + bytes.subarray(from, (from + to) >>> 1).lastIndexOf(0) + 1;
      const end = bytes.indexOf(0, start);
      if (end < 0) return false;
      const order = compared(bytes.subarray(start + BEFORE_PATH, end), sought);
      if (order === 0) return true;
      if (order < 0) from = end + 1;
      else to = start;
    }
    return false;
  }
}

/** The same bytes for paths that are in that order, each as if it stood unchanged in git's index. */
export function asPrinted(paths: readonly string[]): Uint8Array {
  return new TextEncoder().encode(paths.map((path) => `H ${path}\0`).join(""));
}

function compared(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
