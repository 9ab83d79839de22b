import { assertEquals } from "@std/assert";
import { systemWorld } from "../../lib/settings/world.ts";

/** The year of a world whose SOURCE_DATE_EPOCH is this. */
function yearWith(epoch: string): number {
  const before = Deno.env.get("SOURCE_DATE_EPOCH");
  Deno.env.set("SOURCE_DATE_EPOCH", epoch);
  try {
    return systemWorld().now().getUTCFullYear();
  } finally {
    if (before === undefined) Deno.env.delete("SOURCE_DATE_EPOCH");
    else Deno.env.set("SOURCE_DATE_EPOCH", before);
  }
}

Deno.test("SOURCE_DATE_EPOCH stands in the clock's place, however late", () => {
  assertEquals(yearWith("0"), 1970);
  assertEquals(yearWith("1700000000"), 2023);
  for (const late of ["253402300800", "99999999999999999", "9".repeat(400)]) {
    assertEquals(yearWith(late), 9999, late);
  }
});

Deno.test("what is no whole number of seconds leaves the clock alone", () => {
  for (const odd of ["", " ", "abc", "-1", "1.5", "1e3", "0x10"]) {
    assertEquals(yearWith(odd) > 2020, true, odd);
  }
});
