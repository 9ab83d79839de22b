import { assertEquals } from "@std/assert";
import { charts } from "../../config/toolchain/charts.ts";

for (const [path, svg] of Object.entries(charts())) {
  Deno.test(`${path} shows the figures of charts.json (else run: deno task charts)`, async () => {
    assertEquals(await Deno.readTextFile(new URL(`../../${path}`, import.meta.url)), svg);
  });
}
