import { assertEquals } from "@std/assert";
import everyday from "../../../lib/codebase/query/data/glossary_everyday.txt" with { type: "text" };
import technical from "../../../lib/codebase/query/data/glossary_technical.txt" with { type: "text" };
import { glossed } from "../../../lib/codebase/query/chinese.ts";
import { STOP_PHRASES } from "../../../lib/codebase/query/common_words.ts";
import { fieldsOf } from "../../../lib/codebase/query/common_words.ts";

const fields = [...fieldsOf(technical), ...fieldsOf(everyday)];
const all = fields.flat();
const chinese = all.map((line) => line.split(" ")[0] ?? "");

Deno.test("every line of the glossary is a Chinese term and one to four different words of identifiers", () => {
  const malformed = all.filter((line) => {
    const english = line.split(" ").slice(1);
    return !/^[\u4e00-\u9fff]+(?: [a-z][a-z0-9]*){1,4}$/.test(line) || new Set(english).size < english.length;
  });
  assertEquals(malformed, []);
});

Deno.test("no term stands twice: the later line would hide the earlier one", () => {
  assertEquals(chinese.filter((term, at) => chinese.indexOf(term) !== at), []);
});

Deno.test("no term is a phrase without a subject, which a request drops", () => {
  assertEquals(chinese.filter((term) => STOP_PHRASES.includes(term)), []);
});

Deno.test("the longest term wins, and no character is read twice", () => {
  for (
    const [run, english] of [
      ["主键重复", ["primary", "duplicate"]],
      ["半选状态丢失", ["indeterminate", "state", "lost"]],
      ["空指针", ["null"]],
      ["死循环", ["loop"]],
      ["定时任务的执行器", ["cron", "executor"]],
      ["小月和闰年", ["month", "leap"]],
      ["表示行为", ["represent", "behavior"]],
      ["当前端口", ["port"]],
      ["三种类型", ["type"]],
      ["指定时间后", ["specify", "time"]],
      ["正在进行", []],
      ["这个仓库", []],
    ] as const
  ) {
    assertEquals(glossed(run).map((term) => term.english[0]), [...english], run);
  }
});
