import { assert, assertEquals } from "@std/assert";
import { CHINESE } from "../../../lib/guard/injection/chinese.ts";
import { ENGLISH } from "../../../lib/guard/injection/english.ts";
import { filterInjection } from "../../../lib/guard/injection/injection.ts";
import { MARKUP } from "../../../lib/guard/injection/markup.ts";

for (const { example, pattern, needs } of [...MARKUP, ...ENGLISH, ...CHINESE]) {
  Deno.test(`the filter removes: ${example}`, () => {
    assert(example.search(pattern()) >= 0, "the rule itself matches its example");
    assert(needs.some((need) => example.toLowerCase().includes(need)), "and is tried on it");
    const { text } = filterInjection(`before\n${example}\nafter`);
    assertEquals(text.split("\n").map((line) => line.includes("[filtered]")), [false, true, false]);
    assert(!text.includes(example));
  });
}
