import { assertEquals } from "@std/assert";
import { median, quantile } from "./statistics.ts";

Deno.test("median: the middle, the mean of two middles, and nothing of nothing", () => {
  assertEquals(median([30, 10, 20]), 20);
  assertEquals(median([40, 10, 20, 30]), 25);
  assertEquals(median([7]), 7);
  assertEquals(median([]), NaN);
});

Deno.test("quantile: 95 of 100 values lie at or below p95", () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  assertEquals(quantile(values, 0.95), 95);
  assertEquals(quantile([5], 0.95), 5);
  assertEquals(quantile([1, 2], 0.95), 2);
});
