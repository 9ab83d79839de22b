import { assert, assertEquals } from "@std/assert";
import { pageOf } from "../../lib/context_files/page.ts";

Deno.test("pages asked for side by side meet, also where their offsets are in the middle of a character", () => {
  const text = "a😀登录b😀😀c".repeat(50);
  for (const limit of [2, 3, 5, 64]) {
    const pages = Array.from(
      { length: Math.ceil(text.length / limit) },
      (_, at) => pageOf(text, at * limit, limit),
    );
    assertEquals(pages.map((page) => page.text).join(""), text);
    for (const [at, page] of pages.entries()) {
      assert(page.text.isWellFormed());
      assertEquals(page.nextOffset, pages[at + 1]?.offset);
    }
  }
});
