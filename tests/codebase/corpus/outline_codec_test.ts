import { assert, assertEquals } from "@std/assert";
import { decodeOutline, encodeOutline } from "../../../lib/codebase/corpus/outline_codec.ts";
import type { Outline } from "../../../lib/codebase/syntax/outline.ts";

const OUTLINE: Outline = {
  definitions: [
    {
      name: "Shop",
      kind: "class",
      line: 3,
      endLine: 40,
      signature: "class Shop extends Place {",
      bases: ["Place"],
    },
    { name: "open", kind: "method", line: 4, endLine: 9, signature: "open() {", container: "Shop" },
    {
      name: "Till",
      kind: "implementation",
      line: 4,
      endLine: 4,
      signature: "impl Drawer for Till {}",
      container: "Shop",
      bases: ["Drawer", "钱"],
    },
    { name: "main", kind: "function", line: 1041, endLine: 1041, signature: "main = () => 1" },
  ],
  calls: [
    { name: "open", line: 5, receiver: "this" },
    { name: "this", line: 5 },
    { name: "open", line: 70_000, receiver: "shop" },
  ],
  comments: [[1, 2], [50, 90]],
};
const EMPTY: Outline = { definitions: [], calls: [], comments: [] };

Deno.test("outlines come back as they were stored", () => {
  for (const outline of [OUTLINE, EMPTY]) assertEquals(decodeOutline(encodeOutline(outline)), outline);
});

Deno.test("bytes that are not what was stored are no outline", () => {
  const bytes = encodeOutline(OUTLINE);
  for (let at = 0; at < bytes.length; at++) {
    const damaged = bytes.slice();
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    assertEquals(decodeOutline(damaged), undefined, `byte ${at}`);
    assertEquals(decodeOutline(bytes.slice(0, at)), undefined, `cut at ${at}`);
  }
  assertEquals(decodeOutline(new TextEncoder().encode("{}")), undefined);
});

Deno.test("an outline is a few bytes a definition", () => {
  const definitions = Array.from({ length: 200 }, (_, at) => ({
    name: `openShop${at}`,
    kind: "method" as const,
    line: 10 * at + 1,
    endLine: 10 * at + 8,
    signature: `openShop${at}(key: Key): Promise<Shop> {`,
    container: "Street",
  }));
  assert(encodeOutline({ ...EMPTY, definitions }).length < 200 * 20);
});
