import { assertEquals } from "@std/assert";
import { changedLines, hunks } from "./changed_lines.ts";

const of = (...heads: string[]) => hunks(heads.map((head) => `@@ ${head} @@ f()\n+x\n`).join(""));

Deno.test("hunks have their first line and their counts, one where none is written", () => {
  assertEquals(of("-3 +3,2", "-10,0 +12,4"), [{ line: 3, lines: 1, added: 2 }, {
    line: 10,
    lines: 0,
    added: 4,
  }]);
});

Deno.test("changed lines keep their numbers where nothing differs, and are the lines around what is added", () => {
  assertEquals(changedLines(of("-3,2 +3", "-10,0 +9,4"), []), [[3, 4], [10, 11]]);
  assertEquals(changedLines(of("-0,0 +1,2"), []), [[1, 1]]);
});

Deno.test("changed lines move with what was added and removed above them, and are left out where they are not there", () => {
  const change = of("-5 +5", "-20,3 +20,1", "-40 +40");
  assertEquals(changedLines(change, of("-10,0 +11,7", "-21,5 +27,0")), [[5, 5], [27, 27], [42, 42]]);
  assertEquals(changedLines(change, of("-1,8 +1,0")), [[12, 14], [32, 32]]);
});
