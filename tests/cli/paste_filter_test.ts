import { assertEquals } from "@std/assert";
import { LINE_BREAK, pasteFilter } from "../../lib/cli/terminal_lines.ts";

const BLOCK = "x\u001b[200~修a\r\nb\rc\nd\u001b[201~\ry";
const PASTED = `x修${["a", "b", "c", "d"].join(LINE_BREAK)}\ry`;

Deno.test("line breaks of a pasted block are marked, its brackets are gone, keys around it stay", () => {
  assertEquals(pasteFilter()(new TextEncoder().encode(BLOCK)), PASTED);
});

Deno.test("the same block in chunks, unless one ends between Escape and its bracket, is the same text", () => {
  const bytes = new TextEncoder().encode(BLOCK);
  for (const size of [3, 4, 5, 7, 11]) {
    const filter = pasteFilter();
    let out = "";
    for (let at = 0; at < bytes.length; at += size) out += filter(bytes.subarray(at, at + size));
    assertEquals(out, PASTED, `chunks of ${size}`);
  }
});

Deno.test("a lone Escape and the arrow keys pass at once", () => {
  const filter = pasteFilter();
  assertEquals(filter(new TextEncoder().encode("\u001b")), "\u001b");
  assertEquals(filter(new TextEncoder().encode("\u001b[A")), "\u001b[A");
});
