import { assert, assertEquals } from "@std/assert";
import { answerBytes, headOfAnswer, tailOfAnswer } from "../../lib/gateway/output/answer_size.ts";

const TEXT = 'a"\\\n\r\t\b\f\u0001é行😀\ud800x'.repeat(40);

Deno.test("the head and the tail of a text fit their bytes, as JSON in UTF-8, and one character more would not", () => {
  for (const max of [0, 1, 2, 3, 5, 17, 100, 500]) {
    const [head, tail] = [headOfAnswer(TEXT, max), tailOfAnswer(TEXT, max)];
    assert(TEXT.startsWith(head) && TEXT.endsWith(tail));
    assert(answerBytes(head) <= max && answerBytes(tail) <= max);
    const [next] = TEXT.slice(head.length);
    const before = Array.from(TEXT.slice(0, TEXT.length - tail.length)).at(-1);
    assert(answerBytes(`${head}${next}`) > max);
    assert(answerBytes(`${before}${tail}`) > max);
  }
});

Deno.test("a text that fits is left alone", () => {
  const bytes = answerBytes(TEXT);
  assertEquals([headOfAnswer(TEXT, bytes), tailOfAnswer(TEXT, bytes)], [TEXT, TEXT]);
});
