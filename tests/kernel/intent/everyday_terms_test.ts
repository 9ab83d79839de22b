import { assertEquals } from "@std/assert";
import { glossed } from "../../../lib/codebase/query/glossary.ts";
import { readIntent } from "../../../lib/kernel/intent/intent.ts";

Deno.test("terms of daily life that the glossary translates do not make a request one about code", () => {
  for (
    const [prompt, english] of [
      ["银行贷款利率是多少", "rate"],
      ["写一份采购合同的付款条款", "contract"],
      ["部门经理的岗位职责有哪些", "department"],
      ["手机相机拍照画质怎么样", "camera"],
      ["夏令时是什么时候开始的", "dst"],
    ] as const
  ) {
    assertEquals(glossed(prompt).flat().includes(english), true, prompt);
    assertEquals(readIntent(prompt).isCode, false, prompt);
  }
});

Deno.test("terms that only programmers say do", () => {
  for (const prompt of ["抽屉关闭后遮罩层没有消失", "缓存穿透导致慢查询", "可重入锁和自旋锁在哪里"]) {
    assertEquals(readIntent(prompt).isCode, true, prompt);
  }
});
