import { assertEquals } from "@std/assert";
import everyday from "../../../lib/codebase/query/data/glossary_everyday.txt" with { type: "text" };
import technical from "../../../lib/codebase/query/data/glossary_technical.txt" with { type: "text" };
import thesaurus from "../../../lib/codebase/query/data/thesaurus.txt" with { type: "text" };
import { glossed } from "../../../lib/codebase/query/chinese.ts";
import { entriesOf, STOP_PHRASES } from "../../../lib/codebase/query/common_words.ts";
import { related } from "../../../lib/codebase/query/thesaurus.ts";

const TABLES = {
  glossary: {
    lines: [...entriesOf(technical), ...entriesOf(everyday)],
    form: /^[\u4e00-\u9fff]+(?: [a-z][a-z0-9]*){1,4}$/,
  },
  thesaurus: {
    lines: entriesOf(thesaurus),
    form: /^[a-z][a-z0-9]*(?:_[a-z]+){0,2}(?: [a-z][a-z0-9]*){1,4}$/,
  },
};

for (const [name, { lines, form }] of Object.entries(TABLES)) {
  Deno.test(`every line of the ${name} is one entry of its own and one to four different words of code`, () => {
    const entries = lines.map((line) => line.split(" "));
    const malformed = entries.filter((words) =>
      !form.test(words.join(" ")) || new Set(words).size < words.length
    );
    assertEquals(malformed, []);
    const said = entries.map(([first = ""]) => first);
    assertEquals(said.filter((each, at) => said.indexOf(each) !== at || STOP_PHRASES.includes(each)), []);
  });
}

Deno.test("of Chinese the longest term wins, and no character is read twice", () => {
  for (
    const [run, english] of [
      ["主键重复", ["primary", "duplicate"]],
      ["半选状态丢失", ["indeterminate", "state", "lost"]],
      ["定时任务的执行器", ["cron", "executor"]],
      ["小月和闰年", ["month", "leap"]],
      ["当前端口", ["port"]],
      ["指定时间后", ["specify", "time"]],
      ["正在进行", []],
    ] as const
  ) {
    assertEquals(glossed(run).map((term) => term.english[0]), [...english], run);
  }
});

Deno.test("words and phrases of two and three words are found in every form; what is not there leads nowhere", () => {
  for (
    const [said, nearest] of [
      ["directories", "dir"],
      ["configured", "config"],
      ["dir", "directory"],
      ["gives up", "abort"],
      ["running out of", "exhaust"],
      ["race conditions", "race"],
      ["statements", "stmt"],
      ["up give", undefined],
      ["give up now please", undefined],
      ["__proto__", undefined],
    ] as const
  ) {
    assertEquals(related(said.split(" "))[0], nearest, said);
  }
});
