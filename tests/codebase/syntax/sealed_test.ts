import { assert, assertThrows } from "@std/assert";
import { sealed, unsealed } from "../../../lib/codebase/syntax/sealed.ts";

const small = new TextEncoder().encode("a parser's bytes ".repeat(40));
const large = new Uint8Array(2_000_000).map((_, at) => (at * at) >> 9);

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

Deno.test("what is sealed comes back as it was; only what is large is made smaller", () => {
  for (const content of [new Uint8Array(), small, large]) assert(isSame(unsealed(sealed(content)), content));
  assert(sealed(small).length > small.length);
  assert(sealed(large).length < large.length);
});

Deno.test("a sealed file that is damaged never gives another content, wherever the damage is", () => {
  for (const content of [small, large]) {
    const file = sealed(content);
    for (const at of [0, 300, file.length >> 1, file.length - 8, file.length - 1]) {
      const damaged = file.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0x40;
      assertThrows(() => unsealed(damaged), Error);
    }
    // In the last byte of what is packed, bits may stand for nothing.
    const end = file.slice();
    end[file.length - 9] = (end[file.length - 9] ?? 0) ^ 0x40;
    let found = content;
    try {
      found = unsealed(end);
    } catch (error) {
      assert(error instanceof Error);
    }
    assert(isSame(found, content));
  }
});

Deno.test("a sealed file that is cut off is refused", () => {
  for (const file of [sealed(small), sealed(large)]) {
    for (const length of [0, 5, file.length >> 1, file.length - 1]) {
      assertThrows(() => unsealed(file.slice(0, length)), Error);
    }
  }
});
