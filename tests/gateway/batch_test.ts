import { assertEquals } from "@std/assert";
import { batchSummary, progressReport } from "../../lib/gateway/batch/batch_answer.ts";
import { inTurns } from "../../lib/gateway/batch/in_turns.ts";

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
  const told: Parameters<Parameters<typeof progressReport>[2]>[0][] = [];
  let now = 0;
  const report = progressReport(2, () => now += 100, (notice) => told.push(notice));
  for (const message of ["half", "more", "still more"]) report.step("a/x", message);
  report.done("a/x");
  report.done("b/y");
  const numbers = told.map(({ progress }) => progress);
  assertEquals(numbers, numbers.toSorted((a, b) => a - b));
  assertEquals([numbers.at(-1), told.at(-1)?.total, told[0]?.message], [2, 2, "a/x: half"]);
});

Deno.test("of a flood of steps few are told, and every end is", () => {
  const told: string[] = [];
  const report = progressReport(2, () => 7, ({ message }) => told.push(message));
  for (let step = 0; step < 1000; step++) report.step("a/x", `${step}`);
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
    "3 calls: 2 ok, 1 error (12 ms)",
  );
});
