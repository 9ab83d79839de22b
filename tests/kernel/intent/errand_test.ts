import { assert, assertEquals } from "@std/assert";
import { gate } from "../../../lib/kernel/gate.ts";
import type { Switches } from "../../../lib/settings/control_plane.ts";
import { readIntent } from "../../../lib/kernel/intent/intent.ts";

const CHORES = [
  "git commit this",
  "push it",
  "run the tests",
  "why is CI red?",
  "run the linter and format everything",
  "rebase onto main please",
  "write a commit message for these changes",
  "帮我提交一下",
  "跑一下测试",
  "CI 又挂了，看看怎么回事",
  "把分支合到 main 然后删掉",
];
for (const prompt of CHORES) {
  Deno.test(`a chore around the code opens no gate: ${prompt}`, () => {
    const switches: Switches = { autoTools: "auto", mode: "run", tierMax: 1, problems: [] };
    assertEquals(gate(prompt, switches).open, false);
    assertEquals(gate(prompt, switches, true).open, true, "asked for in so many words");
  });
}

const GENERAL = [
  "how do I reverse a linked list in Python?",
  "what's the difference between a mutex and a semaphore?",
  "what does idempotent mean?",
  "which model are you running on?",
  "Python 里怎么反转列表？",
  "什么是闭包？",
];
for (const prompt of GENERAL) {
  Deno.test(`a question of the textbook's kind is not about this code: ${prompt}`, () => {
    assertEquals(readIntent(prompt).isCode, false);
  });
}

const WORK = [
  "run the tests of the url parser",
  "where are the tests run?",
  "why does `parseConfig` break the build",
  "commit hooks are skipped by src/git/run.ts",
  "how does the scheduler merge tasks",
  "stop retrying when the server answers 404",
  "fix the failing test",
  "修复测试失败",
  "重构一下",
  "add a test for the empty input case",
  "what is the difference between RouterGroup and Engine",
  "how do I add a middleware in this project using go",
  "分支预测的代码在哪里",
  "判断某一年是不是闰年的代码",
  "跑一下分页组件的测试",
  "flash 消息存在什么地方",
  "Teleport 目标不存在时会怎样",
];
for (const prompt of WORK) {
  Deno.test(`a word of content, a name or a question for a place makes it about code: ${prompt}`, () => {
    const { isCode, errand } = readIntent(prompt);
    assert(isCode && !errand);
  });
}

Deno.test("tier 2 is missed where a prompt asks for it, and not for a word of everyday talk", () => {
  const asked = (prompt: string) =>
    readIntent(prompt).tierTwo.filter((call) => call.asked).map(({ tool }) => tool);
  assertEquals(asked("fix the crash in the parser"), []);
  assertEquals(asked("登录报错，修复一下 parseToken"), []);
  assertEquals(asked("does the header affect the session cookie"), []);
  assertEquals(asked("what breaks if I change parseToken?"), ["ci_impact"]);
  assertEquals(asked("改 parseToken 会影响哪些文件"), ["ci_impact"]);
});

Deno.test("prompts of a working day: those that need nothing of the code are kept out, those that do are let in", () => {
  const file = new URL("../../fixtures/intent/chores.jsonl", import.meta.url);
  const counts = { keptOut: 0, chores: 0, letIn: 0, work: 0 };
  for (const line of Deno.readTextFileSync(file).trim().split("\n")) {
    const { prompt, look }: { prompt: string; look: boolean } = JSON.parse(line);
    const { isCode, errand } = readIntent(prompt);
    const open = isCode && !errand;
    if (look) {
      counts.work++;
      if (open) counts.letIn++;
    } else {
      counts.chores++;
      if (!open) counts.keptOut++;
    }
  }
  assertEquals([counts.chores, counts.work], [120, 120]);
  assert(counts.keptOut >= 110, `${counts.keptOut} of ${counts.chores} kept out`);
  assert(counts.letIn >= 117, `${counts.letIn} of ${counts.work} let in`);
});
