import { assertEquals } from "@std/assert";
import { sanitize } from "../../lib/guard/sanitize.ts";
import { sampled } from "../acceptance/harness.ts";

/** Characters; beyond some eight millions, of one class or of alternatives, V8's stack does not suffice for every pattern. */
const SIZE = 10_000_000;

const RUNS = [
  ["", "-"],
  ["", "aB1"],
  ["Authorization: Bearer ", "aB1"],
  ["eyJ", "aB1"],
  ["", "0123456789abcdef"],
  ["", "QUJD/+12"],
  ["", "a"],
] as const;

for (const [head, unit] of sampled(RUNS)) {
  Deno.test(`a run of millions of ${JSON.stringify(unit)} behind "${head}" is cleaned, and does not end the program`, () => {
    const text = `${head}${unit.repeat(SIZE / unit.length)}\nlast`;
    assertEquals(sanitize(text).text.endsWith("\nlast"), true);
  });
}
