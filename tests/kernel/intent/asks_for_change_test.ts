import { assertEquals } from "@std/assert";
import { readIntent } from "../../../lib/kernel/intent/intent.ts";

const mayBe = (prompt: string) => {
  const { isCode, mayBeCode } = readIntent(prompt);
  return { isCode, mayBeCode };
};

Deno.test("a request for a change in words of any trade may be about code: the repository says", () => {
  for (
    const prompt of [
      "change the primary colour to teal",
      "make the overlay darker",
      "please let the spider stay open when it becomes idle",
      "can you wake the beat up more often",
      "give up after three redirects",
    ]
  ) assertEquals(mayBe(prompt), { isCode: false, mayBeCode: true }, prompt);
});

Deno.test("one to a person, about a piece of writing or about nothing that is named may not", () => {
  for (
    const prompt of [
      "give me a moment",
      "make it better",
      "change the tone to formal",
      "make the summary half as long",
      "show me your best one",
      "make a reservation\nfor two people tonight",
      "squash these three commits into one",
    ]
  ) assertEquals(mayBe(prompt).mayBeCode, false, prompt);
});
