import { assert, assertEquals } from "@std/assert";
import { belonging } from "../../../lib/codebase/index/belonging.ts";
import { gate, repositoryGate } from "../../../lib/kernel/gate.ts";
import type { Switches } from "../../../lib/settings/control_plane.ts";
import { indexedRepository } from "../../codebase/indexed_repository.ts";

const SWITCHES: Switches = { autoTools: "auto", mode: "run", tierMax: 1, problems: [] };

/** A small service, with files beside it that make none of its words common. */
const SERVICE = {
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`lib/other${at}.ts`, `export const other${at} = ${at};\n`]),
  ),
  "lib/election.ts": "export function chooseLeader(nodes: string[]) {\n  return nodes[0];\n}\n",
  "lib/session.ts": "export class Session {\n  login() {}\n  logout() {}\n}\n",
  "lib/retry.ts": "export function retryDelay(attempt: number) {\n  return 2 ** attempt;\n}\n",
  "lib/image/watermark.ts": "export function drawWatermark() {}\n",
  "lib/blacklist.ts": "export const blacklist = [];\nexport function applyBlacklist() {}\n",
  "lib/cache.ts": "export class LruCache {\n  evict() {}\n}\nexport function pushToRemote() {}\n",
  "tests/run_test.ts": "// runs the tests\n",
};

/** `own`, `some`: open, and how sure; `closed`. */
type Decide = (prompt: string) => "own" | "some" | "closed";

async function atTheGate(test: (decide: Decide) => void): Promise<void> {
  using indexed = indexedRepository(SERVICE);
  await indexed.build();
  test((prompt) => {
    const first = gate(prompt, SWITCHES);
    const known = first.open && first.intent.mayBeCode
      ? belonging(indexed.cacheDir, first.intent.concepts, first.intent.compares)
      : undefined;
    const decision = repositoryGate(first, known);
    return !decision.open ? "closed" : decision.intent.mayBeCode ? "some" : "own";
  });
}

const BARE =
  `thanks! | thank you, looks good | yes | yes do that | ok | go on | continue | keep going | next | stop | why? | revert that
  do the same for the other one | make it async | why did you change that? | run the tests | git push | git commit this | push it | commit this with a short message
  use a dict instead | use a macro instead | no, the other way round | why did you change the header? | 你为什么删了那个 header
  run the linter and format everything | rebase onto main please | write a commit message for these changes | /compact | ok now write it in one line
  继续 | 重试一下 | 谢谢，先这样 | 好的 | 不对，改回去 | 你觉得这样写好吗 | 帮我提交一下 | 跑一下测试 | 用中文解释一下 | 写个 PR 描述 | 把这个改成异步的 | 提交一下，message 用英文`
    .split(/[|\n]/).map((prompt) => prompt.trim());

Deno.test("assent, thanks, chores and follow-ups that name nothing open no gate, before any repository is asked", () => {
  for (const prompt of BARE) {
    assertEquals(gate(prompt, SWITCHES).open, false, prompt);
    const isCommand = prompt.startsWith("/");
    assertEquals(gate(prompt, SWITCHES, true).open, !isCommand, `${prompt}, asked for in so many words`);
  }
});

const SHOWN =
  `add a --verbose flag to src/cli.ts | why does \`parseConfig\` break | HTTPS://x.dev 404 in user_id | fix(table): keep the header
  TypeError: x is not a function | what does app/models/user.py hold`.split(/[|\n]/).map((prompt) =>
    prompt.trim()
  );

Deno.test("a prompt that shows code, or names a file or what only code has, is about code wherever it is typed", () => {
  for (const prompt of SHOWN) {
    const decision = gate(prompt, SWITCHES);
    assertEquals([decision.open, decision.intent?.isCode], [true, true], prompt);
  }
});

const HERE =
  `retries | LruCache | how is the leader chosen? | where is the session created | at which step does the blacklist apply?
  the watermark is drawn twice | explain the retry delay | now do the same for LruCache | LruCache 也要这样改 | 登录为什么重试两次？ | 登入會重試兩次 | 水印是怎么画到图上的 | login 为什么 retry 两次 | cache 是怎么失效的`
    .split(/[|\n]/).map((prompt) => prompt.trim());

