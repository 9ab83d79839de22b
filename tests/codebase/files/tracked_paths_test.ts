import { assertEquals } from "@std/assert";
import { TrackedPaths } from "../../../lib/codebase/files/tracked_paths.ts";

/** As git prints paths: in the order of bytes. */
function printed(paths: readonly string[], letter = "H"): Uint8Array {
  const encoder = new TextEncoder();
  const bytes = (path: string) => [...encoder.encode(path)].map((byte) => String.fromCharCode(byte)).join("");
  const sorted = [...paths].sort((one, other) => bytes(one) < bytes(other) ? -1 : 1);
  return encoder.encode(sorted.map((path) => `${letter} ${path}\0`).join(""));
}

const PATHS = [
  "a",
  "a.ts",
  "a/b.ts",
  "a/b/c.ts",
  "ab",
  "line\nbreak.ts",
  "z/最后.ts",
  "z/\u{1f600}.ts",
  "z/\uff5a.ts",
];

Deno.test("tracked paths are found one by one, and no others", () => {
  for (let count = 0; count <= PATHS.length; count++) {
    const some = PATHS.slice(0, count);
    const tracked = new TrackedPaths(printed(some));
    assertEquals(PATHS.filter((path) => tracked.has(path)), some);
    assertEquals(["", "A", "a/", "a/b", "a/b.tsx", "b", "zz", "H a"].filter((path) => tracked.has(path)), []);
  }
});

Deno.test("all tracked paths come in git's order, a conflicted one once", () => {
  const sides = printed(["both.ts"], "M");
  const printedTwice = new Uint8Array([...printed(["a.ts"]), ...sides, ...sides, ...printed(["c.ts"])]);
  const tracked = new TrackedPaths(printedTwice);
  assertEquals(tracked.all, ["a.ts", "both.ts", "c.ts"]);
  assertEquals(["a.ts", "b.ts", "both.ts", "c.ts"].filter((path) => tracked.has(path)), tracked.all);
});

Deno.test("a path that was cut off is none", () => {
  const whole = printed(["a.ts", "b.ts"]);
  const tracked = new TrackedPaths(whole.subarray(0, whole.length - 1));
  assertEquals([tracked.all, tracked.has("a.ts"), tracked.has("b.ts")], [["a.ts"], true, false]);
});
