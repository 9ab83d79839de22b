import { assertEquals } from "@std/assert";
import { readIntent } from "../../../lib/kernel/intent/intent.ts";

const MAY_BE = [
  "how is the leader chosen?",
  "where does the font come from?",
  "Several candidates fit: how is the preferred one picked?",
  "A schedule for the last working day of the month fires on the wrong day",
  "同一张桌子却被两位客人订走了",
  "what makes the second launch so slow?",
  "at which step does the blacklist apply?",
  "水印是怎么画到图上的",
  "选主的过程是怎样的",
  "帮我看看为什么满一百不包邮",
  "怎么判断一个节点已经失联",
];

Deno.test("a question for how something works, or what goes wrong, in words of any trade, may be about code: the repository says", () => {
  for (const prompt of MAY_BE) {
    const { isCode, mayBeCode } = readIntent(prompt);
    assertEquals({ isCode, mayBeCode }, { isCode: false, mayBeCode: true }, prompt);
  }
});

Deno.test("one about a person, to a person, or for how to do something oneself may not", () => {
  for (
    const prompt of [
      "how are you?",
      "why am I always tired",
      "how does it work?",
      "what is the capital of France",
      "how was your weekend?",
      "where is my umbrella from?",
      "怎么搭一个鸟窝",
      "你怎么看自由意志",
      "今天天气怎么样",
      "水槽堵了怎么办",
    ]
  ) {
    const { isCode, mayBeCode } = readIntent(prompt);
    assertEquals({ isCode, mayBeCode }, { isCode: false, mayBeCode: false }, prompt);
  }
});

Deno.test("a word that only begins like a language's name does not make a Chinese question one for a textbook", () => {
  for (const prompt of ["cache 是怎么失效的", "context 是怎么传下去的", "crontab 定时规则是怎么解析的"]) {
    assertEquals(readIntent(prompt).isCode, true, prompt);
  }
  assertEquals(readIntent("C 里怎么反转列表").isCode, false);
});
