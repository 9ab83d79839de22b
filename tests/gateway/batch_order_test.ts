import { assertEquals } from "@std/assert";
import { type ProgressNotice, progressReport } from "../../lib/gateway/batch/progress.ts";
import { inTurns } from "../../lib/gateway/batch/read_write_turns.ts";
import { batchSummary } from "../../lib/gateway/batch/summary.ts";
import { similarNames } from "../../lib/gateway/catalog/similar.ts";
import { conversationOf } from "../../lib/gateway/conversation.ts";
import { unpacked } from "../../lib/gateway/tools/arguments.ts";
import { newTools } from "../../lib/gateway/tools/new_tools.ts";
import { BackOff } from "../../lib/gateway/upstream/back_off.ts";
import { systemWorld } from "../../lib/settings/world.ts";

/** What runs at the same time, job by job, as `+job` and `-job`. */
async function journal(jobs: string[], limit: number): Promise<string> {
  const lines: string[] = [];
  await inTurns(jobs, (job) => job.startsWith("r"), limit, async (job) => {
    lines.push(`+${job}`);
    await Promise.resolve();
    await Promise.resolve();
    lines.push(`-${job}`);
  });
  return lines.join(" ");
}

Deno.test("reads run side by side up to the limit, writes alone and in order", async () => {
  assertEquals(await journal(["r1", "r2", "w1", "w2", "r3"], 4), "+r1 +r2 -r1 -r2 +w1 -w1 +w2 -w2 +r3 -r3");
  assertEquals(await journal(["r1", "r2", "r3"], 2), "+r1 +r2 -r1 -r2 +r3 -r3");
  assertEquals(await journal([], 2), "");
});

Deno.test("progress of a batch grows, whatever servers say, and never beyond its calls", () => {
  const told: ProgressNotice[] = [];
  let now = 0;
  const report = progressReport(2, () => now += 100, (notice) => told.push(notice));
  report.step("a/x", { progress: 5, total: 10, message: "half" });
  report.step("a/x", { progress: 1, total: 10 });
  report.step("b/y", { progress: 1e9 });
  report.done("a/x");
  report.done("b/y");
  const numbers = told.map(({ progress }) => progress);
  assertEquals(numbers, numbers.toSorted((a, b) => a - b));
  assertEquals([numbers.at(-1), told.at(-1)?.total, told[0]?.message], [2, 2, "a/x: half"]);
});

Deno.test("of a flood of steps few are told, and every end is", () => {
  const told: string[] = [];
  const report = progressReport(2, () => 7, ({ message }) => told.push(message));
  for (let step = 0; step < 1000; step++) report.step("a/x", { progress: step, message: `${step}` });
  report.done("a/x");
  report.done("a/y");
  assertEquals(told, ["a/x: 0", "a/x: done", "a/y: done"]);
});

Deno.test("a summary counts, and names what is not simply done", () => {
  const ref = { id: "r", kind: "artifact", hint: "", byteSize: 9000 } as const;
  assertEquals(
    batchSummary([
      { name: "a/x", status: "ok", text: "fine" },
      { name: "a/y", status: "ok", ref },
      { name: "a/z", status: "error", text: "no\nmore" },
    ], 12.4),
    "3 calls: 2 ok, 1 error (12 ms)\n2. a/y: ok, 9000 bytes kept as r\n3. a/z: error: no",
  );
});

Deno.test("a wrong name is answered with near ones", () => {
  const names = ["docs/search", "docs/read", "tracker/create_issue", "tracker/list_issues"];
  assertEquals(similarNames("wiki/search", names)[0], "docs/search");
  assertEquals(similarNames("tracker/createIssue", names)[0], "tracker/create_issue");
  assertEquals(similarNames("zzz/qqq", names), []);
});

Deno.test("the conversation is the client's own id, the call's before the process's", () => {
  const at = (id?: string) => ({
    ...systemWorld(),
    env: (name: string) => name === "CLAUDE_CODE_SESSION_ID" ? id : undefined,
  });
  assertEquals(conversationOf(undefined, at("claude")), "claude");
  assertEquals(conversationOf({ "x-codex-turn-metadata": { thread_id: "codex" } }, at("claude")), "codex");
  assertEquals(conversationOf({ "x-codex-turn-metadata": 7 }, at()), undefined);
});

Deno.test("values that a model wrote as JSON in a text are understood, plain texts stay", () => {
  assertEquals([unpacked('[{"a":1}]'), unpacked("{no json"), unpacked("plain"), unpacked(3)], [
    [{ a: 1 }],
    "{no json",
    "plain",
    3,
  ]);
});

Deno.test("names that came later are told, as many as fit", () => {
  const tools = Array.from({ length: 500 }, (_, at) => ({ name: `server/tool_${at}` }));
  const text = newTools([{ serverName: "server", tools: tools as never }], new Set(["server/tool_0"]));
  assertEquals(text.startsWith("server/tool_1\nserver/tool_2\n"), true);
  assertEquals(text.length < 3100 && /\n… and \d+ more$/.test(text), true);
});

Deno.test("the first failure is no reason to wait, each that follows doubles the wait, and success ends it", () => {
  let now = 0;
  const backOff = new BackOff(() => now);
  const waits = Array.from({ length: 9 }, () => {
    backOff.failed();
    return backOff.waitMs();
  });
  assertEquals(waits, [0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  now = 59_999;
  assertEquals(backOff.waitMs(), 1);
  backOff.worked();
  assertEquals([backOff.waitMs(), backOff.failures], [0, 0]);
});
