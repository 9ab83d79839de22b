import { assert, assertEquals } from "@std/assert";
import { Repetition } from "../../lib/continuous/guard/repetition.ts";

Deno.test("the same command with the same output is counted; another output, or a change of a file, begins anew", () => {
  const repetition = new Repetition(2);
  assertEquals(repetition.ended("make", 1, "no"), undefined);
  assertEquals(repetition.ended("make", 1, "yes"), undefined);
  assertEquals(repetition.ended("make", 2, "no"), undefined);
  assertEquals(repetition.ended("make", 1, "no"), 2);
  repetition.forget();
  assertEquals(repetition.ended("make", 1, "no"), undefined);
});

Deno.test("what commands print is not kept to know it again", () => {
  const repetition = new Repetition(2);
  const { heapUsed } = Deno.memoryUsage();
  for (let each = 0; each < 400; each++) repetition.ended("cat", 0, `${each}${"x".repeat(1_000_000)}`);
  assertEquals(repetition.ended("cat", 0, `7${"x".repeat(1_000_000)}`), 2);
  assert(Deno.memoryUsage().heapUsed - heapUsed < 300_000_000);
});