Deno.test("words that the repository's code is named after open the gate, one rare name alone as well", () =>
  atTheGate((decide) => {
    for (const prompt of HERE) assert(decide(prompt) !== "closed", prompt);
    assertEquals(decide("explain the retry delay"), "own");
  }));

Deno.test("a comparison, or a question of a language, is about the repository where that defines what is compared or asked for, and general knowledge elsewhere", () =>
  atTheGate((decide) => {
    for (
      const prompt of [
        "LruCache 的 evict 和 login 有什么区别",
        "what is the difference between login and logout?",
        "where do we choose the leader in Python?",
      ]
    ) {
      assert(decide(prompt) !== "closed", prompt);
    }
    const general =
      "explain the difference between Promise.all and Promise.allSettled | what does the session checker do in Rust? | let 和 const 有什么区别 | what's the difference between a session and a token";
    for (const prompt of general.split(" | ")) assertEquals(decide(prompt), "closed", prompt);
  }));

Deno.test("a question about a message that it quotes goes on to the search, which alone can tell whether that stands here", () =>
  atTheGate((decide) => {
    assertEquals(decide('"the kettle is cold" 这个错误是哪里抛的'), "some");
    assertEquals(decide('where does "user not found!" come from?'), "some");
    assertEquals(decide('put "the kettle is cold" on it'), "closed");
  }));

Deno.test("a request for the tests of something said before goes on from it, and an errand does not", () => {
  const continues = (prompt: string) => gate(prompt, SWITCHES).intent?.continues;
  for (
    const prompt of ["now the same in the tests", "which tests cover that?", "测试也改一下", "测试里也一样改"]
  ) {
    assertEquals(continues(prompt), true, prompt);
  }
  for (const prompt of ["run the tests again", "make it async", "where are the tests run?", "跑一下测试"]) {
    assertEquals(continues(prompt), false, prompt);
  }
});

Deno.test("a question about the project as a whole is one about code, and one about something in it is not about the whole", () => {
  const whole =
    "what does this project do and how is it laid out? | what is this repo and where do I start reading? | 这个项目是做什么的 | explain the architecture | 整体架构是怎样的";
  for (const prompt of whole.split(" | ")) {
    const { intent, open } = gate(prompt, SWITCHES);
    assertEquals([open, intent?.asksWhole], [true, true], prompt);
  }
  const parts =
    "how does this project handle retries? | 这个项目的登录是怎么做的 | refactor the folder structure | delete this project | run this project";
  for (const prompt of parts.split(" | ")) {
    assertEquals(gate(prompt, SWITCHES).intent?.asksWhole, false, prompt);
  }
});

Deno.test("words that every other file is named after are enough where the repository has each of them", async () => {
  const files = ["retry", "expire"].flatMap((verb) =>
    ["Order", "Parcel"].map((
      noun,
    ) => [`lib/${verb}_${noun}.ts`, `export function ${verb}Expired${noun}Order() {}\n`])
  );
  using indexed = indexedRepository(Object.fromEntries(files));
  await indexed.build();
  const { intent } = gate("订单过期之后在哪里重试？", SWITCHES);
  assert(belonging(indexed.cacheDir, intent?.concepts ?? []) !== "foreign");
});

Deno.test("where there is no index yet, the search itself decides", () => {
  const decision = repositoryGate(gate("how is the leader chosen?", SWITCHES), undefined);
  assertEquals([decision.open, decision.intent?.mayBeCode], [true, true]);
});

Deno.test("talk of other things, textbook questions and chores find the gate closed", () =>
  atTheGate((decide) => {
    const others = ["my LinkedIn and GitHub profiles on an iPhone", "推送到远端", "push to the remote"];
    for (const prompt of others) assertEquals(decide(prompt), "closed", prompt);
    for (const [set, least] of [["other_talk", 0.98], ["chores", 0.95]] as const) {
      const file = new URL(`../../fixtures/intent/${set}.txt`, import.meta.url);
      const prompts = Deno.readTextFileSync(file).trim().split("\n");
      const open = prompts.filter((prompt) => decide(prompt) !== "closed");
      assert(
        1 - open.length / prompts.length >= least,
        `${set}: ${open.length} of ${prompts.length}: ${open.join(" | ")}`,
      );
    }
  }));
