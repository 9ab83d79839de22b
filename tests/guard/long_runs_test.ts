import { assertEquals } from "@std/assert";
import { sanitize } from "../../lib/guard/sanitize.ts";

/** Characters; beyond some six millions of one class V8's stack does not suffice for every pattern. */
const SIZE = 16_000_000;

for (const unit of ["a", "aB1", "0123456789abcdef", "QUJD/+12", "-"]) {
  Deno.test(`a run of millions of ${JSON.stringify(unit)} is cleaned, and does not end the program`, () => {
    const text = unit.repeat(SIZE / unit.length);
    assertEquals(sanitize(`${text}\nlast`).text.endsWith("\nlast"), true);
  });
}

for (const head of ["Authorization: Bearer ", "eyJ"]) {
  Deno.test(`a run of millions behind ${JSON.stringify(head)} is cleaned, and does not end the program`, () => {
    const text = `${head}${"aB1".repeat(SIZE / 4)}`;
    assertEquals(sanitize(`${text}\nlast`).text.endsWith("\nlast"), true);
  });
}
